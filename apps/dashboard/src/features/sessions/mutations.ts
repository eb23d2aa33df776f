import type { Profile } from '@colonnade/contracts/people/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { orCancelled } from '../../lib/proof/passkey-prompt.ts'
import { toast } from '@colonnade/ui'
import { api } from '../../scope/client.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'
import { profileQuery } from '../../scope/queries.ts'
import { mutationsText } from './messages.ts'

/** After signing in: nothing of an earlier person stays in memory. */
function useEnter(returnTo: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (profile: Profile) => {
    queryClient.clear()
    queryClient.setQueryData(profileQuery.queryKey, profile)
    await navigate({ href: returnTo, replace: true })
  }
}

export function useSignIn(returnTo: string) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: async (body: { email: string; password: string }) => enter(await api.sessions.signIn({ body })),
  })
}

export function useCompleteSignIn(returnTo: string) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: async (body: { challenge: string; code: string }) => enter(await organizationApi.secondFactors.signIn({ body })),
  })
}

/** Signs in with the passkey that the browser asks for. Canceling there shows no error. */
export function usePasskeySignIn(returnTo: string) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: async () => {
      const options = await organizationApi.passkeys.beginSignIn({ body: {} })
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const response = await startAuthentication({ optionsJSON: options }).catch(orCancelled)
      if (response !== null)
        await enter(await organizationApi.passkeys.signIn({ body: { response: { ...response, response: { ...response.response } } } }))
    },
  })
}

/** Takes what a provider sent the browser back with: signs in, or links it to the account. */
export function useFinishErrand(kind: 'sign-in' | 'link', returnTo: string) {
  const enter = useEnter(returnTo)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: { provider: string; parameters: string }) => {
      if (kind === 'sign-in') return enter(await organizationApi.identities.signIn({ body }))
      const { provider } = await organizationApi.identities.link({ body })
      toast.success(mutationsText.linked(provider.name))
      await queryClient.invalidateQueries({ queryKey: accountKey() })
      await navigate({ href: returnTo, replace: true })
    },
  })
}

export function useConfirmLink(returnTo: string) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: async (body: { token: string; password: string }) => enter(await organizationApi.identities.confirmLink({ body })),
  })
}

export function useCreateOwner(returnTo: string) {
  const enter = useEnter(returnTo)
  return useMutation({
    mutationFn: async (body: { token: string; email: string; password: string }) => enter(await api.setup.create({ body })),
  })
}
