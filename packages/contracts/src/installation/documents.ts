import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Name, Nothing, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Documents that the installation's owner publishes for organizations. */
export const documentKinds = ['terms', 'privacy', 'dpa', 'subprocessors', 'security', 'other'] as const
export const DocumentKind = z.enum(documentKinds)
export type DocumentKind = z.infer<typeof DocumentKind>

/** Maximum length of a text, in characters. */
export const documentTextMaxLength = 200_000
/** Maximum size of a file, in bytes. */
export const documentFileMaxBytes = 5 * 1024 * 1024

/** Content of a document: Markdown (HTML is shown as text), or a PDF in base64. */
export const DocumentContent = z.discriminatedUnion('format', [
  z.object({ format: z.literal('markdown'), text: Text(documentTextMaxLength).refine((text) => text.trim() !== '', 'Enter a text') }),
  z.object({
    format: z.literal('pdf'),
    // base64 uses four characters for three bytes
    file: z.base64().max(Math.ceil(documentFileMaxBytes / 3) * 4, `Use a file of at most ${documentFileMaxBytes / 1024 / 1024} MB`),
  }),
])
export type DocumentContent = z.infer<typeof DocumentContent>

export const DocumentVersion = z.object({
  /** Version number within the document, starting at 1. */
  number: z.number().int().positive(),
  format: z.enum(['markdown', 'pdf']),
  size_bytes: z.number().int(),
  published_at: Timestamp,
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** An organization's acceptance as recorded at the time. The member may have been removed since. */
export const DocumentAcceptance = z.object({
  /** The accepted version. */
  number: z.number().int().positive(),
  accepted_at: Timestamp,
  accepted_by: z.string(),
})
export type DocumentAcceptance = z.infer<typeof DocumentAcceptance>

const Published = z.object({
  id: z.uuid(),
  kind: DocumentKind,
  title: z.string(),
  asks_acceptance: z.boolean(),
  is_withdrawn: z.boolean(),
  /** All versions, newest first. */
  versions: z.array(DocumentVersion).min(1),
})

/** A document, for the installation's owner. */
export const InstallationDocument = Published.extend({
  /** Number of organizations that accepted the last version, and the total number. */
  accepted_count: z.number().int(),
  organization_count: z.number().int(),
})
export type InstallationDocument = z.infer<typeof InstallationDocument>

/** A document, for an organization. */
export const OrganizationDocument = Published.extend({
  /** Acceptances of the organization, newest first. */
  acceptances: z.array(DocumentAcceptance),
})
export type OrganizationDocument = z.infer<typeof OrganizationDocument>

/** The content of a version. A PDF has no `text`. */
export const DocumentText = z.object({ number: z.number().int(), format: z.enum(['markdown', 'pdf']), text: z.string().nullable() })
export type DocumentText = z.infer<typeof DocumentText>

const Details = z.object({ kind: DocumentKind, title: Name, asks_acceptance: z.boolean() })
const owner = { auth: 'owner' } as const
const bodyLimitBytes = 8 * 1024 * 1024

export const installationDocuments = resource('/platform/installation/documents', {
  list: get('/', { ...owner, summary: 'List all documents, including withdrawn ones', reply: z.array(InstallationDocument) }),
  publish: post('/', {
    ...owner,
    summary: 'Publish a document',
    audit: 'document.published',
    body: Details.extend({ content: DocumentContent }),
    bodyLimitBytes,
    reply: InstallationDocument,
    status: 201,
    errors: ['document_not_pdf'],
  }),
  replace: post('/{id}/versions', {
    ...owner,
    summary: 'Publish a new version to replace the one the caller has seen. Requires acceptance again where it was required',
    audit: 'document.replaced',
    body: Details.extend({ content: DocumentContent, replaces: z.number().int().positive() }),
    bodyLimitBytes,
    reply: InstallationDocument,
    status: 201,
    errors: ['document_not_found', 'document_not_pdf', 'document_replaced'],
  }),
  setWithdrawn: put('/{id}/withdrawn', {
    ...owner,
    summary: 'Withdraw a document, or publish it again. Organizations still see what they have accepted',
    audit: 'document.withdrawn_changed',
    body: z.object({ is_withdrawn: z.boolean() }),
    reply: InstallationDocument,
    errors: ['document_not_found'],
  }),
  remove: remove('/{id}', {
    ...owner,
    summary: 'Delete a document that no organization has accepted',
    audit: 'document.removed',
    reply: Nothing,
    status: 204,
    errors: ['document_not_found', 'document_accepted'],
  }),
  retrieveText: get('/{id}/versions/{number}', {
    ...owner,
    summary: 'Retrieve a version with its content',
    reply: DocumentText,
    errors: ['document_not_found'],
  }),
  download: get('/{id}/versions/{number}/file', {
    ...owner,
    summary: 'Download a version as PDF or Markdown',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['document_not_found'],
  }),
  listAcceptances: get('/{id}/acceptances', {
    ...owner,
    summary: 'List acceptances by organization, newest first',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(50) }),
    reply: page(DocumentAcceptance.extend({ organization: z.object({ slug: z.string(), name: z.string() }) })),
    errors: ['document_not_found'],
  }),
})

const read = { auth: 'user', permission: 'organization:read' } as const

export const documents = resource('/platform/organizations/{slug}/documents', {
  list: get('/', {
    ...read,
    summary: 'List documents for the organization and its acceptances',
    reply: z.array(OrganizationDocument),
  }),
  retrieveText: get('/{id}/versions/{number}', {
    ...read,
    summary: 'Retrieve a version with its content',
    reply: DocumentText,
    errors: ['document_not_found'],
  }),
  download: get('/{id}/versions/{number}/file', {
    ...read,
    summary: 'Download a version as PDF or Markdown',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['document_not_found'],
  }),
  accept: post('/{id}/acceptance', {
    auth: 'user',
    permission: 'organization:update',
    tokens: 'none',
    summary: 'Accept the latest version for the organization',
    audit: 'document.accepted',
    body: z.object({ number: z.number().int().positive() }),
    reply: OrganizationDocument,
    errors: ['document_not_found', 'document_replaced', 'document_accepted'],
  }),
})
