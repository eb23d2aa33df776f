import type { UsageMetric } from '@colonnade/contracts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** What is asked for: days of UTC, the last one included. */
export interface UsageOf {
  readonly organizationId: string
  readonly projectRef: string | undefined
  readonly start: string
  readonly end: string
}

const ofDays = ({ organizationId, projectRef, start, end }: UsageOf): Fragment => sql`
  organization_id = ${organizationId} and day between ${start} and ${end} ${projectRef === undefined ? sql`` : sql`and project_ref = ${projectRef}`}`

/** Sums of each metric, and the highest of a day. */
export function sumUsage(db: Queryable, of: UsageOf): Promise<{ readonly metric: UsageMetric; readonly total: number; readonly highest: number }[]> {
  return db.rows(sql`
    select metric, sum(quantity)::float8 as total, max(quantity)::float8 as highest from usage_days where ${ofDays(of)} group by metric`)
}

export interface DayRow {
  /** null: of those that come after the first ones. */
  readonly project_ref: string | null
  readonly place: number
  readonly day: string
  readonly total: number
  readonly highest: number
}

/** One metric by days and projects: those with the most by themselves, the others together. */
export function listDaysOf(db: Queryable, of: UsageOf & { readonly metric: UsageMetric; readonly alone: number }): Promise<DayRow[]> {
  return db.rows<DayRow>(sql`
    with own as materialized (
      select project_ref, day, quantity from usage_days where metric = ${of.metric} and ${ofDays(of)}
    ), ranked as (
      select project_ref, row_number() over (order by sum(quantity) desc, project_ref) as place from own group by project_ref
    )
    select case when r.place <= ${of.alone} then o.project_ref end as project_ref, least(r.place, ${of.alone} + 1)::int as place, o.day::text as day,
      sum(o.quantity)::float8 as total, max(o.quantity)::float8 as highest
    from own o join ranked r on r.project_ref = o.project_ref group by 1, 2, 3 order by 2, 3`)
}

/** How many projects have any of a metric. */
export async function countProjects(db: Queryable, of: UsageOf & { readonly metric: UsageMetric }): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(distinct project_ref)::int as count from usage_days where metric = ${of.metric} and ${ofDays(of)}`)
  return row!.count
}

/** Everything of one day, for a file. */
export function listDay(
  db: Queryable,
  of: UsageOf,
): Promise<{ readonly project_ref: string; readonly metric: UsageMetric; readonly quantity: number }[]> {
  return db.rows(sql`
    select project_ref, metric, quantity::float8 as quantity from usage_days where ${ofDays(of)} order by project_ref, metric`)
}

/** Names of projects that are there, by ref. */
export async function nameProjects(db: Queryable, organizationId: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ ref: string; name: string }>(sql`
    select ref, name from projects where organization_id = ${organizationId} and status <> 'REMOVED'`)
  return new Map(rows.map(({ ref, name }) => [ref, name]))
}

/** Also one that is removed: it used something. */
export async function hasProject(db: Queryable, organizationId: string, ref: string): Promise<boolean> {
  const row = await db.first(sql`select from projects where organization_id = ${organizationId} and ref = ${ref}`)
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
