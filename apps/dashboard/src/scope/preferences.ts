import type { HideableFeature, Preferences } from '@colonnade/contracts/people/sessions'
import { toast } from '@colonnade/ui'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adoptTheme, forgetTheme, setTheme } from '../lib/appearance/use-theme.ts'
import { api } from './client.ts'
import { profileQuery } from './queries.ts'

/** What the signed-in person chose for themself, on whatever machine. */
export function usePreferences(): Preferences {
  return useSuspenseQuery(profileQuery).data.preferences
}

const mutationKey = ['preferences']

export type Choice = Partial<Preferences> & { readonly disabled_features?: HideableFeature[] }

/** Changes some of it: at once here, and for all machines when the server has it. */
export function useChoose(): (change: Choice) => void {
  const queryClient = useQueryClient()
  const { queryKey } = profileQuery
  // a later change already shows, and its own response follows
  const isLatest = () => queryClient.isMutating({ mutationKey }) === 1
  const { mutate } = useMutation({
    mutationKey,
    // one after the other, so that the server too hears last of what was chosen last
    scope: { id: 'preferences' },
    mutationFn: (change: Choice) => api.sessions.updatePreferences({ body: change }),
    onSuccess: (profile) => {
      if (isLatest()) queryClient.setQueryData(queryKey, profile)
    },
    onError: (error) => {
      toast.error(`Your choice could not be saved: ${error.message}`)
      forgetTheme()
      if (isLatest()) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (change) => {
    if (change.theme !== undefined && change.theme !== null) setTheme(change.theme)
    void queryClient.cancelQueries({ queryKey })
    const { disabled_features: hidden, ...preferences } = change
    queryClient.setQueryData(
      queryKey,
      (profile) => profile && { ...profile, ...(hidden && { disabled_features: hidden }), preferences: { ...profile.preferences, ...preferences } },
    )
    mutate(change)
  }
}

/** Shows the theme that was chosen on another machine. */
export function useChosenTheme(): void {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { id: person, preferences_version: version } = profile
  const { theme: choice } = profile.preferences
  useEffect(() => adoptTheme({ person, version, choice }), [person, version, choice])
}
