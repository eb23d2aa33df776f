import type { Preferences } from '@colonnade/contracts'
import { toast } from '@colonnade/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setTheme } from '../lib/appearance/use-theme.ts'
import { api } from './client.ts'
import { profileQuery } from './queries.ts'

/** What the signed-in person chose for themself, on whatever machine. */
export function usePreferences(): Preferences {
  return useSuspenseQuery(profileQuery).data.preferences
}

/** Changes some of it: at once here, and for all machines when the server has it. */
export function useChoose(): (change: Partial<Preferences>) => void {
  const queryClient = useQueryClient()
  const { queryKey } = profileQuery
  return (change) => {
    if (change.theme !== undefined && change.theme !== null) setTheme(change.theme)
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (profile) => profile && { ...profile, preferences: { ...profile.preferences, ...change } })
    api.sessions.updatePreferences({ body: change }).then(
      (profile) => queryClient.setQueryData(queryKey, profile),
      (error: unknown) => {
        toast.error(`Your choice could not be saved: ${error instanceof Error ? error.message : String(error)}`)
        void queryClient.invalidateQueries({ queryKey })
      },
    )
  }
}

/** Shows the theme that was chosen on another machine. */
export function useChosenTheme(): void {
  const { theme } = usePreferences()
  useEffect(() => {
    if (theme !== null) setTheme(theme)
  }, [theme])
}
