import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'

/** The signed-in person's passkeys, and whether some can be made here. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => dataApi.passkeys.list({ signal }),
})
