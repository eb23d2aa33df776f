import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** The buckets of a project with what is in them. Asking wakes the project. */
export const bucketsQuery = (ref: string) =>
  queryOptions({
    queryKey: bucketsKey(ref),
    queryFn: ({ signal }) => dataApi.bucketSummaries.list({ params: { ref }, signal }),
  })

export const bucketsKey = (ref: string) => keyOf('/platform/storage/{ref}/buckets', { ref })
