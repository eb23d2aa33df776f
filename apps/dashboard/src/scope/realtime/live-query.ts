import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** Who is connected right now; wakes nobody. For those with `realtime:all`. */
export const realtimeLiveQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/realtime/live', { ref }),
    queryFn: ({ signal }) => dataApi.realtimeLive.retrieve({ params: { ref }, signal }),
    staleTime: 0,
  })
