import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { databaseErrors, maxQueryBytes, QueryInput } from './queries.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Time after which an unused export link expires. */
export const exportKeptSeconds = 60

export const ExportFormat = z.enum(['csv', 'json', 'ndjson', 'sql'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportInput = QueryInput.pick({ query: true, role: true, claims: true, database: true }).extend({
  format: ExportFormat,
  /** File name without extension. */
  file_name: Text(200).trim().min(1),
  /** For SQL: the table of the INSERT statements. */
  table: z.object({ schema: Text(63).min(1), name: Text(63).min(1) }).optional(),
})

export const ExportOutcome = z.object({
  /** `waiting`: the download has not started. `done`: the whole file was sent. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Needed because a browser that saves a file doesn't show the page why it is incomplete. */
  failure: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
})
export type ExportOutcome = z.infer<typeof ExportOutcome>

export const rowExports = resource('/platform/pg-meta/{ref}/exports', {
  create: post('/', {
    summary: 'Create a download link for the rows of a SELECT',
    auth: 'user',
    permission: 'database:read',
    rate: 'query',
    needsActive: true,
    body: ExportInput,
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    /** `url` is a path that the same person can fetch once. */
    reply: z.object({ key: z.string(), url: z.string(), file_name: z.string(), expires_at: Timestamp }),
    status: 201,
    errors: ['database_not_found', 'replica_not_ready', ...databaseErrors],
  }),
  download: get('/{key}', {
    summary: 'Download the file as a stream from a read-only transaction. An error closes the connection early',
    auth: 'user',
    permission: 'database:read',
    needsActive: true,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['export_not_found', ...databaseErrors],
  }),
  retrieve: get('/{key}/outcome', {
    summary: 'Retrieve the outcome of a download, available for one minute after its end',
    auth: 'user',
    permission: 'database:read',
    reply: ExportOutcome,
    errors: ['export_not_found'],
  }),
})
