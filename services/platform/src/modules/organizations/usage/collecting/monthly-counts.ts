import type { UsageMetric } from '@colonnade/contracts/organizations/usage-metrics'
import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { TransformedImages } from './file-counts.ts'
import { sources } from './store.ts'

/** How many of something, each counted once a month, there have been in a month so far. */
export interface MonthlyCount {
  readonly ref: string
  /** Its first day (UTC). */
  readonly month: string
  readonly count: number
}

/** Records images that were rendered; those that were rendered before in the same month add nothing. */
export async function recordTransformedImages(tx: Transaction, now: Date, transformed: readonly TransformedImages[]): Promise<void> {
  const counts: MonthlyCount[] = []
  for (const { ref, month, images } of transformed) {
    await tx.run(sql`
      insert into transformed_images (source_ref, month, image) select ${ref}, ${month}, unnest(${images}::uuid[]) on conflict do nothing`)
    const row = await tx.first<{ count: number }>(sql`
      select count(*)::int as count from transformed_images where source_ref = ${ref} and month = ${month}`)
    counts.push({ ref, month, count: row!.count })
  }
  await recordMonthlyCounts(tx, now, 'image_transformations', counts)
}

/**
 * Records what has been added to counts of months since they were last read. An event begins where the one before ended, so reading twice adds
 * nothing, and ends with its month at the latest: what is read after the end of a month still counts for it.
 */
export async function recordMonthlyCounts(db: Queryable, now: Date, metric: UsageMetric, counts: readonly MonthlyCount[]): Promise<void> {
  if (counts.length === 0) return
  await db.run(sql`
    with read as (
      select r.ref, r.count, r.month::timestamp at time zone 'UTC' as begins_at, (r.month + interval '1 month') at time zone 'UTC' as ends_at
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r (ref text, month date, count bigint)
    ), added as (
      select r.ref, r.count - k.count as more, k.until, least(r.ends_at, ${now}::timestamptz) as ends_at
      from read r cross join lateral (
        select coalesce(max(e.ends_at), r.begins_at) as until, coalesce(sum(e.quantity), 0) as count from usage_events e
        where e.source_ref = r.ref and e.metric = ${metric} and e.starts_at >= r.begins_at and e.starts_at < r.ends_at
      ) k
    )
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select a.ref, ${metric}, a.until, a.ends_at, s.project_ref, organization_at(s.project_ref, s.organization_id, a.ends_at), a.more
    from added a join ${sources} s on s.ref = a.ref where a.more > 0 and a.until < a.ends_at
    on conflict do nothing`)
}
