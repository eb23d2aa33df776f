import type { Profile } from '@colonnade/contracts/people/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { profileQuery } from '../../scope/queries.ts'

export const useRequestReset = () => useMutation({ mutationFn: (body: { email: string }) => organizationApi.passwordResets.request({ body }) })

/** Forgets the person who was signed in here. */
export function useCompleteReset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => organizationApi.passwordResets.complete({ body }),
    onSuccess: () => queryClient.clear(),
  })
}

export const useRequestSignUp = () => useMutation({ mutationFn: (body: { email: string }) => organizationApi.signUps.request({ body }) })

/** The new account is signed in; nothing of an earlier person stays in memory. */
export function useCompleteSignUp() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const enter = async (profile: Profile) => {
    queryClient.clear()
    queryClient.setQueryData(profileQuery.queryKey, profile)
    await navigate({ href: paths.root, replace: true })
  }
  return useMutation({
    mutationFn: async (body: { token: string; username: string; password: string }) => enter(await organizationApi.signUps.complete({ body })),
  })
}
