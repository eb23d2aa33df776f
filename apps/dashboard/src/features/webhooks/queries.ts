import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byCursor } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Time between reads of the log while a delivery is pending. */
const lookMs = 2_000

export const webhooksQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/webhooks', { slug }),
    queryFn: ({ signal }) => organizationApi.webhooks.list({ params: { slug }, signal }),
  })

/** Reads the deliveries to a webhook, newest first, one page at a time. */
export const deliveriesQuery = (slug: string, id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/webhooks/{id}/deliveries', { slug, id }),
    queryFn: ({ signal, pageParam }) =>
      organizationApi.webhooks.listDeliveries({ params: { slug, id }, query: pageParam === null ? {} : { before: pageParam }, signal }),
    ...byCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some((each) => each.state === 'waiting')) === true ? lookMs : false),
  })
