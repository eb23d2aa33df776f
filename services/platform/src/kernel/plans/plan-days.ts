import { addDays, dayOf, type DayRange, listDays } from '@colonnade/contracts/billing/billing-periods'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Days on each plan, by the plan at the day's end. */
export function daysByPlan(period: DayRange, history: readonly PlanAt[]): Map<PlanId, number> {
  const days = new Map<PlanId, number>()
  for (const day of listDays(period)) {
    const plan = planOf(day, history)
    if (plan !== undefined) days.set(plan, (days.get(plan) ?? 0) + 1)
  }
  return days
}

/** Returns every plan of an organization before a time, oldest first. */
export function listPlans(
  db: Queryable,
  organizationId: string,
  before: Date,
): Promise<{ readonly at: Date; readonly plan: PlanId; readonly usage_billing_enabled: boolean }[]> {
  return db.rows(sql`
    select at, plan, usage_billing_enabled from plan_changes where organization_id = ${organizationId} and at < ${before} order by at, id`)
}

/** A plan of an organization, and its start. */
export interface PlanAt {
  readonly at: Date
  readonly plan: PlanId
  readonly usage_billing_enabled: boolean
}

/** Returns the plan at the end of a day; undefined before the first one. */
export function planOf(day: string, history: readonly PlanAt[]): PlanId | undefined {
  const end = addDays(day, 1)
  return history.findLast(({ at }) => dayOf(at) < end)?.plan
}
