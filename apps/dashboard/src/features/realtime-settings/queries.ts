import type { RealtimeConfigChanges } from '@colonnade/contracts/realtime/realtime-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { realtimeSettingsQuery } from '../../scope/realtime/settings-query.ts'

export function useChangeRealtimeSettings(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RealtimeConfigChanges) => dataApi.realtimeSettings.update({ params: { ref }, body }),
    onSuccess: (saved) => queryClient.setQueryData(realtimeSettingsQuery(ref).queryKey, saved),
  })
}

export function useDisconnectAll(ref: string) {
  return useMutation({ mutationFn: () => dataApi.realtimeSettings.shutdown({ params: { ref } }) })
}
