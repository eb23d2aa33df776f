import { moneyText, usagePrices } from '@colonnade/contracts/billing/prices'
import { type Organization, plans } from '@colonnade/contracts/organizations/organizations'
import { planLimits, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { numberText } from './rows-text.ts'

type Payer = Pick<Organization, 'plan' | 'managed_by' | 'name' | 'usage_billing_enabled'>

/** What an hour more of branches or read replicas costs an organization. */
export function hourPrice(
  { plan, managed_by: manager, name, usage_billing_enabled: isBilled }: Payer,
  of: 'branches' | 'read_replicas',
  currency: string,
): string {
  if (manager !== null) return `Billed by ${manager}, which manages ${name}.`
  if (plan.id === 'free') return 'The Free plan isn’t billed.'
  const planName = plans.find(({ id }) => id === plan.id)?.name ?? plan.id
  const what = usageMetrics.find(({ id }) => id === of)!.name.toLowerCase()
  const { freeUnits } = planLimits[of][plan.id]
  if (freeUnits === null) return `The ${planName} plan includes all hours of ${what}.`
  const beyond = isBilled
    ? `${moneyText(usagePrices[of] ?? 0, currency)} for each hour beyond that`
    : 'with the spend cap on, nothing beyond that is billed'
  return `Of ${what}, the ${planName} plan includes ${numberText(freeUnits)} hours a month, counted together; ${beyond}.`
}
