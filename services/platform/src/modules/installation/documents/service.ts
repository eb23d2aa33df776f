import type { DocumentAcceptance, DocumentContent, DocumentText, InstallationDocument } from '@colonnade/contracts/installation/documents'
import { AppError, isId, slugify } from '@colonnade/core'
import type { AuditRecorder, FileStream } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { Readable } from 'node:stream'
import type { PlatformContext } from '../../../kernel/context.ts'
import { readPage } from '../../../kernel/page.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { insertForPermission } from '../notifications/store.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export function listDocuments({ database }: PlatformContext): Promise<InstallationDocument[]> {
  return store.listDocuments(database)
}

/** @throws AppError `document_not_pdf` */
export function publishDocument(
  ctx: PlatformContext,
  actor: Actor,
  { content, ...details }: store.Details & { readonly content: DocumentContent },
  audit: Audit,
): Promise<InstallationDocument> {
  const bytes = bytesOf(content)
  return ctx.database.transaction(async (tx) => {
    const id = await store.insertDocument(tx, details)
    await store.insertVersion(tx, id, 1, content.format, bytes)
    await notifyAcceptors(tx, actor, details)
    await audit(tx, { details: { id, number: 1, ...details, format: content.format } })
    return (await store.findDocument(tx, id))!
  })
}

/**
 * What was withdrawn is published again by it.
 *
 * @throws AppError `document_not_found`, `document_not_pdf`, `document_replaced` when somebody replaced it since the caller looked
 */
export function replaceDocument(
  ctx: PlatformContext,
  actor: Actor,
  id: string,
  { content, replaces, ...details }: store.Details & { readonly content: DocumentContent; readonly replaces: number },
  audit: Audit,
): Promise<InstallationDocument> {
  const bytes = bytesOf(content)
  return ctx.database.transaction(async (tx) => {
    const number = lastNumber(await lockDocument(tx, id))
    if (number !== replaces) throw replaced(number)
    await store.updateDocument(tx, id, details)
    await store.insertVersion(tx, id, number + 1, content.format, bytes)
    await notifyAcceptors(tx, actor, details)
    await audit(tx, { details: { id, number: number + 1, ...details, format: content.format } })
    return (await store.findDocument(tx, id))!
  })
}

/** @throws AppError `document_not_found` */
export function setWithdrawn(ctx: PlatformContext, id: string, isWithdrawn: boolean, audit: Audit): Promise<InstallationDocument> {
  return ctx.database.transaction(async (tx) => {
    const { title } = await lockDocument(tx, id)
    await store.setWithdrawn(tx, id, isWithdrawn)
    await audit(tx, { details: { id, title, is_withdrawn: isWithdrawn } })
    return (await store.findDocument(tx, id))!
  })
}

/** What somebody agreed to is kept. @throws AppError `document_not_found`, `document_accepted` */
export function removeDocument(ctx: PlatformContext, id: string, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { title } = await lockDocument(tx, id)
    if (await store.isAccepted(tx, id)) {
      throw new AppError('document_accepted', { id }, { message: messages.acceptedByOthers })
    }
    await store.deleteDocument(tx, id)
    await audit(tx, { details: { id, title } })
    return undefined
  })
}

/** Which version of which document. */
export interface VersionName {
  readonly id: string
  readonly number: string
}

/** For an organization only what it may see. @throws AppError `document_not_found` */
export async function retrieveText(ctx: PlatformContext, name: VersionName, organizationId: string | null = null): Promise<DocumentText> {
  const { number, format, content } = await findVersion(ctx, name, organizationId)
  return { number, format, text: format === 'markdown' ? content.toString('utf8') : null }
}

/** For an organization only what it may see. @throws AppError `document_not_found` */
export async function downloadDocument(ctx: PlatformContext, name: VersionName, organizationId: string | null = null): Promise<FileStream> {
  const { title, number, format, content } = await findVersion(ctx, name, organizationId)
  const [ending, mediaType] = format === 'pdf' ? ['pdf', 'application/pdf'] : ['md', 'text/markdown; charset=utf-8']
  return { stream: Readable.from([content]), fileName: `${slugify(title, 'document')}-v${number}.${ending}`, mediaType }
}

/** @throws AppError `document_not_found` */
export async function listAcceptances(
  { database }: PlatformContext,
  id: string,
  wanted: { readonly offset: number; readonly limit: number },
): Promise<{ items: (DocumentAcceptance & { organization: { slug: string; name: string } })[]; next_offset: number | null }> {
  if (!isId(id) || !(await store.findDocument(database, id))) throw new AppError('document_not_found', { id })
  return readPage(wanted, (page) => store.listAcceptances(database, id, page))
}

/** The last version's number. */
export function lastNumber({ versions }: Pick<InstallationDocument, 'versions'>): number {
  return versions[0]!.number
}

export function replaced(number: number): AppError {
  return new AppError('document_replaced', { number }, { message: messages.replaced(number) })
}

async function lockDocument(tx: Transaction, id: string): Promise<InstallationDocument> {
  if (isId(id)) await store.lockDocument(tx, id)
  const found = isId(id) ? await store.findDocument(tx, id) : undefined
  if (!found) throw new AppError('document_not_found', { id })
  return found
}

async function findVersion({ database }: PlatformContext, { id, number }: VersionName, organizationId: string | null): Promise<store.FoundVersion> {
  const isName = isId(id) && /^[1-9]\d{0,8}$/.test(number)
  const found = isName ? await store.findVersion(database, id, Number(number), organizationId) : undefined
  if (!found) throw new AppError('document_not_found', { id, number })
  return found
}

/** @throws AppError `document_not_pdf` */
function bytesOf(content: DocumentContent): Buffer {
  if (content.format === 'markdown') return Buffer.from(content.text, 'utf8')
  const bytes = Buffer.from(content.file, 'base64')
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new AppError('document_not_pdf')
  return bytes
}

async function notifyAcceptors(tx: Transaction, { userId }: Actor, { title, asks_acceptance: isAsked }: store.Details): Promise<void> {
  if (!isAsked) return
  await insertForPermission(tx, 'organization:update', userId, {
    priority: 'Warning',
    title: messages.acceptance.title(title),
    message: messages.acceptance.message,
    actions: [{ label: messages.acceptance.action, action_type: 'open_documents' }],
  })
}
