import type { ErrorCode } from '@colonnade/core'
import { z } from 'zod'
import { Text } from '../foundation/values.ts'
import { post, resource } from '../foundation/endpoint.ts'

/** Default row limit of a result set. */
export const defaultRowLimit = 1_000
/** Maximum row limit. */
export const maxRowLimit = 100_000
/** Maximum size of a query in bytes. */
export const maxQueryBytes = 16 * 1024 * 1024

/** The Postgres protocol ends strings at a NUL, so anything after it would silently not run. */
const WithoutNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'Remove NUL characters')
  .refine((text) => text.isWellFormed(), 'Remove incomplete characters (unpaired surrogates)')

/** Refuses unknown fields, so that a misspelled option isn't silently ignored. */
export const QueryInput = z.strictObject({
  query: WithoutNul.min(1, 'Enter a statement to run').max(maxQueryBytes),
  /** ID chosen by the caller, unique among the project's running queries. Used to cancel the query. */
  key: z.string().min(1).max(100).optional(),
  /** Database role to run as. `postgres` if omitted. */
  role: WithoutNul.min(1).max(63).optional(),
  /** Identifier of the database. The primary if omitted. Replicas are read-only. */
  database: z.string().min(1).max(100).optional(),
  /** JWT claims as the data API would set them for that role (`request.jwt.claims`). Requires `role`. */
  claims: z.record(z.string(), z.unknown()).optional(),
  /** Refuses all changes, including those made by functions. */
  read_only: z.boolean().default(false),
  /** Postgres's statement_timeout; 0 for none. */
  timeout_ms: z.number().int().min(0).max(86_400_000).default(60_000),
  /** Most rows per result set. `truncated` is true if there are more. */
  row_limit: z.number().int().min(1).max(maxRowLimit).default(defaultRowLimit),
  /**
   * The project's name, typed by the user. Required for changes while the production lock is on. Without it, the query runs as a read-only role in a
   * read-only transaction, and changes fail with `production_locked`.
   */
  confirmed_name: Text(100).optional(),
})

/** Name of the migration that records a change in `supabase_migrations.schema_migrations`, with the caller's name and the time. */
export const MigrationName = z.object({ name: WithoutNul.min(1).max(200) })

/** A parameter value as Postgres input text, such as `{1,2}` for an array. Lists and objects become JSON. */
export const QueryParameter = z.union([WithoutNul, z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])

export const RunInput = QueryInput.extend({
  /** Values of $1, $2 and so on. For a single statement only. */
  parameters: z.array(QueryParameter).max(65_535).optional(),
  /** Records the query as a migration after it has run. Requires `database:write` and no `role`. */
  migration: MigrationName.optional(),
})

export const QueryField = z.object({
  name: z.string(),
  /** As printed by format_type(), such as "character varying(20)" or "integer[]". */
  type: z.string(),
  type_oid: z.number().int(),
  /** 0 if the column doesn't belong to a table. */
  table_oid: z.number().int(),
  column_number: z.number().int(),
})
export type QueryField = z.infer<typeof QueryField>

export const QueryResult = z.object({
  fields: z.array(QueryField),
  /** Values in Postgres's text format, so that nothing is rounded. null is NULL. */
  rows: z.array(z.array(z.string().nullable())),
  /** The words of the command tag, such as "SELECT" or "CREATE TABLE". */
  command: z.string(),
  /** Total number of returned or affected rows; null if the statement has no count or stopped at the limit. */
  row_count: z.number().int().nullable(),
  truncated: z.boolean(),
  /** True if its changes were rolled back later in the same run. */
  rolled_back: z.literal(true).optional(),
})
export type QueryResult = z.infer<typeof QueryResult>

export const QueryNotice = z.object({
  severity: z.string(),
  sqlstate: z.string(),
  message: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
})

export type QueryNotice = z.infer<typeof QueryNotice>

export const QueryReply = z.object({
  results: z.array(QueryResult),
  notices: z.array(QueryNotice),
  /** Time from sending the query to the last byte of the response. */
  duration_ms: z.number(),
})
export type QueryReply = z.infer<typeof QueryReply>

/** Most statements of one transaction. */
export const maxTransactionStatements = 10_000

/** One statement of a transaction. */
export const TransactionStatement = z.object({
  query: WithoutNul.min(1).max(maxQueryBytes),
  /** Expected number of returned or affected rows. Any other number means that the data has changed since the caller read it. */
  expected_rows: z.number().int().min(0).optional(),
  /** Text to record in the migration instead of the query, for example without its secrets; null records nothing. */
  recorded: WithoutNul.max(maxQueryBytes).nullable().optional(),
})
export type TransactionStatement = z.infer<typeof TransactionStatement>

export const TransactionInput = QueryInput.omit({ query: true, read_only: true, database: true }).extend({
  statements: z.array(TransactionStatement).min(1).max(maxTransactionStatements),
  /** Records the statements as a migration in the same transaction. Not allowed with `role`. */
  migration: MigrationName.optional(),
})

/** Errors of any statement: those of Postgres and of the connection. */
export const databaseErrors = [
  'syntax_error',
  'undefined_object',
  'duplicate_object',
  'dependent_objects',
  'unique_violation',
  'foreign_key_violation',
  'not_null_violation',
  'check_violation',
  'exclusion_violation',
  'invalid_value',
  'insufficient_privilege',
  'statement_timeout',
  'query_cancelled',
  'serialization_failure',
  'too_many_connections',
  'connection_lost',
  'read_only',
  'database_error',
] as const satisfies readonly ErrorCode[]

export const queries = resource('/platform/pg-meta/{ref}/query', {
  run: post('/', {
    summary:
      'Run SQL with any number of statements. Atomic unless the SQL controls transactions itself. On failure, `details.rolled_back` is the number of earlier statements that were rolled back',
    auth: 'user',
    permission: 'database:read',
    rate: 'query',
    needsActive: true,
    body: RunInput,
    reply: QueryReply,
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    errors: ['query_key_in_use', 'payload_too_large', 'production_locked', 'database_not_found', 'replica_not_ready', ...databaseErrors],
  }),
  transaction: post('/transaction', {
    summary:
      'Run statements in one transaction, all or none. On failure, `details.statement` is the failed statement (from 0; absent if the commit failed). `details.statements` lists statements with an unexpected number of rows, `details.notices` the server’s notices',
    auth: 'user',
    permission: 'database:write',
    rate: 'query',
    needsActive: true,
    body: TransactionInput,
    /** One result per statement: its last. */
    reply: QueryReply,
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    bodyValuesMost: 6 * maxTransactionStatements,
    errors: ['query_key_in_use', 'payload_too_large', 'rows_changed', 'production_locked', ...databaseErrors],
  }),
  cancel: post('/cancel', {
    summary: 'Cancel a running query by its key',
    auth: 'user',
    permission: 'database:read',
    rate: 'stop',
    needsActive: true,
    body: z.object({ key: z.string().min(1).max(100) }),
    reply: z.object({ cancelled: z.boolean() }),
    errors: ['query_not_found'],
  }),
})
