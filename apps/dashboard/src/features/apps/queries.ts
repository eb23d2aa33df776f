import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey, keyOf } from '../../scope/keys/keys.ts'

/** Applications that an organization has registered. */
export const appsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/apps', { slug }),
    queryFn: ({ signal }) => organizationApi.apps.list({ params: { slug }, signal }),
  })

/** What members of an organization have authorized. */
export const memberGrantsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/app-grants', { slug }),
    queryFn: ({ signal }) => organizationApi.memberAppGrants.list({ params: { slug }, signal }),
  })

/** What the signed-in person has authorized. */
export const ownGrantsQuery = queryOptions({
  queryKey: accountKey('/platform/account/app-grants'),
  queryFn: ({ signal }) => organizationApi.ownAppGrants.list({ signal }),
})

/** What an application asks for. Read again each time, as the app may have been deleted. */
export const appRequestQuery = (request: string) =>
  queryOptions({
    queryKey: keyOf('/platform/app-requests/find', undefined, request),
    queryFn: ({ signal }) => organizationApi.appRequests.retrieve({ body: { request }, signal }),
    staleTime: 0,
    retry: false,
  })
