import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byCursor } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Mail of the installation, newest first; what waits is looked at again until it is sent. */
export const mailsQuery = infiniteQueryOptions({
  queryKey: keyOf('/platform/installation/mails'),
  queryFn: ({ signal, pageParam }) => organizationApi.mails.list({ query: { ...(pageParam !== null && { before: pageParam }) }, signal }),
  ...byCursor,
  refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some((mail) => mail.state === 'waiting')) ? 3_000 : false),
})

/** What a kept mail says. */
export const mailContentQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('/platform/installation/mails/{id}', { id }),
    queryFn: ({ signal }) => organizationApi.mails.retrieve({ params: { id }, signal }),
    staleTime: Infinity,
  })
