import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { moneyText, planPrices } from '@colonnade/contracts/billing/prices'
import { pitrDaysOf } from '@colonnade/contracts/copies/pitr'
import { backupRules } from '@colonnade/contracts/copies/rules'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { planLimits, usageMetrics, type UsageUnit } from '@colonnade/contracts/organizations/usage-metrics'
import type { AddonType } from '@colonnade/contracts/projects/addons'
import { sleepRules } from '@colonnade/contracts/projects/sleeps'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { planPriceText } from '../../lib/texts/plan-prices.ts'
import { addonText, lineText, planText } from './messages.ts'

/** One line of the comparison of plans. */
export interface PlanLine {
  readonly label: string
  readonly of: (plan: PlanId) => string
}

export function priceText(plan: PlanId, currency: string): string {
  return planPriceText(planPrices[plan], currency)
}

export const amountText = (unit: UsageUnit, quantity: number): string =>
  ({ bytes: formatBytes(quantity), hours: `${formatNumber(quantity)} h`, count: formatNumber(quantity) })[unit]

/** What plans include. Metrics without a limit on any plan are left out. */
export const planLines: readonly PlanLine[] = [
  ...usageMetrics
    .filter(({ id }) => Object.values(planLimits[id]).some(({ freeUnits }) => freeUnits !== null))
    .map(({ id, name, unit }) => ({
      label: name,
      of: (plan: PlanId) => {
        const { freeUnits } = planLimits[id][plan]
        return freeUnits === null ? lineText.noLimit : amountText(unit, freeUnits)
      },
    })),
  { label: lineText.dailyBackups, of: (plan) => lineText.days(backupRules[plan].keptDays) },
  { label: lineText.manualBackups, of: (plan) => String(backupRules[plan].manualMost) },
  { label: lineText.pitr, of: (plan) => lineText.upTo(lineText.days(pitrDaysOf(plan).at(-1) ?? 0)) },
  { label: lineText.customDomain, of: (plan) => (plan === 'free' ? lineText.no : lineText.addon) },
  { label: lineText.dedicatedPooler, of: (plan) => (plan === 'free' ? lineText.no : lineText.addon) },
  {
    label: lineText.sleep,
    of: (plan) => {
      const { mostMinutes } = sleepRules[plan]
      return mostMinutes === null ? lineText.sleepIfChosen : lineText.sleepAfter(mostMinutes)
    },
  },
]

/** Returns the add-ons that a change from the Free plan to a paid one starts to bill, with their prices. */
export function billedFromThen({ plan, addons, currency }: Pick<BillingReport, 'plan' | 'addons' | 'currency'>, to: PlanId): string[] {
  const billed = plan === 'free' && to !== 'free' ? addons.filter(({ monthly_cents: cents }) => cents > 0) : []
  const lines = billed.map(({ project_name: project, type, name, monthly_cents: cents }) =>
    planText.addonCost(project, addonName(type, name), moneyText(cents, currency)),
  )
  const total = billed.reduce((sum, { monthly_cents: cents }) => sum + cents, 0)
  return lines.length > 1 ? [...lines, planText.total(moneyText(total, currency))] : lines
}

/** "Compute: Micro" */
export function addonName(type: AddonType, name: string): string {
  return { compute_instance: addonText.compute(name), pitr: addonText.pitr(name), custom_domain: name, ipv4: name }[type]
}
