import type { UsageMetric } from '@colonnade/contracts/organizations/usage-metrics'
import { computes } from '@colonnade/contracts/projects/projects'
import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { PeakReading } from './realtime-counts.ts'

/** How far a counter has come that began at a time. */
export interface CounterReading {
  readonly ref: string
  readonly metric: UsageMetric
  readonly since: Date
  readonly quantity: number
}

/** What lies on the disk, measured in an hour. */
export interface SizeReading {
  readonly ref: string
  readonly disk: number
  /** null of read replicas, which have none. */
  readonly backups: number | null
  /** Of storage; null of read replicas and branches, which have none of their own. */
  readonly files: number | null
}

const smallest = computes[0].id

/** Sizes stay what they were until they are measured again. */
const sizes = ['database_size', 'disk_size', 'backup_size', 'storage_size'] as const

/** Whatever has a cluster here, or had one: projects, branches and read replicas, with the project and the organization that they count for. */
export const sources = sql`(
  select p.ref, coalesce(p.parent_ref, p.ref) as project_ref, p.organization_id, p.inserted_at, p.removed_at, p.parent_ref is not null as is_branch,
    false as is_replica
  from projects p where p.driver = 'embedded'
  union all
  select r.cluster_ref, coalesce(p.parent_ref, p.ref), p.organization_id, r.inserted_at, null, false, true
  from replicas r join projects p on p.ref = r.project_ref
  union all
  select d.cluster_ref, d.project_ref, d.organization_id, d.inserted_at, d.removed_at, false, true from dropped_replicas d
)`

/** Lengthens the time in which somebody looks what runs; after a pause longer than `gapMs` another begins. */
export async function recordPresence(db: Queryable, now: Date, gapMs: number): Promise<void> {
  const seen = new Date(now.getTime() - gapMs)
  await db.run(sql`
    with last as (
      update usage_presence set until_at = greatest(until_at, ${now})
      where from_at = (select max(from_at) from usage_presence) and until_at >= ${seen} returning from_at
    )
    insert into usage_presence (from_at, until_at) select ${now}, ${now} where not exists (select from last) on conflict do nothing`)
}

/**
 * Records what counters have counted since they were last read, together with how far that is: read again they add nothing, and after a
 * restart, from zero, nothing is taken away.
 */
export async function recordCounters(db: Queryable, now: Date, readings: readonly CounterReading[]): Promise<void> {
  if (readings.length === 0) return
  await db.run(sql`
    with read as (
      select * from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r (ref text, metric text, since timestamptz, quantity bigint)
    ), counted as (
      select r.ref, r.metric, r.since, r.quantity, s.project_ref, s.organization_id,
        case when c.counting_since = r.since then r.quantity - c.quantity else r.quantity end as more,
        least(greatest(case when c.counting_since = r.since then c.read_at else r.since end, c.read_at), ${now}::timestamptz - interval '1 microsecond') as starts_at
      from read r join ${sources} s on s.ref = r.ref left join usage_counters c on c.source_ref = r.ref and c.metric = r.metric
    ), inserted as (
      insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
      select ref, metric, starts_at, ${now}, project_ref, organization_id, more from counted where more > 0
      on conflict do nothing returning source_ref, metric
    )
    insert into usage_counters as c (source_ref, metric, counting_since, quantity, read_at)
    select d.ref, d.metric, d.since, d.quantity, ${now} from counted d join inserted i on i.source_ref = d.ref and i.metric = d.metric
    on conflict (source_ref, metric) do update
      set counting_since = excluded.counting_since, quantity = excluded.quantity, read_at = excluded.read_at`)
}

