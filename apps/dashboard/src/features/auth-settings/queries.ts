import type { AuthConfig, AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import { isAppError } from '@colonnade/core'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import type { Sent } from './kit/definition.ts'
import { asChanges } from './kit/draft.ts'

/** The settings of a project's auth service. They don't wake it. */
export const authOverviewQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/config', { ref }),
    queryFn: ({ signal }) => dataApi.authOverviews.retrieve({ params: { ref }, signal }),
  })

interface Change {
  readonly sent: Sent
  readonly revision: number
  /** Whether changes that others saved since the form was opened are kept. */
  readonly isApart: (now: AuthOverview) => boolean
}

/** Changes settings as they were at a revision. Where somebody else changed others only, it is saved all the same. */
export function useChangeAuthSettings(ref: string) {
  const queryClient = useQueryClient()
  const { queryKey } = authOverviewQuery(ref)
  const update = (sent: Sent, revision: number): Promise<AuthConfig> =>
    dataApi.authSettings.update({ params: { ref }, headers: { 'if-match': `"${revision}"` }, body: asChanges(sent) })
  return useMutation({
    mutationFn: async ({ sent, revision, isApart }: Change) => {
      try {
        return await update(sent, revision)
      } catch (error) {
        if (!isAppError(error, 'auth_settings_changed')) throw error
        const now = await queryClient.fetchQuery({ ...authOverviewQuery(ref), staleTime: 0 })
        if (!isApart(now)) throw error
        return update(sent, now.revision)
      }
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
