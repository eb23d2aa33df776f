import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Whether an organization is offered to somebody. */
export const transferQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/transfer', { slug }),
    queryFn: async ({ signal }) => (await organizationApi.organizationTransfers.retrieve({ params: { slug }, signal })).transfer,
  })

/** What deleting an organization would take along. */
export const removalQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/removal', { slug }),
    queryFn: ({ signal }) => organizationApi.organizationRemovals.retrieve({ params: { slug }, signal }),
  })
