import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { newestPage, newestQuery, Text, Timestamp } from '../foundation/values.ts'

/** What events are about: the first part of their names. */
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

/** Who is meant by events that nobody asked for: a schedule, an expiry. */
export const auditSystem = 'system'

export const AuditFilter = z.object({
  kind: AuditKind.optional(),
  /** A person's id, or `system` for what happened by itself. */
  actor: z.union([z.uuid(), z.literal(auditSystem)]).optional(),
  project_ref: Text(40).optional(),
  /** The first moment that counts, and the first that does not any more. */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditEntry = z.object({
  /** Counts up; later events of an installation have larger ones. */
  id: z.number().int(),
  at: Timestamp,
  /** `project.created` */
  event: z.string(),
  /** Null for what happened by itself. */
  actor: z.object({ id: z.uuid(), username: z.string(), primary_email: z.string() }).nullable(),
  /** `name` is null once the project is gone. */
  project: z.object({ ref: z.string(), name: z.string().nullable() }).nullable(),
  /** Where the request came from. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** What was asked for; passwords and keys are never in it. */
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = newestPage(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

export const AuditFormat = z.enum(['csv', 'ndjson'])
export type AuditFormat = z.infer<typeof AuditFormat>

/** What was done in an organization. Nobody can change it: the database refuses. */
export const auditLog = resource('/platform/organizations/{slug}/audit', {
  list: get('/', {
    summary: 'What was done in an organization, newest first',
    auth: 'user',
    permission: 'audit:read',
    query: AuditFilter.extend(newestQuery(50).shape),
    reply: AuditPage,
  }),
  download: get('/file', {
    summary: 'The same as a file of any length: CSV (RFC 4180), or one JSON object a line',
    auth: 'user',
    permission: 'audit:read',
    query: AuditFilter.extend({ format: AuditFormat.default('csv') }),
    download: 'application/octet-stream',
    reply: z.unknown(),
  }),
})
