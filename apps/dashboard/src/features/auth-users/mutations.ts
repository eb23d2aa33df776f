import type { AuthUserChange, NewAuthUser } from '@colonnade/contracts/auth/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

function useUserMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // what was sent may be a password
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('/platform/auth/{ref}/users', { ref }) }),
  })
}

const calls = dataApi.authUsers

export const useCreateUser = (ref: string) => useUserMutation(ref, (body: NewAuthUser) => calls.create({ params: { ref }, body }))
export const useInviteUser = (ref: string) => useUserMutation(ref, (email: string) => calls.invite({ params: { ref }, body: { email } }))
export const useUpdateUser = (ref: string, id: string) => useUserMutation(ref, (body: AuthUserChange) => calls.update({ params: { ref, id }, body }))
export const useSetMetadata = (ref: string, id: string) =>
  useUserMutation(ref, (body: { readonly user_metadata?: Record<string, unknown>; readonly app_metadata?: Record<string, unknown> }) =>
    calls.setMetadata({ params: { ref, id }, body }),
  )
export const useRemoveUser = (ref: string, id: string) =>
  useUserMutation(ref, (isSoft: boolean) => calls.remove({ params: { ref, id }, query: { soft: isSoft ? 'true' : 'false' } }))
/** The reason is for the audit logs. */
export const useSignInAs = (ref: string, id: string) =>
  useUserMutation(ref, (reason: string | undefined) => calls.signInAs({ params: { ref, id }, body: { ...(reason !== undefined && { reason }) } }))
export const useSendLink = (ref: string, id: string) =>
  useUserMutation(ref, (kind: 'magic_link' | 'recovery') => calls.sendLink({ params: { ref, id }, body: { kind } }))
/** Without a session: all of them. */
export const useEndSessions = (ref: string, id: string) =>
  useUserMutation(ref, (session: string | undefined) =>
    session === undefined ? calls.endSessions({ params: { ref, id } }) : calls.endSession({ params: { ref, id, session } }),
  )
export const useRemoveFactor = (ref: string, id: string) =>
  useUserMutation(ref, (factor: string) => calls.removeFactor({ params: { ref, id, factor } }))
export const useChangeMany = (ref: string) =>
  useUserMutation(ref, (body: { readonly ids: string[]; readonly action: 'ban' | 'unban' | 'delete' }) => calls.changeMany({ params: { ref }, body }))
