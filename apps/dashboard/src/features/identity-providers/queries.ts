import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'

/** With what people can sign in beside passwords and passkeys. */
export const identityProvidersQuery = queryOptions({
  queryKey: ['installation', 'identity-providers'],
  queryFn: ({ signal }) => organizationApi.identityProviders.list({ signal }),
})
