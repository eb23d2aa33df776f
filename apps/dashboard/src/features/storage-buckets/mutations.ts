import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bucketsKey } from '../../scope/storage/buckets.ts'
import { askStorage } from '../../scope/storage/call-storage.ts'
import { isStorageError } from '../../scope/storage/storage-error.ts'
import type { BucketSettings } from './bucket-draft.ts'
import { deleteText } from './messages.ts'

function useBucketMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: bucketsKey(ref) }) })
}

const pathOf = (id: string): string => `/bucket/${encodeURIComponent(id)}`
const empty = (ref: string, id: string) => askStorage(ref, { access: 'write', method: 'POST', path: `${pathOf(id)}/empty` })

export const useCreateBucket = (ref: string) =>
  useBucketMutation(ref, ({ name, settings }: { readonly name: string; readonly settings: BucketSettings }) =>
    askStorage(ref, { access: 'write', method: 'POST', path: '/bucket', body: { id: name, name, ...settings } }),
  )

export const useUpdateBucket = (ref: string, id: string) =>
  useBucketMutation(ref, (settings: BucketSettings) => askStorage(ref, { access: 'write', method: 'PUT', path: pathOf(id), body: { ...settings } }))

export const useEmptyBucket = (ref: string, id: string) => useBucketMutation(ref, () => empty(ref, id))

/** Deletes a bucket. Storage only deletes empty buckets, so `isFull` empties it first. */
export const useDeleteBucket = (ref: string, id: string) =>
  useBucketMutation(ref, async (isFull: boolean) => {
    if (isFull) await empty(ref, id)
    try {
      return await askStorage(ref, { access: 'write', method: 'DELETE', path: pathOf(id) })
    } catch (error) {
      throw isFull && isStorageError(error, 'ResourceNotEmpty') ? new Error(deleteText.stillEmptying, { cause: error }) : error
    }
  })
