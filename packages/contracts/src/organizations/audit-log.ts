import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { newestPage, newestQuery, Text, Timestamp } from '../foundation/values.ts'

/** Kinds of events: the first part of their names. */
export const auditKinds = [
  'organization',
  'member',
  'role',
  'invitation',
  'project',
  'branch',
  'replica',
  'backup',
  'snippet',
  'document',
  'app',
  'webhook',
  'ticket',
  'feedback',
] as const
export const AuditKind = z.enum(auditKinds)
export type AuditKind = z.infer<typeof AuditKind>

/** Actor of automatic events, such as a schedule or an expiry. */
export const auditSystem = 'system'

export const AuditFilter = z.object({
  kind: AuditKind.optional(),
  /** A person's ID, or `system` for automatic events. */
  actor: z.union([z.uuid(), z.literal(auditSystem)]).optional(),
  project_ref: Text(40).optional(),
  /** Start (inclusive) and end (exclusive). */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditEntry = z.object({
  /** Increases with every event of the installation. */
  id: z.number().int(),
  at: Timestamp,
  /** Such as `project.created`. */
  event: z.string(),
  /** Null for automatic events. */
  actor: z.object({ id: z.uuid(), username: z.string(), primary_email: z.string() }).nullable(),
  /** `name` is null once the project is deleted. */
  project: z.object({ ref: z.string(), name: z.string().nullable() }).nullable(),
  /** IP address of the request. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** The request. Never contains passwords or keys. */
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = newestPage(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

export const AuditFormat = z.enum(['csv', 'ndjson'])
export type AuditFormat = z.infer<typeof AuditFormat>

/** Audit log of an organization. Append-only: the database refuses changes. */
export const auditLog = resource('/platform/organizations/{slug}/audit', {
  list: get('/', {
    summary: 'List the audit log, newest first',
    auth: 'user',
    permission: 'audit:read',
    query: AuditFilter.extend(newestQuery(50).shape),
    reply: AuditPage,
  }),
  download: get('/file', {
    summary: 'Download the audit log as CSV (RFC 4180) or NDJSON',
    auth: 'user',
    permission: 'audit:read',
    query: AuditFilter.extend({ format: AuditFormat.default('csv') }),
    download: 'application/octet-stream',
    reply: z.unknown(),
  }),
})
