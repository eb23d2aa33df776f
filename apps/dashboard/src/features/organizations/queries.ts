import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Plans and their prices. */
export const planPricesQuery = queryOptions({
  queryKey: keyOf('/platform/plans'),
  queryFn: ({ signal }) => organizationApi.planPriceList.list({ signal }),
  staleTime: 300_000,
})

/** The pending offer to transfer an organization, if there is one. */
export const transferQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/transfer', { slug }),
    queryFn: async ({ signal }) => (await organizationApi.organizationTransfers.retrieve({ params: { slug }, signal })).transfer,
  })

/** What deleting an organization deletes with it. */
export const removalQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/removal', { slug }),
    queryFn: ({ signal }) => organizationApi.organizationRemovals.retrieve({ params: { slug }, signal }),
  })
