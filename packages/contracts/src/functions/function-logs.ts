import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { commaList, Timestamp } from '../foundation/values.ts'

const entry = {
  /** Increases with time and orders the rows. */
  id: z.string(),
  timestamp: Timestamp,
  slug: z.string(),
  version: z.number().int(),
  /** ID of the worker; empty for a call without one. */
  execution_id: z.string(),
}

export const FunctionLine = z.object({
  ...entry,
  kind: z.literal('line'),
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string(),
  /** null if no request, or more than one, could have caused the line. */
  request_id: z.string().nullable(),
})
export type FunctionLine = z.infer<typeof FunctionLine>

/** Limits of a call or its worker: memory in bytes, others in milliseconds. `response` is the wait for the first byte. */
export const exceedableLimits = ['memory', 'cpu', 'duration', 'response'] as const

export const FunctionInvocation = z.object({
  ...entry,
  kind: z.literal('invocation'),
  request_id: z.string(),
  method: z.string(),
  /** Path below the function, starting with a slash, without the query string. */
  path: z.string(),
  status: z.number().int(),
  /** Error code of the platform or the function's `sb-error-code`; null for any other response of the function. */
  error_code: z.string().nullable(),
  /** The exceeded limit with its value at that time. */
  limit: z.object({ name: z.enum(exceedableLimits), most: z.number() }).nullish(),
  duration_ms: z.number(),
  /** True if the call started a worker. */
  is_cold: z.boolean(),
  /** CPU time of its worker during the call, for all requests together. */
  cpu_ms: z.number(),
  /** Peak memory of its worker. */
  memory_bytes: z.number(),
})
export type FunctionInvocation = z.infer<typeof FunctionInvocation>

const FunctionBoot = z.object({ ...entry, kind: z.literal('boot'), boot_ms: z.number() })
const FunctionShutdown = z.object({ ...entry, kind: z.literal('shutdown'), reason: z.string(), cpu_ms: z.number(), memory_bytes: z.number() })

export const FunctionLogRow = z.discriminatedUnion('kind', [FunctionLine, FunctionInvocation, FunctionBoot, FunctionShutdown])
export type FunctionLogRow = z.infer<typeof FunctionLogRow>

export const logRowsMost = 1_000

const kinds = ['line', 'invocation', 'boot', 'shutdown'] as const
const cursor = z.string().max(40)

export const FunctionLogQuery = z.object({
  slug: z.string().max(64).optional(),
  /** Rows of one request, by the `sb-request-id` of its response. */
  request_id: z.string().max(200).optional(),
  /** Comma-separated; all if omitted. */
  kinds: commaList(z.enum(kinds)).optional(),
  /** Rows right after the row with this ID. If omitted, the newest rows. */
  after: cursor.optional(),
  /** Rows before the row with this ID. */
  before: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(logRowsMost).default(100),
})

/** Intervals of statistics and the length of their steps. */
export const statIntervals = {
  '15min': { ms: 15 * 60_000, stepMs: 30_000 },
  '1hr': { ms: 3_600_000, stepMs: 120_000 },
  '3hr': { ms: 3 * 3_600_000, stepMs: 300_000 },
  '1day': { ms: 86_400_000, stepMs: 3_600_000 },
} as const
export const StatInterval = z.enum(['15min', '1hr', '3hr', '1day'])
export type StatInterval = z.infer<typeof StatInterval>

const counts = z.array(z.number().int())
const figures = z.array(z.number().nullable())

export const FunctionStats = z.object({
  slug: z.string(),
  calls: z.number().int(),
  /** Calls with a status of 500 or higher. */
  errors: z.number().int(),
  cold_starts: z.number().int(),
  /** Median; null without calls, as are all statistics. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  /** Failed calls by error code, or by status without a code; most frequent first. */
  codes: z.array(z.object({ status: z.number().int(), code: z.string().nullable(), calls: z.number().int() })),
  /** One value per entry of `times`. */
  steps: z.object({
    /** Calls by status: below 400, below 500, and higher. */
    succeeded: counts,
    refused: counts,
    failed: counts,
    cold_starts: counts,
    p50_ms: figures,
    p95_ms: figures,
    /** Mean per call. */
    cpu_ms: figures,
    /** Peak memory of a worker. */
    memory_bytes: figures,
  }),
})
export type FunctionStats = z.infer<typeof FunctionStats>

export const FunctionStatsReply = z.object({
  /** Start of each step in milliseconds since 1970, oldest first. */
  times: z.array(z.number().int()),
  /** Called functions, ordered by slug. */
  functions: z.array(FunctionStats),
})
export type FunctionStatsReply = z.infer<typeof FunctionStatsReply>

const base = { auth: 'user', needs: 'machine' } as const

/** Logs of edge functions. The log of a project is bounded, so a busy project has a shorter history. Does not wake the project. */
export const functionLogs = resource('/platform/functions/{ref}', {
  list: get('/logs', {
    ...base,
    permission: 'project_edge_function:all',
    summary: 'List logs of edge functions: output, calls, and worker starts and ends, oldest first',
    query: FunctionLogQuery,
    reply: z.object({ rows: z.array(FunctionLogRow) }),
  }),
  stats: get('/stats', {
    ...base,
    permission: 'projects:read',
    summary: 'Retrieve statistics of edge functions: calls, responses and resource usage',
    query: z.object({ interval: StatInterval.default('1day'), slug: z.string().max(64).optional() }),
    reply: FunctionStatsReply,
  }),
})
