import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'
import { accountKey } from '../keys/keys.ts'

/** With what the signed-in person signs in beside passkeys, and with what else they could. */
export const identitiesQuery = queryOptions({
  queryKey: accountKey('/platform/identities'),
  queryFn: ({ signal }) => organizationApi.identities.list({ signal }),
})
