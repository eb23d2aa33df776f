import type { UsageMetric } from '@colonnade/contracts/organizations/usage-metrics'
import { isoTime, type Queryable } from '@colonnade/pg'
import { empty, type Fragment, sql } from '@colonnade/sql'

/** What is asked for: days of UTC, the last one included. */
export interface UsageOf {
  readonly organizationId: string
  /** Of these projects; undefined: of all that the organization has, and had. */
  readonly refs: readonly string[] | undefined
  readonly start: string
  readonly end: string
}

/** Where the days of what is asked for are: those of all projects together are a table of their own, a thousandth of the other. */
const daysOf = (of: UsageOf): Fragment =>
  of.refs === undefined ? sql`usage_totals where organization_id = ${of.organizationId} and day between ${of.start} and ${of.end}` : projectDaysOf(of)

const projectDaysOf = ({ organizationId, refs, start, end }: UsageOf): Fragment => {
  const among = refs === undefined ? empty : sql`and project_ref = any(${refs}::text[])`
  return sql`usage_days where organization_id = ${organizationId} and day between ${start} and ${end} ${among}`
}

/** Sums of each metric, and the highest of a day; of all days unless some are given. */
export function sumUsage(
  db: Queryable,
  of: UsageOf,
  days?: readonly string[],
): Promise<{ readonly metric: UsageMetric; readonly total: number; readonly highest: number }[]> {
  const among = days === undefined ? empty : sql`and day = any(${days}::date[])`
  return db.rows(sql`
    select metric, sum(quantity)::float8 as total, max(quantity)::float8 as highest from ${daysOf(of)} ${among} group by metric`)
}

export interface DayRow {
  readonly project_ref: string
  readonly day: string
  readonly total: number
  readonly highest: number
}

/** A metric of an organization; of what has peaks, days are not sums. */
export interface MetricOf extends UsageOf {
  readonly metric: UsageMetric
  readonly isPeak: boolean
}

export interface MostUsing {
  /** Those with the most, first. */
  readonly refs: readonly string[]
  /** How many projects have any. */
  readonly projects: number
}

/** Which projects have the most of a metric. */
export async function findMost(db: Queryable, of: MetricOf, alone: number): Promise<MostUsing> {
  if (of.refs?.length === 1) return { refs: of.refs, projects: 1 }
  // sums of float8: those of bigint take longer
  const most = await db.rows<{ project_ref: string; projects: number }>(sql`
    select project_ref, count(*) over ()::int as projects from ${projectDaysOf(of)} and metric = ${of.metric}
    group by project_ref order by sum(quantity::float8) desc, project_ref limit ${alone}`)
  return { refs: most.map(({ project_ref: ref }) => ref), projects: most[0]?.projects ?? 0 }
}

/** Days of single projects. */
export function listDaysOf(db: Queryable, of: MetricOf, refs: readonly string[]): Promise<DayRow[]> {
  return db.rows<DayRow>(sql`
    select project_ref, day::text as day, quantity::float8 as total, quantity::float8 as highest
    from ${projectDaysOf(of)} and metric = ${of.metric} and project_ref = any(${refs}::text[])`)
}

/** Days of all projects but those. */
export function listDaysOfOthers(db: Queryable, of: MetricOf, refs: readonly string[]): Promise<Omit<DayRow, 'project_ref'>[]> {
  if (of.isPeak) {
    return db.rows(sql`
      select day::text as day, 0::float8 as total, max(quantity)::float8 as highest
      from ${projectDaysOf(of)} and metric = ${of.metric} and project_ref <> all(${refs}::text[]) group by day`)
  }
  return db.rows(sql`
    with own as (
      select day, sum(quantity) as quantity from ${projectDaysOf(of)} and metric = ${of.metric} and project_ref = any(${refs}::text[]) group by day
    )
    select t.day::text as day, (t.quantity - coalesce(o.quantity, 0))::float8 as total, 0::float8 as highest
    from (select day, sum(quantity) as quantity from ${daysOf(of)} and metric = ${of.metric} group by day) t left join own o on o.day = t.day`)
}

/** Everything of one day, for a file. */
export function listDay(
  db: Queryable,
  of: UsageOf,
): Promise<{ readonly project_ref: string; readonly metric: UsageMetric; readonly quantity: number }[]> {
  return db.rows(sql`
    select project_ref, metric, quantity::float8 as quantity 
    from ${projectDaysOf(of)} and metric not like 'addon.%' order by project_ref, metric`)
}

/** Names of projects that are there, and those that projects had which went over to another organization, by ref. */
export async function nameProjects(db: Queryable, organizationId: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ ref: string; name: string }>(sql`
    select ref, name from (
      select project_ref as ref, name, id from project_transfers where from_organization = ${organizationId}
      union all select ref, name, null from projects where organization_id = ${organizationId} and status <> 'REMOVED'
    ) as named order by id nulls last`)
  return new Map(rows.map(({ ref, name }) => [ref, name]))
}

/** The projects of an organization that a person has. */
export async function listOwnRefs(db: Queryable, organizationId: string, userId: string): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(sql`
    select a.ref from project_access a join projects p using (ref)
    where a.organization_id = ${organizationId} and a.user_id = ${userId} and p.parent_ref is null and p.status <> 'REMOVED'`)
  return rows.map(({ ref }) => ref)
}

/** Also one that is removed, or that went over to another organization: it used something. */
export async function hasProject(db: Queryable, organizationId: string, ref: string): Promise<boolean> {
  const row = await db.first(sql`
    select from projects where organization_id = ${organizationId} and ref = ${ref}
    union all select from project_transfers where from_organization = ${organizationId} and project_ref = ${ref} limit 1`)
  return row !== undefined
}

/** Up to when everything is measured, and the day on which that began for an organization; null before the first time. */
export async function findMeasured(
  db: Queryable,
  organizationId: string,
): Promise<{
  readonly plan: 'free' | 'pro' | 'team' | 'enterprise'
  readonly usage_billing_enabled: boolean
  readonly until: string | null
  readonly since: string | null
}> {
  const row = await db.first<{ plan: 'free'; usage_billing_enabled: boolean; until: string | null; since: string | null }>(sql`
    select o.plan, o.usage_billing_enabled, (select ${isoTime('h', 'done_until')} from usage_hours h) as until,
      (greatest(o.created_at, (select min(from_at) from usage_presence)) at time zone 'UTC')::date::text as since
    from organizations o where o.id = ${organizationId}`)
  return row!
}
