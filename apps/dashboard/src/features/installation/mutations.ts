import type { InstallationSettings } from '@colonnade/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { installationQuery } from './queries.ts'

export function useChangeInstallation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<InstallationSettings>) => organizationApi.installation.update({ body }),
    onSuccess: (settings) => queryClient.setQueryData(installationQuery.queryKey, settings),
  })
}

/** Ends a person's sessions, but for the one that asks. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => organizationApi.installation.endSessions({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['installation', 'people'] }),
  })
}
