import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { databaseErrors, maxQueryBytes, QueryInput } from './queries.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** An export whose file is not fetched is forgotten after this. */
export const exportKeptSeconds = 60

export const ExportFormat = z.enum(['csv', 'json', 'ndjson', 'sql'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportInput = QueryInput.pick({ query: true, role: true, claims: true, database: true }).extend({
  format: ExportFormat,
  /** Without its ending. */
  file_name: Text(200).trim().min(1),
  /** Of SQL: the table that the INSERT statements name. */
  table: z.object({ schema: Text(63).min(1), name: Text(63).min(1) }).optional(),
})

export const ExportOutcome = z.object({
  /** `waiting`: nobody has followed the link yet. `done`: everything was sent. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** A browser that saves a file does not tell its page why it is not whole. */
  failure: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
})
export type ExportOutcome = z.infer<typeof ExportOutcome>

export const rowExports = resource('/platform/pg-meta/{ref}/exports', {
  create: post('/', {
    summary: 'Make a link to the rows of one SELECT as a file',
    auth: 'user',
    permission: 'database:read',
    rate: 'query',
    needsActive: true,
    body: ExportInput,
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    /** `url` is a path, good for one fetch by the same person. */
    reply: z.object({ key: z.string(), url: z.string(), file_name: z.string(), expires_at: Timestamp }),
    status: 201,
    errors: ['database_not_found', 'replica_not_ready', ...databaseErrors],
  }),
  download: get('/{key}', {
    summary: 'The file, streamed as the database sends it, in a transaction that reads only; what fails on the way cuts the connection',
    auth: 'user',
    permission: 'database:read',
    needsActive: true,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['export_not_found', ...databaseErrors],
  }),
  retrieve: get('/{key}/outcome', {
    summary: 'Whether the file of an export was sent whole, and why not; kept for a minute after its end',
    auth: 'user',
    permission: 'database:read',
    reply: ExportOutcome,
    errors: ['export_not_found'],
  }),
})
