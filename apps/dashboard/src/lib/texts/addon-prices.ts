import { moneyText } from '@colonnade/contracts/billing/prices'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { AddonReport, AddonType } from '@colonnade/contracts/projects/addons'

export interface AddonPrices {
  /** What a variant costs: "$10.00 a month"; null where there is nothing to be said. */
  readonly of: (variant: string | null) => string | null
  /** How, and whether, that is billed. */
  readonly note: string | null
}

/** Both in one line, of one variant. */
export function priceLine({ of, note }: AddonPrices, variant: string): string | undefined {
  const price = of(variant)
  return [...(price === null ? [] : [`${price}.`]), ...(note === null ? [] : [note])].join(' ') || undefined
}

/** Shown next to prices on the Free plan. */
export const freePlanNote = 'These are paid plan prices. The Free plan isn’t billed.'

const unknown: AddonPrices = { of: () => null, note: null }

/** What the variants of an add-on cost an organization. Nothing is said of them until it is known. */
export function addonPrices(
  { plan, managed_by: manager, name }: Pick<Organization, 'plan' | 'managed_by' | 'name'>,
  report: Pick<AddonReport, 'available_addons' | 'currency'> | undefined,
  type: AddonType,
): AddonPrices {
  if (report === undefined) return unknown
  // who bills it has prices of their own
  if (manager !== null) return { of: () => null, note: `Billed by ${manager}, which manages ${name}.` }
  const variants = report.available_addons.find((offer) => offer.type === type)?.variants ?? []
  return {
    of: (variant) => {
      const cents = variants.find(({ identifier }) => identifier === variant)?.monthly_cents
      if (cents === undefined) return null
      return cents === 0 ? 'Included' : `${moneyText(cents, report.currency)} a month`
    },
    note: noteOf(plan.id === 'free', type),
  }
}

function noteOf(isFree: boolean, type: AddonType): string {
  if (isFree) return freePlanNote
  return type === 'compute_instance' ? 'Billed by the second, while the server is awake.' : 'Billed by the second.'
}
