import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bucketsKey } from '../../../scope/storage/buckets.ts'
import { askStorage } from '../../../scope/storage/call-storage.ts'

/** Most names suggested while typing a path. */
const offeredMost = 20

interface Found {
  readonly objects: readonly { readonly name: string }[]
}

/** Searches a bucket for files with words in their names. */
export const filesWithQuery = (ref: string, bucket: string, words: string) =>
  queryOptions({
    queryKey: [...bucketsKey(ref), bucket, 'names', words],
    queryFn: ({ signal }) =>
      askStorage<Found>(ref, { access: 'read', path: `/-/search/${encodeURIComponent(bucket)}?words=${encodeURIComponent(words)}`, signal }),
    select: ({ objects }) => objects.slice(0, offeredMost).map(({ name }) => name),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
