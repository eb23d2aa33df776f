import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { TicketChange, TicketInput } from '@colonnade/contracts/installation/support-tickets'
import { toast } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { keyOf } from '../../scope/keys/keys.ts'

export function useCreateTicket() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof TicketInput>) => api.supportTickets.create({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/support-tickets') }),
  })
}

export function useUpdateTicket(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof TicketChange>) => api.supportTickets.update({ params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/support-tickets') }),
    onError: (error) => toast.error(failureText('change the ticket', error)),
  })
}
