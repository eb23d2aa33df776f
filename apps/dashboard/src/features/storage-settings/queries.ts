import type { StorageCredentialInput } from '@colonnade/contracts/storage/storage-credentials'
import type { StorageConfigChanges } from '@colonnade/contracts/storage/storage-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { storageSettingsQuery } from '../../scope/storage/settings-query.ts'

export function useChangeStorageSettings(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StorageConfigChanges) => dataApi.storageSettings.update({ params: { ref }, body }),
    onSuccess: (saved) => queryClient.setQueryData(storageSettingsQuery(ref).queryKey, saved),
  })
}

export const accessKeysQuery = (ref: string) =>
  queryOptions({
    queryKey: accessKeysKey(ref),
    queryFn: ({ signal }) => dataApi.storageCredentials.list({ params: { ref }, signal }),
  })

const accessKeysKey = (ref: string) => keyOf('/platform/storage/{ref}/credentials', { ref })

export function useCreateAccessKey(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StorageCredentialInput) => dataApi.storageCredentials.create({ params: { ref }, body }),
    // the response contains a secret
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accessKeysKey(ref) }),
  })
}

export function useRevokeAccessKey(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => dataApi.storageCredentials.remove({ params: { ref, id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessKeysKey(ref) }),
  })
}
