import type { Project } from '@colonnade/contracts/projects/projects'
import type { SleepAfter, SleepReport } from '@colonnade/contracts/projects/sleeps'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { showProject } from '../mutations.ts'

/** When a project sleeps, and what that saved. Asking for it wakes nothing. */
export const sleepsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/sleeps', { ref }),
    queryFn: ({ signal }) => dataApi.sleeps.report({ params: { ref }, signal }),
  })

export const useWake = (ref: string) => useSleepMutation(ref, () => dataApi.sleeps.wake({ params: { ref } }))
export const usePutToSleep = (ref: string) => useSleepMutation(ref, () => dataApi.sleeps.sleep({ params: { ref } }))

/** Chooses after how long without use it sleeps. */
export function useChooseSleep(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (after: SleepAfter) => dataApi.sleeps.update({ params: { ref }, body: { after } }),
    onSuccess: (report: SleepReport) => queryClient.setQueryData(sleepsQuery(ref).queryKey, report),
  })
}

function useSleepMutation(ref: string, call: () => Promise<Project>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    // also after a failure: it may be another one's doing
    onSettled: (project) => {
      if (project) showProject(queryClient, project)
      return queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref }) })
    },
  })
}
