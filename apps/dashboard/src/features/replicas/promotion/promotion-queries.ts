import type { PromotionInput } from '@colonnade/contracts/copies/replicas'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { projectQuery } from '../../../scope/queries.ts'
import { outlookEveryMs } from '../limits.ts'
import { replicasQuery } from '../queries.ts'

export const promotionsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/replicas/promotions', { ref }),
    queryFn: ({ signal }) => dataApi.replicas.promotions({ params: { ref }, signal }),
  })

/** The effects of a promotion, refreshed while its dialog is open. */
export const outlookQuery = (ref: string, identifier: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/replicas/{identifier}/promotion', { ref, identifier }),
    queryFn: ({ signal }) => dataApi.replicas.outlook({ params: { ref, identifier }, signal }),
    refetchInterval: outlookEveryMs,
    staleTime: 0,
  })

export function usePromoteReplica(ref: string, identifier: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PromotionInput) => dataApi.replicas.promote({ params: { ref, identifier }, body }),
    onSuccess: (promotion) => {
      queryClient.setQueryData(promotionsQuery(ref).queryKey, (known) => [promotion, ...(known ?? []).filter(({ id }) => id !== promotion.id)])
      for (const { queryKey } of [promotionsQuery(ref), replicasQuery(ref), projectQuery(ref)]) void queryClient.invalidateQueries({ queryKey })
    },
  })
}
