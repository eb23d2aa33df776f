import { computePrices } from '@colonnade/contracts/billing/prices'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { computes } from '@colonnade/contracts/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { type AddonPrices, addonPrices } from '../../lib/texts/addon-prices.ts'
import { isAllowed } from '../permissions.ts'
import { billingQuery } from './billing-query.ts'

const variants = computes.map(({ id, name }) => ({ identifier: `ci_${id}`, name, monthly_cents: computePrices[id], refusal: null }))

/** Asked by those who may see what the organization is billed. */
export const computePricesQuery = (organization: Organization) => ({
  ...billingQuery(organization.slug),
  enabled: isAllowed(organization, 'billing:manage'),
})

/** What each size would cost a project that there is not yet. */
export function useComputePrices(organization: Organization): AddonPrices {
  const { data: billing } = useQuery(computePricesQuery(organization))
  const report = billing && { available_addons: [{ type: 'compute_instance' as const, variants }], currency: billing.currency }
  return addonPrices(organization, report, 'compute_instance')
}
