import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'

/** The signed-in person's access tokens. */
export const tokensQuery = queryOptions({
  queryKey: ['account', 'access-tokens'],
  queryFn: ({ signal }) => organizationApi.accessTokens.list({ signal }),
})
