import { type Permission, permissions } from '@colonnade/contracts/foundation/permissions'
import { readOnlyScopes } from '@colonnade/contracts/people/access-tokens'

/** Common sets of scopes. */
export const presets = [
  { value: 'all', label: 'Everything I may do' },
  { value: 'read', label: 'Read only' },
  { value: 'some', label: 'Choose' },
] as const
export type Preset = (typeof presets)[number]['value']

const presetScopes: Readonly<Record<Exclude<Preset, 'some'>, readonly Permission[]>> = { all: permissions, read: readOnlyScopes }

export function scopesOf(preset: Preset, chosen: readonly Permission[]): readonly Permission[] {
  return preset === 'some' ? chosen : presetScopes[preset]
}

/** How a list tells what a token may do: "Everything", "Read only" or "3 scopes". */
export function scopesText(scopes: readonly Permission[]): string {
  const isSame = (preset: readonly Permission[]) => preset.length === scopes.length && preset.every((each) => scopes.includes(each))
  if (isSame(permissions)) return 'Everything'
  if (isSame(readOnlyScopes)) return 'Read only'
  return scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`
}
