import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'

/** The signed-in person's passkeys, and whether new ones can be created here. */
export const passkeysQuery = queryOptions({
  queryKey: accountKey('/platform/passkeys'),
  queryFn: ({ signal }) => organizationApi.passkeys.list({ signal }),
})
