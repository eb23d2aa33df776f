import type { NotificationChange } from '@colonnade/contracts/installation/notifications'
import { toast } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { messages } from './messages.ts'

export function useUpdateNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: readonly NotificationChange[]) => api.notifications.update({ body: [...changes] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/notifications') }),
    onError: (error) => toast.error(messages.updateFailed(error.message)),
  })
}

export function useArchiveAllNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.notifications.archiveAll(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/notifications') }),
    onSuccess: () => toast.success(messages.archivedAll),
    onError: (error) => toast.error(messages.archiveAllFailed(error.message)),
  })
}
