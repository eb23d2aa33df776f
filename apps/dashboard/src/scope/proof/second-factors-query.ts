import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'
import { accountKey } from '../keys/keys.ts'

/** What signing in asks the person for after the password. */
export const secondFactorsQuery = queryOptions({
  queryKey: accountKey('/platform/second-factors'),
  queryFn: ({ signal }) => organizationApi.secondFactors.retrieve({ signal }),
})
