import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { databaseErrors, maxQueryBytes, QueryField, QueryInput, QueryNotice } from './queries.ts'

/** A session that nobody uses is closed after this, and what it left open is rolled back. */
export const sqlSessionIdleSeconds = 600

/** A run that says nothing sends an empty line this often; much longer silence means that the connection is gone. */
export const sqlRunKeepAliveSeconds = 15

/** Values longer than this, in characters, are sent cut. */
export const maxCellCharacters = 1_000_000

export const SqlRunInput = QueryInput.omit({ row_limit: true }).extend({
  /** Rows per result set; null sends all of them. */
  row_limit: z.number().int().min(1).nullable().default(1_000),
  /**
   * Runs each statement by itself, as psql does: what it did is committed before the next one runs. Otherwise the statements share a
   * transaction, unless the text begins its own. Needed for procedures that commit, VACUUM, and the like beside other statements.
   */
  commit_each: z.boolean().default(false),
  /**
   * A connection of the caller's own, under an id that the caller chose: settings, temporary tables and an open transaction last from one
   * run to the next. Without it, what a run leaves behind is gone when it ends. Where nothing may be changed (a reader's run, one that is
   * `read_only`, a replica, a locked project without `confirmed_name`) none is used, and one that is continued is refused.
   */
  session: z
    .object({
      id: z.uuid(),
      /** Something of an earlier run is counted on: refused with `sql_session_lost` when the session is not there any more. */
      is_continued: z.boolean(),
    })
    .optional(),
})
export type SqlRunInput = z.infer<typeof SqlRunInput>

/** Whether statements of the session are in a transaction: none, one that is open, or one that failed and can only be rolled back. */
export const TransactionState = z.enum(['none', 'open', 'failed'])
export type TransactionState = z.infer<typeof TransactionState>

/**
 * One line of a run's stream, in the order in which things happen. Lines are `\n`-separated; an empty one only keeps the connection alive.
 * What COPY TO STDOUT sends is a result set of one column; what others NOTIFY, where the session listens, is a notice of severity NOTIFY.
 */
export const SqlRunEvent = z.discriminatedUnion('type', [
  /** First of all. `process_id` is the backend's, as pg_stat_activity shows it; `is_new` says that nothing of an earlier run is there. */
  z.object({ type: z.literal('started'), process_id: z.number().int(), is_new: z.boolean() }),
  /** A result set begins; no fields for one without columns. */
  z.object({ type: z.literal('fields'), fields: z.array(QueryField) }),
  /** Rows of it. `cut` names values that are longer than `maxCellCharacters`: row of these rows, column, whole length in characters. */
  z.object({
    type: z.literal('rows'),
    rows: z.array(z.array(z.string().nullable())),
    cut: z.array(z.object({ row: z.number().int(), column: z.number().int(), characters: z.number().int() })).optional(),
  }),
  /** A statement is done; with the result set that began before it, if one did. */
  z.object({
    type: z.literal('completed'),
    command: z.string(),
    row_count: z.number().int().nullable(),
    truncated: z.boolean(),
    /** From the end of the statement before to the end of this one. */
    duration_ms: z.number(),
  }),
  z.object({ type: z.literal('notice'), notice: QueryNotice }),
  /**
   * What statements of this run had changed was rolled back: by a failure, by ROLLBACK, or because the run left a transaction open. `first` is the
   * place of the first of them among the `completed` lines, from 0.
   */
  z.object({ type: z.literal('rolled_back'), first: z.number().int(), count: z.number().int() }),
  /** What failed, in the form of an error reply; nothing after it ran. `ended` follows. */
  z.object({
    type: z.literal('failed'),
    error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
  }),
  /** Last of all: a stream without it was cut off. */
  z.object({
    type: z.literal('ended'),
    duration_ms: z.number(),
    transaction: TransactionState,
    /** When the transaction began. */
    transaction_started_at: z.iso.datetime().nullable(),
  }),
])
export type SqlRunEvent = z.infer<typeof SqlRunEvent>

export const ProductionLock = z.object({ is_locked: z.boolean() })
export type ProductionLock = z.infer<typeof ProductionLock>

export const sqlRuns = resource('/platform/pg-meta/{ref}/runs', {
  create: post('/', {
    summary:
      'Run SQL and get what it answers while it comes: one JSON object a line (`SqlRunEvent`). What Postgres refuses is a line, `failed`; what keeps it from running at all is an error reply',
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
    summary: 'Close a session; what it left open is rolled back',
    auth: 'user',
    permission: 'database:read',
    rate: 'stop',
    reply: z.object({ closed: z.boolean() }),
  }),
  lock: get('/lock', {
    summary: 'Whether changes of the database need the name of the project',
    auth: 'user',
    permission: 'database:read',
    reply: ProductionLock,
  }),
  setLock: put('/lock', {
    summary:
      'Lock or unlock the project: while it is locked, nothing in its database is changed through the platform unless the author types its name',
    auth: 'user',
    // as what pauses and restarts it: who only writes to the database should not take the lock off it
    permission: 'projects:operate',
    audit: 'project.production_lock_changed',
    body: ProductionLock,
    needs: 'machine',
    reply: ProductionLock,
  }),
})
