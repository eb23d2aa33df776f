import type { AuthConfig, AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import { secretSettingNames } from '@colonnade/contracts/auth/auth-settings'
import { isAppError } from '@colonnade/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import type { Settings } from '../../../lib/settings/settings-form.tsx'
import { useSettings } from '../../../lib/settings/use-settings.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { authOverviewQuery, useChangeAuthSettings } from '../queries.ts'
import type { Sent, SettingWords, Typed } from './definition.ts'
import { changesSchema, type OtherChange, otherChanges, typedOf } from './draft.ts'
import { savedText } from './messages.ts'

export interface AuthForm {
  readonly control: Control<Typed, unknown, Sent>
  /** What is entered now. */
  readonly typed: Typed
  readonly settings: Settings & { readonly discard: () => void }
  readonly isReadOnly: boolean
  /** What somebody else changed since one began to edit. */
  readonly others: readonly OtherChange[]
  /** Goes on over what somebody else changed. */
  readonly keepMine: () => void
}

/** Edits some settings of the auth service. */
export function useAuthSettings(ref: string, words: readonly SettingWords[], overview: AuthOverview): AuthForm {
  const queryClient = useQueryClient()
  const isReadOnly = !useIsAllowed(ref)('project_auth:all')
  const change = useChangeAuthSettings(ref)
  // as it was when one began to edit
  const [base, setBase] = useState(overview)
  const saved = typedOf(words, overview.values)
  const { control, settings } = useSettings<Typed, Sent, AuthConfig>({
    schema: changesSchema(words, overview),
    values: saved,
    mutation: {
      ...change,
      mutate: (sent, then) =>
        change.mutate(
          { sent, revision: overview.revision, isApart: (now) => otherChanges(words, base, now, {}).length === 0 },
          {
            ...then,
            onSuccess: (config) => {
              then.onSuccess(config)
              const next = afterSaving(overview, config)
              setBase(next)
              queryClient.setQueryData(authOverviewQuery(ref).queryKey, next)
            },
          },
        ),
    },
    valuesOf: (config) => typedOf(words, config),
    doneText: savedText,
  })
  const typed = useWatch({ control }) as Typed
  // the form itself is clean for a moment while it follows new values
  const isEdited = words.some(({ name }) => typed[name] !== saved[name])
  const others = isEdited ? otherChanges(words, base, overview, typed) : []
  if (!isEdited && base !== overview) setBase(overview)
  const isShownAsConflict = others.length > 0 && isAppError(settings.error, 'auth_settings_changed')
  return {
    control,
    typed,
    settings: isShownAsConflict ? { ...settings, error: null } : settings,
    isReadOnly,
    others,
    keepMine: () => setBase(overview),
  }
}

/** Who changed it is asked again. */
function afterSaving(overview: AuthOverview, { revision, ...saved }: AuthConfig): AuthOverview {
  const values = { ...saved } as Record<string, unknown>
  const secrets = Object.fromEntries(secretSettingNames.map((name) => [name, values[name] !== null]))
  for (const name of secretSettingNames) delete values[name]
  return { ...overview, revision, values, secrets }
}