/** Records the most clients of realtime at once, where that is more than there were before on the same day (UTC). */
export async function recordRealtimePeaks(db: Queryable, now: Date, peaks: readonly PeakReading[]): Promise<void> {
  await db.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select r.ref, 'realtime_peak_connections', ${now}::timestamptz - interval '1 microsecond', ${now}, s.project_ref, s.organization_id, r.peak
    from jsonb_to_recordset(${JSON.stringify(peaks)}::jsonb) as r (ref text, peak bigint) join ${sources} s on s.ref = r.ref
    where r.peak > coalesce((
      select max(e.quantity) from usage_events e
      where e.source_ref = r.ref and e.metric = 'realtime_peak_connections'
        and e.starts_at >= date_trunc('day', (${now}::timestamptz - interval '1 microsecond') at time zone 'UTC') at time zone 'UTC'
        and e.starts_at < ${now}), 0)
    on conflict do nothing`)
}

/** Clusters whose sizes were not measured yet in an hour. */
export function listUnmeasured(db: Queryable, hour: Date): Promise<{ readonly ref: string; readonly is_replica: boolean }[]> {
  return db.rows(sql`
    select s.ref, s.is_replica from ${sources} s
    where s.removed_at is null and not exists (
      select from usage_events e where e.source_ref = s.ref and e.metric = 'disk_size' and e.starts_at = ${hour})
    order by s.ref`)
}

/** Of the database it is the last sample, or while it sleeps for long what it was before. */
export async function recordSizes(db: Queryable, hour: Date, readings: readonly SizeReading[]): Promise<void> {
  await db.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select s.ref, m.metric, ${hour}, ${hour}::timestamptz + interval '1 hour', s.project_ref, s.organization_id, m.quantity
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r (ref text, disk bigint, backups bigint, files bigint)
      join ${sources} s on s.ref = r.ref,
      lateral (values ('disk_size', r.disk), ('backup_size', r.backups), ('storage_size', r.files), ('database_size', coalesce(
        (select d.database_bytes from project_samples d where d.ref = r.ref order by d.at desc limit 1),
        (select e.quantity from usage_events e where e.source_ref = r.ref and e.metric = 'database_size' order by e.starts_at desc limit 1)
      ))) as m (metric, quantity)
    where m.quantity is not null
    on conflict do nothing`)
}

/** The hour up to which all is measured; the first time, the one that it is now. */
export async function lockHours(db: Queryable, hour: Date): Promise<Date> {
  await db.run(sql`insert into usage_hours (done_until) values (${hour}) on conflict do nothing`)
  const row = await db.first<{ at: number }>(sql`select (extract(epoch from done_until) * 1000)::int8 as at from usage_hours for update`)
  return new Date(row!.at)
}

export async function markHours(db: Queryable, hour: Date): Promise<void> {
  await db.run(sql`update usage_hours set done_until = ${hour}`)
}

