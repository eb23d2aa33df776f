import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'

/** Where the signed-in person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api.sessions.list({ signal }),
})
