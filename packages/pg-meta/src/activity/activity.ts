import { literal, sql, toText, type SqlText } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

/** What a backend is doing, from pg_stat_activity. */
export const RunningQuery = z.object({
  process_id: z.number().int(),
  /** The database user; null for workers of the server itself. */
  user: z.string().nullable(),
  application: z.string(),
  client: z.string().nullable(),
  /** "client backend", "autovacuum worker" … */
  backend: z.string(),
  /** "active", "idle in transaction", "idle in transaction (aborted)" … */
  state: z.string(),
  /** What it waits for: "Lock", "IO" … and its name; null while it works. */
  wait_type: z.string().nullable(),
  wait_event: z.string().nullable(),
  /** Seconds in this state: that the query runs, or that the transaction idles. */
  seconds: z.number(),
  /** Seconds that its transaction is open; null outside of one. */
  transaction_seconds: z.number().nullable(),
  /** Processes that hold what it waits for; 0 is a prepared transaction. */
  blocked_by: z.array(z.number().int()),
  /** What it runs, or ran last; as much of it as the server keeps. */
  query: z.string(),
})
export type RunningQuery = z.infer<typeof RunningQuery>

/** Most backends in the list. */
const maxQueries = 500

/** What runs in the database now, and transactions that idle; the one that asks is left out. Longest first. */
export function listRunningQueries(): Statement<z.ZodArray<typeof RunningQuery>> {
  return listing(
    sql`select a.pid as process_id, a.usename::text as "user", a.application_name as application, pg_catalog.host(a.client_addr) as client, a.backend_type as backend, a.state,
  a.wait_event_type as wait_type, a.wait_event,
  greatest(0, extract(epoch from pg_catalog.clock_timestamp() - case when a.state = 'active' then a.query_start else a.state_change end))::float8 as seconds,
  greatest(0, extract(epoch from pg_catalog.clock_timestamp() - a.xact_start))::float8 as transaction_seconds,
  case when a.wait_event_type = 'Lock' then pg_catalog.to_jsonb(pg_catalog.pg_blocking_pids(a.pid)) else '[]'::jsonb end as blocked_by,
  a.query
from pg_catalog.pg_stat_activity a
where a.datname = pg_catalog.current_database() and a.pid <> pg_catalog.pg_backend_pid() and a.state is not null and a.state <> 'idle'
  and a.backend_type in ('client backend', 'autovacuum worker')
order by seconds desc, a.pid
limit ${maxQueries};`,
    RunningQuery,
  )
}

/** Stops what a backend runs; its session goes on. A row with `false` when there is no such backend. */
export function cancelQuery(processId: number): SqlText {
  return toText(sql`select pg_catalog.pg_cancel_backend(${literal(processId)}::int4) as signalled;`)
}

/** Ends a backend with its session; what its transaction did is rolled back. A row with `false` when there is no such backend. */
export function terminateQuery(processId: number): SqlText {
  return toText(sql`select pg_catalog.pg_terminate_backend(${literal(processId)}::int4) as signalled;`)
}
