import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'

/** With what the signed-in person signs in beside passkeys, and with what else they could. */
export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: ({ signal }) => organizationApi.identities.list({ signal }),
})
