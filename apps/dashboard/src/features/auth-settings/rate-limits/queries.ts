import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

/** How much of its limits a project has used. Asking wakes nobody. */
export const limitUsageQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/rate-limits', { ref }),
    queryFn: ({ signal }) => dataApi.authLimitUsage.list({ params: { ref }, signal }),
  })
