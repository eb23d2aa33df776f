import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { PasswordChange } from '@colonnade/contracts/people/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'
import { sessionsQuery } from './queries.ts'

/** Changes something about the account, and looks at its sessions again: most of it ends some. */
function useAccountMutation<Values, Reply>(mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }) })
}

export const useChangePassword = () => useAccountMutation((body: Input<typeof PasswordChange>) => organizationApi.account.changePassword({ body }))

/** Also what else asks whether there is one. */
export function useChoosePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly password: string }) => organizationApi.account.choosePassword({ body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey() }),
  })
}

export const useEndOtherSessions = () => useAccountMutation<void, { ended_sessions: number }>(() => organizationApi.account.endOtherSessions({}))

export const useEndSession = () => useAccountMutation((id: string) => api.sessions.remove({ params: { id } }))
