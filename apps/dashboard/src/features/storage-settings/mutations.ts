import type { StorageConfigChanges } from '@colonnade/contracts/storage/storage-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { storageSettingsQuery } from '../../scope/storage/settings-query.ts'

export function useChangeStorageSettings(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StorageConfigChanges) => dataApi.storageSettings.update({ params: { ref }, body }),
    onSuccess: (saved) => queryClient.setQueryData(storageSettingsQuery(ref).queryKey, saved),
  })
}
