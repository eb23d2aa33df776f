import type { FunctionSchedule, ScheduleChanges } from '@colonnade/contracts/functions/function-schedules'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

/** Lists the schedules of all functions in a project. */
export const schedulesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/function-schedules/{ref}', { ref }),
    queryFn: ({ signal }) => dataApi.functionSchedules.list({ params: { ref }, signal }),
  })

export type ScheduleCall =
  | { readonly kind: 'create'; readonly slug: string; readonly values: { readonly cron: string; readonly path: string; readonly body: string } }
  | { readonly kind: 'update'; readonly id: FunctionSchedule['id']; readonly changes: ScheduleChanges }
  | { readonly kind: 'remove'; readonly id: FunctionSchedule['id'] }

export function useScheduleCall(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (call: ScheduleCall): Promise<FunctionSchedule> => {
      if (call.kind === 'create') return dataApi.functionSchedules.create({ params: { ref }, body: { function_slug: call.slug, ...call.values } })
      if (call.kind === 'update') return dataApi.functionSchedules.update({ params: { ref, id: call.id }, body: call.changes })
      return dataApi.functionSchedules.remove({ params: { ref, id: call.id } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: schedulesQuery(ref).queryKey }),
  })
}
