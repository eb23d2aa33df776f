import type { Compute } from '../projects/projects.ts'
import type { PlanId } from '../organizations/organizations.ts'
import type { UsageMetric, UsageMetricInfo, UsageUnit } from '../organizations/usage-metrics.ts'

/*
 * All prices, in cents of the installation's currency. The specification sets none; operators who bill others set their prices here.
 */

/** Monthly price of each plan; null if agreed individually. */
export const planPrices: Readonly<Record<PlanId, number | null>> = { free: 0, pro: 2_500, team: 59_900, enterprise: null }

/** Monthly price of each compute size, always awake. */
export const computePrices: Readonly<Record<Compute, number>> = { nano: 0, micro: 1_000, small: 1_500, medium: 6_000, large: 11_000 }

/** Monthly price of point-in-time recovery, by days of the recovery window. */
export const pitrPrices: Readonly<Record<number, number>> = { 1: 1_500, 3: 3_500, 7: 7_500, 14: 14_000, 28: 26_000 }

/** Monthly price of a dedicated pooler. */
export const dedicatedPoolerPrice = 400

/** Monthly price of a custom domain. */
export const customDomainPrice = 1_000

/** The quantity that a metric's price applies to. */
export interface PricedUnit {
  readonly size: number
  readonly name: string
}

const pricedUnits: Readonly<Record<UsageUnit, PricedUnit>> = {
  bytes: { size: 1024 ** 3, name: 'GB' },
  hours: { size: 1, name: 'hour' },
  count: { size: 1_000, name: '1,000' },
}

/** Returns the priced quantity of a metric. */
export function pricedUnitOf({ id, unit }: UsageMetricInfo): PricedUnit {
  // a thousand messages cost less than a cent
  return id === 'realtime_message_count' ? { size: 1_000_000, name: 'million' } : pricedUnits[unit]
}

/** Prices of usage beyond the plan: per GB (monthly average), per GB sent, per hour, per 1,000, per million messages. */
export const usagePrices: Partial<Readonly<Record<UsageMetric, number>>> = {
  database_size: 12,
  disk_size: 6,
  backup_size: 3,
  egress: 9,
  monthly_active_users: 325,
  storage_size: 2,
  storage_egress: 9,
  image_transformations: 500,
  realtime_message_count: 250,
  realtime_peak_connections: 1_000,
  branches: 1,
  read_replicas: 2,
}

/** Formats an amount, such as `$1,234.50`. */
export function moneyText(cents: number, currency: string): string {
  const { minimumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  // a currency without cents counts in whole units
  return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: Math.max(digits, 2) }).format(cents / 100)
}
