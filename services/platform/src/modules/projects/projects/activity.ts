import { targetOf } from '@colonnade/clusters'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import { isoTime, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Context } from './context.ts'

/** Reads size, connections and traffic from the statistics views of the project's own database. */
export async function readActivity(ctx: Context, ref: string): Promise<ProjectActivity> {
  const endpoint = await ctx.clusters.endpoint(ref)
  const [row, disk] = await Promise.all([
    withClient(targetOf(endpoint, 'administrator'), (client) =>
      client.first<Omit<ProjectActivity, 'disk_bytes'>>(sql`
        select pg_database_size(d.datname) as database_bytes,
          (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', '_colonnade', 'auth', 'storage', 'realtime', 'vault')) as tables,
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and usesysid is distinct from 10) as active_connections,
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and state = 'active' and usesysid is distinct from 10)
            as active_queries,
          current_setting('max_connections')::int as max_connections,
          d.xact_commit + d.xact_rollback as transactions,
          round(d.blks_hit::numeric / nullif(d.blks_hit + d.blks_read, 0), 4)::float8 as cache_hit_ratio,
          ${isoTime('s', 'started')} as started_at
        from pg_stat_database d, lateral (select pg_postmaster_start_time() as started) s where d.datname = current_database()`),
    ),
    ctx.clusters.can(ref, 'machine')?.size(ref) ?? null,
  ])
  return { ...row!, disk_bytes: disk }
}
