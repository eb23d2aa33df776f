import { billingPeriod, countDays, dayOf, type DayRange, hoursBegun, listDays } from '@colonnade/contracts/billing/billing-periods'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import {
  type DailyUsage,
  type UsageItem,
  type UsageQuery,
  type UsageReport,
  type UsageSeries,
  usageSeriesMost,
} from '@colonnade/contracts/organizations/usage'
import { planLimits, type UsageMetric, type UsageMetricInfo, usageMetricOf, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { AppError } from '@colonnade/core'
import type { FileStream } from '@colonnade/http'
import type { Queryable } from '@colonnade/pg'
import { Readable } from 'node:stream'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { csvLine } from '../audit-log/csv-line.ts'
import { daysByPlan, listPlans } from '../../../kernel/plans/plan-days.ts'
import * as store from './store.ts'
import type { PlatformContext } from '../../../kernel/context.ts'

/** Who asks, and in which organization. */
interface Reader {
  readonly actor: Actor
  readonly scope: OrganizationScope
}

/** @throws AppError `project_not_found` for one that was never the organization's, or is not the reader's */
export async function retrieveUsage(ctx: PlatformContext, reader: Reader, query: UsageQuery): Promise<UsageReport> {
  return { ...(await report(ctx, await askedFor(ctx, reader, query))), is_partial: !seesAll(reader.scope) }
}

/** What all projects of an organization use in the billing period that it is now, whoever asks. */
export async function retrieveWholeUsage(ctx: PlatformContext, organizationId: string): Promise<UsageItem[]> {
  return (await report(ctx, { organizationId, refs: undefined, ...daysAskedFor({}, ctx.clock.date()) })).usages
}

async function report(ctx: PlatformContext, of: store.UsageOf): Promise<Omit<UsageReport, 'is_partial'>> {
  const [measured, sums] = await Promise.all([store.findMeasured(ctx.database, of.organizationId), store.sumUsage(ctx.database, of)])
  const { plan, usage_billing_enabled, until, since } = measured
  const hours = hoursMeasured(of, since, ctx.clock.date())
  const usages = usageMetrics.map((metric): UsageItem => {
    const { freeUnits, isCapped } = planLimits[metric.id][plan]
    const sum = sums.find((one) => one.metric === metric.id)
    return {
      metric: metric.id,
      capped: isCapped && !usage_billing_enabled,
      available_in_plan: true,
      unlimited: freeUnits === null,
      usage: sum === undefined ? 0 : inUnits(metric, sum, hours),
      pricing_free_units: freeUnits,
    }
  })
  return { usage_billing_enabled, start: of.start, end: of.end, measured_until: until, usages, ...(await countPlanDays(ctx, of)) }
}

async function countPlanDays(
  { database, clock }: PlatformContext,
  { organizationId, start, end }: store.UsageOf,
): Promise<Pick<UsageReport, 'free_days' | 'paid_days'>> {
  const now = clock.date()
  const history = await listPlans(database, organizationId, now)
  const days = daysByPlan({ start, end: end < dayOf(now) ? end : dayOf(now) }, history)
  const free = days.get('free') ?? 0
  return { free_days: free, paid_days: [...days.values()].reduce((sum, count) => sum + count, -free) }
}

/**
 * What was used on some days of a time, in units of the metrics. Averages are over all of the time, also where something was there for a part of
 * it, or it is not over.
 */
export async function measureUsage(db: Queryable, of: store.UsageOf, days: readonly string[]): Promise<Partial<Record<UsageMetric, number>>> {
  const [sums, hours] = [await store.sumUsage(db, of, days), countDays(of) * 24]
  const known = usageMetrics.flatMap((metric) =>
    sums.filter((sum) => sum.metric === metric.id).map((sum) => [metric.id, inUnits(metric, sum, hours)] as const),
  )
  return Object.fromEntries(known)
}

/** @throws AppError as `retrieveUsage` */
export async function listDailyUsage(
  ctx: PlatformContext,
  reader: Reader,
  { metric: id, ...query }: UsageQuery & { readonly metric: UsageMetric },
): Promise<DailyUsage> {
  const { scope } = reader
  const metric = usageMetricOf(id)
  const of = { ...(await askedFor(ctx, reader, query)), metric: id, isPeak: metric.kind === 'peak' }
  const { refs, projects } = await store.findMost(ctx.database, of, usageSeriesMost)
  const [rows, others, names, { since }] = await Promise.all([
    store.listDaysOf(ctx.database, of, refs),
    projects > refs.length ? store.listDaysOfOthers(ctx.database, of, refs) : [],
    store.nameProjects(ctx.database, scope.organizationId),
    store.findMeasured(ctx.database, scope.organizationId),
  ])
  const now = ctx.clock.date()
  const days = listDays(of)
  const quantitiesOf = (own: readonly Omit<store.DayRow, 'project_ref'>[]): UsageSeries['quantities'] => {
    const byDay = new Map(own.map((row) => [row.day, row]))
    return days.map((day) => {
      if (since === null || day < since || day > dayOf(now)) return null
      const row = byDay.get(day)
      return row === undefined ? 0 : inUnits(metric, row, hoursBegun({ start: day, end: day }, now))
    })
  }
  const byRef = Map.groupBy(rows, ({ project_ref: ref }) => ref)
  const series = refs.map((ref): UsageSeries => ({ project_ref: ref, name: names.get(ref) ?? null, quantities: quantitiesOf(byRef.get(ref) ?? []) }))
  if (projects > refs.length) series.push({ project_ref: null, name: null, quantities: quantitiesOf(others) })
  return { days, series, projects }
}

/** Day by day, oldest first. @throws AppError as `retrieveUsage` */
export async function downloadUsage(ctx: PlatformContext, reader: Reader, query: UsageQuery): Promise<FileStream> {
  const { scope } = reader
  const of = await askedFor(ctx, reader, query)
  const names = await store.nameProjects(ctx.database, scope.organizationId)
  async function* parts(): AsyncGenerator<string> {
    yield csvLine(['day', 'project_ref', 'project_name', 'metric', 'quantity', 'unit'])
    for (const day of listDays(of)) {
      const range = { start: day, end: day }
      const rows = await store.listDay(ctx.database, { ...of, ...range })
      const hours = hoursBegun(range, ctx.clock.date())
      const lines = rows.map(({ project_ref: ref, metric, quantity }) => {
        const info = usageMetricOf(metric)
        return csvLine([day, ref, names.get(ref) ?? null, metric, inUnits(info, { total: quantity, highest: quantity }, hours), info.unit])
      })
      if (lines.length > 0) yield lines.join('')
    }
  }
  return {
    stream: Readable.from(parts(), { objectMode: false }),
    fileName: `${scope.slug}_usage_${of.start}_${of.end}.csv`,
    mediaType: 'text/csv; charset=utf-8',
  }
}

/** Whoever does not see projects in the organization itself, as who is limited to some of them, sees what their own ones use. */
function seesAll({ permissions }: OrganizationScope): boolean {
  return isAllowed(permissions, 'projects:read')
}

async function askedFor({ clock, database }: PlatformContext, { actor, scope }: Reader, query: UsageQuery): Promise<store.UsageOf> {
  const { organizationId } = scope
  const { project_ref: ref } = query
  const own = seesAll(scope) ? undefined : await store.listOwnRefs(database, organizationId, actor.userId)
  const isTheirs = ref === undefined || (own === undefined ? await store.hasProject(database, organizationId, ref) : own.includes(ref))
  if (!isTheirs) throw new AppError('project_not_found', { ref })
  return { organizationId, refs: ref === undefined ? own : [ref], ...daysAskedFor(query, clock.date()) }
}

/** The billing period that it is now; where one end is given, the period that this is in. */
export function daysAskedFor({ start, end }: Pick<UsageQuery, 'start' | 'end'>, now: Date): DayRange {
  const known = end ?? start
  const period = billingPeriod(known === undefined ? now : new Date(known))
  return { start: start ?? period.start, end: end ?? period.end }
}

/** Hours that an average is over: those of the time asked for in which something was measured. */
function hoursMeasured({ start, end }: DayRange, since: string | null, now: Date): number {
  return hoursBegun({ start: since !== null && since > start && since <= end ? since : start, end }, now)
}

/** Bytes that lay there are summed for each hour, and hours in seconds. */
function inUnits({ kind, unit }: UsageMetricInfo, { total, highest }: { readonly total: number; readonly highest: number }, hours: number): number {
  if (kind === 'peak') return highest
  if (kind === 'average') return Math.round(total / hours)
  return unit === 'hours' ? total / 3_600 : total
}
