import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { commaList, Timestamp } from '../foundation/values.ts'

const entry = {
  /** Grows with time: rows are in its order. */
  id: z.string(),
  timestamp: Timestamp,
  slug: z.string(),
  version: z.number().int(),
  /** Of the worker; empty for a call that had none. */
  execution_id: z.string(),
}

export const FunctionLine = z.object({
  ...entry,
  kind: z.literal('line'),
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string(),
  /** null for what no request caused, or several at once may have. */
  request_id: z.string().nullable(),
})
export type FunctionLine = z.infer<typeof FunctionLine>

/** What a call or its worker can run out of: memory in bytes, the others in milliseconds. `response` is the wait for its first byte. */
export const exceedableLimits = ['memory', 'cpu', 'duration', 'response'] as const

export const FunctionInvocation = z.object({
  ...entry,
  kind: z.literal('invocation'),
  request_id: z.string(),
  method: z.string(),
  /** Below the function, with a slash; without what follows the question mark. */
  path: z.string(),
  status: z.number().int(),
  /** Why the platform answered, or what the function says in `sb-error-code`; null for any other reply of the function. */
  error_code: z.string().nullable(),
  /** Which limit the call exceeded, as it was then. */
  limit: z.object({ name: z.enum(exceedableLimits), most: z.number() }).nullish(),
  duration_ms: z.number(),
  /** A worker was started for it. */
  is_cold: z.boolean(),
  /** Of its worker while it ran, all requests together. */
  cpu_ms: z.number(),
  /** The most that its worker had. */
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
  /** Rows of one request: its id is the reply's `sb-request-id`. */
  request_id: z.string().max(200).optional(),
  /** Separated by commas; all if left out. */
  kinds: commaList(z.enum(kinds)).optional(),
  /** The id of a row: the rows right after it. Without it, the newest. */
  after: cursor.optional(),
  /** The id of a row: those before it. */
  before: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(logRowsMost).default(100),
})

/** What figures of functions cover, and how long each of their steps is. */
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
  /** Calls with a status of 500 or more. */
  errors: z.number().int(),
  cold_starts: z.number().int(),
  /** Half of the calls were faster; null without calls, as all figures. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  /** How calls that failed were answered, most frequent first: by their code, or by their status where they have none. */
  codes: z.array(z.object({ status: z.number().int(), code: z.string().nullable(), calls: z.number().int() })),
  /** A value for each of `times`. */
  steps: z.object({
    /** By status: below 400, below 500, and the others. */
    succeeded: counts,
    refused: counts,
    failed: counts,
    cold_starts: counts,
    p50_ms: figures,
    p95_ms: figures,
    /** The mean of a call. */
    cpu_ms: figures,
    /** The most that a worker had. */
    memory_bytes: figures,
  }),
})
export type FunctionStats = z.infer<typeof FunctionStats>

export const FunctionStatsReply = z.object({
  /** Starts of the steps, in milliseconds since 1970, oldest first. */
  times: z.array(z.number().int()),
  /** Functions that were called, in the order of their slugs. */
  functions: z.array(FunctionStats),
})
export type FunctionStatsReply = z.infer<typeof FunctionStatsReply>

const base = { auth: 'user', needs: 'machine' } as const

/** What edge functions printed and how they answered. The log of a project is bounded: a busy one doesn't reach far back. Wakes nobody. */
export const functionLogs = resource('/platform/functions/{ref}', {
  list: get('/logs', {
    ...base,
    permission: 'project_edge_function:all',
    summary: 'Show what edge functions printed, the calls that they answered, and how their workers started and ended, oldest first',
    query: FunctionLogQuery,
    reply: z.object({ rows: z.array(FunctionLogRow) }),
  }),
  stats: get('/stats', {
    ...base,
    permission: 'projects:read',
    summary: 'Show how often edge functions were called, how they answered, and what that took',
    query: z.object({ interval: StatInterval.default('1day'), slug: z.string().max(64).optional() }),
    reply: FunctionStatsReply,
  }),
})
