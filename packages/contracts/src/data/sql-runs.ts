import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { databaseErrors, maxQueryBytes, QueryField, QueryInput, QueryNotice } from './queries.ts'

/** Time after which an idle session is closed. Its open transaction is rolled back. */
export const sqlSessionIdleSeconds = 600

/** Interval of empty keep-alive lines. A much longer silence means that the connection is lost. */
export const sqlRunKeepAliveSeconds = 15

/** Longer values are truncated, in characters. */
export const maxCellCharacters = 1_000_000

export const SqlRunInput = QueryInput.omit({ row_limit: true }).extend({
  /** Most rows per result set; null for all. */
  row_limit: z.number().int().min(1).nullable().default(1_000),
  /**
   * Commits each statement before running the next, as psql does. Otherwise the statements share a transaction, unless the SQL starts its own.
   * Required for procedures that commit, VACUUM and similar statements alongside others.
   */
  commit_each: z.boolean().default(false),
  /**
   * The caller's own connection, under an ID chosen by the caller. Settings, temporary tables and an open transaction persist between runs; without
   * it, they end with the run. Read-only runs (by a reader, with `read_only`, on a replica, or in a locked project without `confirmed_name`) use no
   * session, and refuse to continue one.
   */
  session: z
    .object({
      id: z.uuid(),
      /** The run depends on an earlier run. Refused with `sql_session_lost` if the session no longer exists. */
      is_continued: z.boolean(),
    })
    .optional(),
})
export type SqlRunInput = z.infer<typeof SqlRunInput>

/** Transaction state of a session: none, open, or failed (can only be rolled back). */
export const TransactionState = z.enum(['none', 'open', 'failed'])
export type TransactionState = z.infer<typeof TransactionState>

/**
 * A line of a run's stream, in order of events. Lines are separated by `\n`; an empty line keeps the connection alive. COPY TO STDOUT produces a
 * result set with one column. Notifications of a listening session are notices of severity NOTIFY.
 */
export const SqlRunEvent = z.discriminatedUnion('type', [
  /** Always first. `process_id` is the backend's, as in pg_stat_activity. `is_new` means that no state of an earlier run exists. */
  z.object({ type: z.literal('started'), process_id: z.number().int(), is_new: z.boolean() }),
  /** Start of a result set. Without columns, `fields` is empty. */
  z.object({ type: z.literal('fields'), fields: z.array(QueryField) }),
  /** Rows of the result set. `cut` lists values longer than `maxCellCharacters`: row within these rows, column, full length in characters. */
  z.object({
    type: z.literal('rows'),
    rows: z.array(z.array(z.string().nullable())),
    cut: z.array(z.object({ row: z.number().int(), column: z.number().int(), characters: z.number().int() })).optional(),
  }),
  /** End of a statement and of its result set, if it has one. */
  z.object({
    type: z.literal('completed'),
    command: z.string(),
    row_count: z.number().int().nullable(),
    truncated: z.boolean(),
    /** Time from the end of the previous statement to the end of this one. */
    duration_ms: z.number(),
  }),
  z.object({ type: z.literal('notice'), notice: QueryNotice }),
  /**
   * Changes of this run were rolled back by a failure, by ROLLBACK, or because the run left a transaction open. `first` is the index (from 0) of the
   * first affected `completed` line.
   */
  z.object({ type: z.literal('rolled_back'), first: z.number().int(), count: z.number().int() }),
  /** The failure, as an error response. Later statements did not run. Followed by `ended`. */
  z.object({
    type: z.literal('failed'),
    error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
  }),
  /** Always last. A stream without it was interrupted. */
  z.object({
    type: z.literal('ended'),
    duration_ms: z.number(),
    transaction: TransactionState,
    /** Start of the transaction. */
    transaction_started_at: z.iso.datetime().nullable(),
  }),
])
export type SqlRunEvent = z.infer<typeof SqlRunEvent>

export const ProductionLock = z.object({ is_locked: z.boolean() })
export type ProductionLock = z.infer<typeof ProductionLock>

export const sqlRuns = resource('/platform/pg-meta/{ref}/runs', {
  create: post('/', {
    summary:
      'Run SQL and stream the results, one JSON object per line (`SqlRunEvent`). Postgres errors are a `failed` line; errors before the run starts are an error response',
    auth: 'user',
    permission: 'database:read',
    rate: 'query',
    needsActive: true,
    body: SqlRunInput,
    download: 'application/octet-stream',
    reply: z.unknown(),
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    errors: [
      'query_key_in_use',
      'payload_too_large',
      'sql_session_lost',
      'sql_session_busy',
      'production_locked',
      'database_not_found',
      'replica_not_ready',
      ...databaseErrors,
    ],
  }),
  closeSession: remove('/sessions/{id}', {
    summary: 'Close a session. Rolls back its open transaction',
    auth: 'user',
    permission: 'database:read',
    rate: 'stop',
    reply: z.object({ closed: z.boolean() }),
  }),
  lock: get('/lock', {
    summary: 'Retrieve the production lock',
    auth: 'user',
    permission: 'database:read',
    reply: ProductionLock,
  }),
  setLock: put('/lock', {
    summary: 'Turn the production lock on or off. While it is on, changes to the database through the platform require the project’s name',
    auth: 'user',
    // the same permission as for pausing and restarting, so that database writers can't remove the lock
    permission: 'projects:operate',
    audit: 'project.production_lock_changed',
    body: ProductionLock,
    needs: 'machine',
    reply: ProductionLock,
  }),
})
