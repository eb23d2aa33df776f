import { countDays, type DayRange, listDays } from '@colonnade/contracts/billing/billing-periods'
import type { InvoiceLine } from '@colonnade/contracts/billing/invoices'
import {
  computePrices,
  customDomainPrice,
  dedicatedPoolerPrice,
  pitrPrices,
  planPrices,
  pricedUnitOf,
  usagePrices,
} from '@colonnade/contracts/billing/prices'
import { type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { planLimits, type UsageMetric, usageMetricOf, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { computes } from '@colonnade/contracts/projects/projects'
import { daysByPlan, type PlanAt, planOf } from '../../../kernel/plans/plan-days.ts'
import { messages } from './messages.ts'

export interface BilledPeriod {
  readonly period: DayRange
  /** Its last day that counts; all of it unless said. */
  readonly until?: string
  /** All changes until the end of the period, the first one first. */
  readonly history: readonly PlanAt[]
  /** What was used on its paid days, in units of the metrics. */
  readonly used: Readonly<Partial<Record<UsageMetric, number>>>
  /** Seconds of each add-on on its paid days, of all projects: `addon.ci_small`, `addon.pitr_7`, `addon.ipv4`, `addon.custom_domain`. */
  readonly addons: Readonly<Record<string, number>>
}

/**
 * What a billing period costs, in whole cents. A day costs what the plan that it ends with costs for that day. An add-on costs by the second;
 * compute counts while it is awake. What is used beyond the plan that the period ends with is billed when the spend cap is off then. Each
 * line is rounded to the cent, half of one up. The Free plan bills nothing: what was used on its days is left out of what is given here.
 */
export function invoiceLines({ period, until = period.end, history, used, addons }: BilledPeriod): InvoiceLine[] {
  const planDays = daysByPlan({ start: period.start, end: until }, history)
  if ([...planDays.keys()].every((plan) => plan === 'free')) return []
  const last = history.at(-1)!
  return [
    ...[...planDays].flatMap(([plan, days]) => planLine(plan, days, countDays(period))),
    ...Object.entries(addons)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([addon, seconds]) => addonLine(addon, seconds, countDays(period) * 86_400)),
    ...(last.usage_billing_enabled && last.plan !== 'free' ? usageMetrics.flatMap(({ id }) => usageLine(id, last.plan, used[id] ?? 0)) : []),
  ].filter(({ cents }) => cents > 0)
}

/** Days that ended on another plan than the Free one, which bills nothing. Days before there was any plan are nobody's. */
export function listPaidDays(period: DayRange, history: readonly PlanAt[]): string[] {
  return listDays(period).filter((day) => (planOf(day, history) ?? 'free') !== 'free')
}

function planLine(plan: PlanId, days: number, all: number): InvoiceLine[] {
  const price = planPrices[plan]
  if (price === null) return []
  const { name } = plans.find(({ id }) => id === plan)!
  return [{ description: `${name} plan`, quantity: `${days} of ${all} days`, cents: Math.round((price * days) / all) }]
}

function addonLine(addon: string, seconds: number, all: number): InvoiceLine[] {
  const found = addonOf(addon)
  if (found === null) return []
  return [{ description: found.name, quantity: `${(seconds / 3_600).toFixed(1)} hours`, cents: Math.round((found.price * seconds) / all) }]
}

function addonOf(addon: string): { readonly name: string; readonly price: number } | null {
  const size = computes.find(({ id }) => addon === `addon.ci_${id}`)
  if (size !== undefined) return { name: messages.lines.compute(size.name), price: computePrices[size.id] }
  const [days, price] = Object.entries(pitrPrices).find(([each]) => addon === `addon.pitr_${each}`) ?? []
  if (days !== undefined && price !== undefined) return { name: messages.lines.pitr(days), price }
  if (addon === 'addon.custom_domain') return { name: messages.lines.customDomain, price: customDomainPrice }
  return addon === 'addon.ipv4' ? { name: messages.lines.dedicatedPooler, price: dedicatedPoolerPrice } : null
}

function usageLine(metric: UsageMetric, plan: PlanId, used: number): InvoiceLine[] {
  const [price, { freeUnits }] = [usagePrices[metric], planLimits[metric][plan]]
  if (price === undefined || freeUnits === null || used <= freeUnits) return []
  const info = usageMetricOf(metric)
  const { name, unit } = info
  const over = used - freeUnits
  const priced = over / pricedUnitOf(info).size
  const quantity = { bytes: `${priced.toFixed(1)} GB`, hours: `${over.toFixed(1)} hours`, count: over.toLocaleString('en') }[unit]
  return [{ description: messages.lines.usage(name), quantity, cents: Math.round(price * priced) }]
}
