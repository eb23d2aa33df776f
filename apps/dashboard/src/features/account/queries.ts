import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { accountKey } from '../../scope/keys/keys.ts'

/** Where the signed-in person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: accountKey('/platform/sessions'),
  queryFn: ({ signal }) => api.sessions.list({ signal }),
})
