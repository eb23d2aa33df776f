import { type Permission, permissions } from '@colonnade/contracts/foundation/permissions'
import { readOnlyScopes } from '@colonnade/contracts/people/access-tokens'
import { scopeChoiceText } from './messages.ts'

/** Common sets of scopes. */
export const presets = [
  { value: 'all', label: scopeChoiceText.full },
  { value: 'read', label: scopeChoiceText.readOnly },
  { value: 'some', label: scopeChoiceText.choose },
] as const
export type Preset = (typeof presets)[number]['value']

const presetScopes: Readonly<Record<Exclude<Preset, 'some'>, readonly Permission[]>> = { all: permissions, read: readOnlyScopes }

export function scopesOf(preset: Preset, chosen: readonly Permission[]): readonly Permission[] {
  return preset === 'some' ? chosen : presetScopes[preset]
}

/** Returns a token's access for a list: "Full access", "Read-only" or "3 permissions". */
export function scopesText(scopes: readonly Permission[]): string {
  const isSame = (preset: readonly Permission[]) => preset.length === scopes.length && preset.every((each) => scopes.includes(each))
  if (isSame(permissions)) return scopeChoiceText.full
  if (isSame(readOnlyScopes)) return scopeChoiceText.readOnly
  return scopeChoiceText.count(scopes.length)
}
