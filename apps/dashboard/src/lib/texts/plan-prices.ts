import { moneyText } from '@colonnade/contracts/billing/prices'

/** Returns the price of a plan: "$25.00 per month". `cents` is null where it is agreed elsewhere. */
export function planPriceText(cents: number | null, currency: string): string {
  return cents === null ? 'Custom price' : `${moneyText(cents, currency)} per month`
}
