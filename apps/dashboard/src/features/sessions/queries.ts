import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'

/** Whether this installation still waits for its owner. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.setup.status({ signal }),
  staleTime: 0,
})
