import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Reading } from './readings.ts'

export async function insertSample(db: Queryable, ref: string, at: Date, reading: Reading): Promise<void> {
  await db.run(sql`
    insert into project_samples (ref, at, connections, max_connections, active_queries, commits, rollbacks, blocks_hit, blocks_read,
      counting_since, database_bytes)
    values (${ref}, ${at}, ${reading.connections}, ${reading.max_connections}, ${reading.active_queries}, ${reading.commits}, ${reading.rollbacks},
      ${reading.blocks_hit}, ${reading.blocks_read}, ${reading.counting_since}, ${reading.database_bytes})
    on conflict do nothing`)
}

/** Returns samples since a time, oldest first. Rates are differences to the previous sample, which may be older. */
export function listSamples(db: Queryable, ref: string, since: Date): Promise<ActivitySample[]> {
  return db.rows<ActivitySample>(sql`
    with readings as (
      select *, commits + rollbacks - lag(commits + rollbacks) over w as transactions, blocks_hit - lag(blocks_hit) over w as hits,
        blocks_read - lag(blocks_read) over w as reads, extract(epoch from at - lag(at) over w) as seconds,
        -- a counter that fell began again, whatever the server says of it
        counting_since = lag(counting_since) over w and commits >= lag(commits) over w and rollbacks >= lag(rollbacks) over w
          and blocks_hit >= lag(blocks_hit) over w and blocks_read >= lag(blocks_read) over w as is_continued
      from project_samples
      where ref = ${ref} and at >= coalesce((select max(at) from project_samples where ref = ${ref} and at < ${since}), ${since})
      window w as (order by at)
    )
    select ${isoTime('r', 'at')} as at, connections, max_connections, active_queries, database_bytes,
      case when is_continued then round(transactions / seconds, 3)::float8 end as transactions_per_second,
      case when is_continued then round(hits::numeric / nullif(hits + reads, 0), 4)::float8 end as cache_hit_ratio
    from readings r where at >= ${since} order by r.at`)
}

export async function pruneSamples(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from project_samples where at < ${before}`)
}

/** Returns the connection counts of a project's last samples, newest first. */
export function lastConnections(db: Queryable, ref: string, count: number): Promise<Pick<ActivitySample, 'connections' | 'max_connections'>[]> {
  return db.rows(sql`select connections, max_connections from project_samples where ref = ${ref} order by at desc limit ${count}`)
}
