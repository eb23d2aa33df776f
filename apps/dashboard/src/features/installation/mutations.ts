import type { InstallationSettings } from '@colonnade/contracts/installation/installation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { installationQuery, offsiteQuery } from './queries.ts'

export function useChangeInstallation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<InstallationSettings>) => organizationApi.installation.update({ body }),
    onSuccess: (settings) => queryClient.setQueryData(installationQuery.queryKey, settings),
  })
}

/** Copies what is not off-site yet, which may take long. */
export function useCopyOffsite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => organizationApi.offsite.copy(),
    onSuccess: (report) => queryClient.setQueryData(offsiteQuery.queryKey, report),
  })
}

/** Ends a person's sessions, but for the one that asks. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => organizationApi.installation.endSessions({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/installation/people') }),
  })
}

/** Deletes a person, and looks again at who is left and what they own. */
export function useRemovePerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => organizationApi.installation.removePerson({ params: { id } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf('/platform/installation/people') }),
        queryClient.invalidateQueries({ queryKey: keyOf('/platform/installation/organizations') }),
      ]),
  })
}
