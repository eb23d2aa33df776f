import { computePrices, computes, type Organization } from '@colonnade/contracts'
import { useQuery } from '@tanstack/react-query'
import { type AddonPrices, addonPrices } from '../../lib/texts/addon-prices.ts'
import { isAllowed } from '../permissions.ts'
import { billingQuery } from './billing-query.ts'

const variants = computes.map(({ id, name }) => ({ identifier: `ci_${id}`, name, monthly_cents: computePrices[id], refusal: null }))

/** What each size would cost a project that there is not yet; told to those who may see what the organization is billed. */
export function useComputePrices(organization: Organization): AddonPrices {
  const { data: billing } = useQuery({ ...billingQuery(organization.slug), enabled: isAllowed(organization, 'billing:manage') })
  const report = billing && { available_addons: [{ type: 'compute_instance' as const, variants }], currency: billing.currency }
  return addonPrices(organization, report, 'compute_instance')
}