/** Hours in which nobody looked, before one: what lay on the disk lay there then too. */
export async function fillSizes(db: Queryable, since: Date, hour: Date): Promise<void> {
  await db.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select s.ref, m.metric, h.at, h.at + interval '1 hour', s.project_ref,
      organization_at(s.project_ref, s.organization_id, h.at + interval '1 hour'), l.quantity
    from ${sources} s cross join unnest(${sizes}::text[]) as m (metric)
      cross join lateral (
        select e.starts_at, e.quantity from usage_events e where e.source_ref = s.ref and e.metric = m.metric and e.starts_at < ${hour}
        order by e.starts_at desc limit 1
      ) l
      cross join lateral generate_series(
        greatest(l.starts_at + interval '1 hour', ${since}), ${hour}::timestamptz - interval '1 hour', interval '1 hour') as h (at)
    where s.removed_at is null or s.removed_at > h.at
    on conflict do nothing`)
}

/** Add-ons that are changed now are waited for, and others wait: what is counted of an hour is all that there was in it. */
export async function lockAddons(tx: Transaction): Promise<void> {
  await tx.run(sql`lock table addon_spans in share mode`)
}

/**
 * Closes whole hours: active time of servers, peak connections, time of branches and replicas, and time of add-ons while the platform ran, compute
 * sizes only while their servers were active. If a project changed its organization,
 * an hour counts for the one that had it at the hour's end.
 */
export async function recordHours(db: Queryable, since: Date, hour: Date): Promise<void> {
  await db.run(sql`
    with hours as (
      select h.at, tstzrange(h.at, h.at + interval '1 hour') as span
      from generate_series(${since}::timestamptz, ${hour}::timestamptz - interval '1 hour', interval '1 hour') as h (at)
    ), present as (
      select range_agg(tstzrange(from_at, until_at)) as spans from usage_presence where until_at > ${since}
    ), states as (
      select e.ref, e.status, e.at as from_at, coalesce(lead(e.at) over (partition by e.ref order by e.id), 'infinity') as to_at
      from project_events e
    ), active as (
      select ref, range_agg(tstzrange(from_at, greatest(from_at, to_at))) as spans
      from states where status = 'ACTIVE_HEALTHY' and to_at > ${since} and from_at < ${hour} group by ref
    ), asleep as (
      select ref, range_agg(tstzrange(slept_at, greatest(slept_at, coalesce(woken_at, 'infinity')))) as spans
      from project_sleeps where slept_at is not null and coalesce(woken_at, 'infinity') > ${since} group by ref
    ), awake as (
      select a.ref, a.spans * n.spans - coalesce(z.spans, '{}') as spans from active a cross join present n left join asleep z on z.ref = a.ref
    ), removed as (
      select ref, min(from_at) as at from states where status in ('GOING_DOWN', 'REMOVED') group by ref
    ), chosen as (
      select c.project_ref as ref, c.type, c.addon, range_agg(tstzrange(c.from_at, coalesce(c.to_at, 'infinity'))) as spans
      from addon_spans c
      where c.from_at < ${hour} and coalesce(c.to_at, 'infinity') > ${since} and c.addon <> ${`ci_${smallest}`} group by 1, 2, 3
    ), spent as (
      select ref, 'compute_hours' as metric, spans from awake
      union all
      select c.ref, 'addon.' || c.addon, c.spans * a.spans from chosen c join awake a on a.ref = c.ref where c.type = 'compute_instance'
      union all
      select c.ref, 'addon.' || c.addon, c.spans * n.spans * tstzmultirange(tstzrange('-infinity', r.at))
      from chosen c cross join present n left join removed r on r.ref = c.ref where c.type <> 'compute_instance'
    ), measured as (
      -- seconds that were only begun are given: halves of one, rounded up, would be billed twice
      select s.ref, s.metric, h.at, floor(extract(epoch from sum(upper(u.span) - lower(u.span)))) as quantity
      from spent s cross join hours h, unnest(s.spans * tstzmultirange(h.span)) as u (span) group by s.ref, s.metric, h.at
      union all
      select p.ref, 'connections', h.at, max(p.connections) from hours h join project_samples p on p.at <@ h.span group by p.ref, h.at
      union all
      select s.ref, case when s.is_branch then 'branches' else 'read_replicas' end, h.at,
        round(extract(epoch from upper(x.span) - lower(x.span)))
      from hours h cross join ${sources} s,
        lateral (select tstzrange(s.inserted_at, greatest(s.inserted_at, coalesce(s.removed_at, 'infinity'))) * h.span as span) x
      where (s.is_branch or s.is_replica) and not isempty(x.span)
    )
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select m.ref, m.metric, m.at, m.at + interval '1 hour', s.project_ref,
      organization_at(s.project_ref, s.organization_id, m.at + interval '1 hour'), m.quantity
    from measured m join ${sources} s on s.ref = m.ref where m.quantity > 0
    on conflict do nothing`)
}

/** Events that have become days long ago; the days stay. */
export async function pruneEvents(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from usage_events where ends_at < ${before}`)
  await db.run(sql`delete from dropped_replicas where removed_at < ${before}`)
  await db.run(sql`delete from addon_spans where to_at < ${before}`)
  await db.run(sql`delete from transformed_images where month < date_trunc('month', ${before}::timestamptz at time zone 'UTC')`)
  await db.run(sql`delete from usage_presence where until_at < ${before} and from_at <> (select min(from_at) from usage_presence)`)
}
