import type { ErrorCode } from '@colonnade/core'
import { z } from 'zod'
import { Text } from '../foundation/values.ts'
import { post, resource } from '../foundation/endpoint.ts'

/** Rows of one result set that are sent unless the caller asks for another cap. */
export const defaultRowLimit = 1_000
/** The largest cap that can be asked for. */
export const maxRowLimit = 100_000
/** Largest SQL text, in bytes. */
export const maxQueryBytes = 16 * 1024 * 1024

/** Postgres's protocol ends texts at a NUL: what follows would silently not run. */
const WithoutNul = z
  .string()
  .refine((text) => !text.includes('\0'), 'Leave out NUL characters')
  .refine((text) => text.isWellFormed(), 'Leave out half characters (a surrogate without its other half)')

/** Unknown fields are refused: what looks like a condition of a query must not be passed over in silence. */
export const QueryInput = z.strictObject({
  query: WithoutNul.min(1, 'Write a statement to run').max(maxQueryBytes),
  /** Chosen by the caller, unique among the project's running queries: the handle for cancelling. */
  key: z.string().min(1).max(100).optional(),
  /** Database role to run as; the project's `postgres` when left out. */
  role: WithoutNul.min(1).max(63).optional(),
  /** The database to ask, by its identifier; the primary when left out. Replicas read only. */
  database: z.string().min(1).max(100).optional(),
  /** Claims of the token that a request of the data API would bring with that role: `request.jwt.claims`. Needs `role`. */
  claims: z.record(z.string(), z.unknown()).optional(),
  /** Refuses every change, also one that a function would make. */
  read_only: z.boolean().default(false),
  /** Postgres's statement_timeout; 0 is none. */
  timeout_ms: z.number().int().min(0).max(86_400_000).default(60_000),
  /** Rows per result set; further ones are dropped and `truncated` says so. */
  row_limit: z.number().int().min(1).max(maxRowLimit).default(defaultRowLimit),
  /**
   * The project's name, typed by the person: needed for changes while the project's production lock is on. Without it the text runs as a role
   * that may only read, in a read-only transaction; what fails because of that has the code `production_locked`.
   */
  confirmed_name: Text(100).optional(),
})

/** What a change is recorded as among the project's migrations, in `supabase_migrations.schema_migrations`, with the caller's name and the time. */
export const MigrationName = z.object({ name: WithoutNul.min(1).max(200) })

/** A value of a parameter: the text that Postgres reads, such as `{1,2}` for an array. Lists and objects become JSON. */
export const QueryParameter = z.union([WithoutNul, z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())])

export const RunInput = QueryInput.extend({
  /** Values of $1, $2 and so on, for a single statement. */
  parameters: z.array(QueryParameter).max(65_535).optional(),
  /** Records the text, once it has run. Needs `database:write`, and no `role`. */
  migration: MigrationName.optional(),
})

export const QueryField = z.object({
  name: z.string(),
  /** As format_type() prints it, e.g. "character varying(20)", "integer[]" */
  type: z.string(),
  type_oid: z.number().int(),
  /** 0 when the column is not one of a table. */
  table_oid: z.number().int(),
  column_number: z.number().int(),
})
export type QueryField = z.infer<typeof QueryField>

export const QueryResult = z.object({
  fields: z.array(QueryField),
  /** Each value is the text that Postgres prints for it, so that nothing is rounded; null is NULL. */
  rows: z.array(z.array(z.string().nullable())),
  /** The command tag's words, e.g. "SELECT", "CREATE TABLE". */
  command: z.string(),
  /** Rows returned or touched, all of them counted; null when the statement has no count, or when it was stopped at the cap. */
  row_count: z.number().int().nullable(),
  truncated: z.boolean(),
  /** What it changed was rolled back later in the same run. */
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
  /** From sending the text to the last byte of its answer. */
  duration_ms: z.number(),
})
export type QueryReply = z.infer<typeof QueryReply>

/** Most statements of one transaction. */
export const maxTransactionStatements = 10_000

/** One statement of a transaction. */
export const TransactionStatement = z.object({
  query: WithoutNul.min(1).max(maxQueryBytes),
  /** Rows that it must return or touch: any other number means that the data is no longer what the caller saw. */
  expected_rows: z.number().int().min(0).optional(),
  /** What the migration keeps instead of the query, such as a text without its secrets; null keeps nothing of it. */
  recorded: WithoutNul.max(maxQueryBytes).nullable().optional(),
})
export type TransactionStatement = z.infer<typeof TransactionStatement>

export const TransactionInput = QueryInput.omit({ query: true, read_only: true, database: true }).extend({
  statements: z.array(TransactionStatement).min(1).max(maxTransactionStatements),
  /** Records the statements, in the same transaction. Needs no `role`. */
  migration: MigrationName.optional(),
})

/** What Postgres may answer to any statement, and what may happen on the way. */
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
      'Run SQL in a project: one text, any number of statements, atomic unless the text says otherwise. A failure says in `details.rolled_back` how many statements before it were rolled back with it',
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
      'Run statements in one transaction, all or none. A failure names its statement in `details.statement` (from 0; none when the commit failed); statements with other than the expected rows are listed in `details.statements`, with what the server remarked in `details.notices`',
    auth: 'user',
    permission: 'database:write',
    rate: 'query',
    needsActive: true,
    body: TransactionInput,
    /** One result for each statement: its last. */
    reply: QueryReply,
    bodyLimitBytes: maxQueryBytes + 64 * 1024,
    bodyValuesMost: 6 * maxTransactionStatements,
    errors: ['query_key_in_use', 'payload_too_large', 'rows_changed', 'production_locked', ...databaseErrors],
  }),
  cancel: post('/cancel', {
    summary: 'Cancel the running query with this key',
    auth: 'user',
    permission: 'database:read',
    rate: 'stop',
    needsActive: true,
    body: z.object({ key: z.string().min(1).max(100) }),
    reply: z.object({ cancelled: z.boolean() }),
    errors: ['query_not_found'],
  }),
})
