import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { moneyText, planPrices } from '@colonnade/contracts/billing/prices'
import { pitrDaysOf } from '@colonnade/contracts/copies/pitr'
import { backupRules } from '@colonnade/contracts/copies/rules'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { planLimits, usageMetrics, type UsageUnit } from '@colonnade/contracts/organizations/usage-metrics'
import type { AddonType } from '@colonnade/contracts/projects/addons'
import { sleepRules } from '@colonnade/contracts/projects/sleeps'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'

/** One line of the comparison of plans. */
export interface PlanLine {
  readonly label: string
  readonly of: (plan: PlanId) => string
}

export function priceText(plan: PlanId, currency: string): string {
  const cents = planPrices[plan]
  return cents === null ? 'As agreed' : `${moneyText(cents, currency)} a month`
}

const amount = (unit: UsageUnit, quantity: number): string =>
  ({ bytes: formatBytes(quantity), hours: `${formatNumber(quantity)} h`, count: formatNumber(quantity) })[unit]
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** What plans include; metrics of which every plan has as much as one likes are left out. */
export const planLines: readonly PlanLine[] = [
  ...usageMetrics
    .filter(({ id }) => Object.values(planLimits[id]).some(({ freeUnits }) => freeUnits !== null))
    .map(({ id, name, unit }) => ({
      label: name,
      of: (plan: PlanId) => {
        const { freeUnits } = planLimits[id][plan]
        return freeUnits === null ? 'No limit' : amount(unit, freeUnits)
      },
    })),
  { label: 'Daily backups are kept', of: (plan) => daysText(backupRules[plan].keptDays) },
  { label: 'Backups by hand', of: (plan) => String(backupRules[plan].manualMost) },
  { label: 'Point-in-time recovery', of: (plan) => `up to ${daysText(pitrDaysOf(plan).at(-1) ?? 0)}` },
  { label: 'Custom domain', of: (plan) => (plan === 'free' ? 'No' : 'Add-on') },
  { label: 'Dedicated pooler', of: (plan) => (plan === 'free' ? 'No' : 'Add-on') },
  {
    label: 'Projects sleep',
    of: (plan) => {
      const { mostMinutes } = sleepRules[plan]
      return mostMinutes === null ? 'Only when chosen' : `After ${mostMinutes} min at most`
    },
  },
]

/** What add-ons that are on cost from a change to a paid plan on; of the Free plan, which bills nothing. Empty where nothing is. */
export function billedFromThen({ plan, addons, currency }: Pick<BillingReport, 'plan' | 'addons' | 'currency'>, to: PlanId): string[] {
  const billed = plan === 'free' && to !== 'free' ? addons.filter(({ monthly_cents: cents }) => cents > 0) : []
  const lines = billed.map(
    ({ project_name: project, type, name, monthly_cents: cents }) => `${project}: ${addonText(type, name)}, ${moneyText(cents, currency)} a month`,
  )
  const total = billed.reduce((sum, { monthly_cents: cents }) => sum + cents, 0)
  return lines.length > 1 ? [...lines, `Together ${moneyText(total, currency)} a month`] : lines
}

/** "Compute: Micro" */
export function addonText(type: AddonType, name: string): string {
  return { compute_instance: `Compute: ${name}`, pitr: `Recovery: ${name}`, custom_domain: name, ipv4: name }[type]
}
