import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'

/** The signed-in person's access tokens. */
export const tokensQuery = queryOptions({
  queryKey: accountKey('/platform/access-tokens'),
  queryFn: ({ signal }) => organizationApi.accessTokens.list({ signal }),
})
