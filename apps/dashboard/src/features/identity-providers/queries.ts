import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** With what people can sign in beside passwords and passkeys. */
export const identityProvidersQuery = queryOptions({
  queryKey: keyOf('/platform/installation/identity-providers'),
  queryFn: ({ signal }) => organizationApi.identityProviders.list({ signal }),
})
