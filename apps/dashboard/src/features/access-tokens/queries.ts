import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'

/** The signed-in person's access tokens. */
export const tokensQuery = queryOptions({
  queryKey: ['account', 'access-tokens'],
  queryFn: ({ signal }) => dataApi.accessTokens.list({ signal }),
})
