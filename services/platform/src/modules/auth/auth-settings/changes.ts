import {
  type AuthConfigChanges,
  authDefaults,
  type AuthSettingName,
  authSettingNames,
  type AuthSettings,
  findValueProblem,
  isSecretSetting,
  secretSettingNames,
} from '@colonnade/contracts/auth/auth-settings'
import { findSettingProblems } from '@colonnade/contracts/auth/setting-rules'
import { AppError } from '@colonnade/core'
import { createHmac } from 'node:crypto'
import type { AuthSecrets } from './kept-settings.ts'
import type { SettingValue } from './store.ts'

/** Returns a secret's hash for tools, which compare it with theirs, and send it back to keep the secret. */
export const hashSecret = (ref: string, secret: string): string => createHmac('sha256', ref).update(secret).digest('hex')

/** The settings after a change, and the names of the changed ones. */
export function applyChanges(
  ref: string,
  before: AuthSettings,
  changes: AuthConfigChanges,
): { readonly after: AuthSettings; readonly changed: readonly AuthSettingName[] } {
  const valueOf = (name: AuthSettingName): unknown => {
    const value = changes[name]
    if (value === undefined) return before[name]
    if (value === null || value === '') return authDefaults[name]
    return isSecretSetting(name) && before[name] !== '' && value === hashSecret(ref, before[name] as string) ? before[name] : value
  }
  const after = Object.fromEntries(authSettingNames.map((name) => [name, valueOf(name)])) as unknown as AuthSettings
  return { after, changed: authSettingNames.filter((name) => after[name] !== before[name]) }
}

/** @throws AppError `invalid_input` if the changed settings conflict with others, or a new secret has the wrong format */
export function requireSensible(settings: AuthSettings, changed: readonly AuthSettingName[]): void {
  const malformed = changed.filter(isSecretSetting).flatMap((name) => {
    const message = findValueProblem(name, settings[name] as string)
    return message === null ? [] : [{ setting: name, message }]
  })
  const issues = [...malformed, ...findSettingProblems(settings, new Set(changed))].map(({ setting, message }) => ({
    path: ['body', setting],
    message,
  }))
  if (issues.length === 0) return
  throw new AppError('invalid_input', { issues }, { message: `${issues[0]!.path[1]}: ${issues[0]!.message}` })
}

/** Returns what to store: only values other than the defaults, and secrets separately. */
export function keptOf(settings: AuthSettings): { readonly settings: Readonly<Record<string, SettingValue>>; readonly secrets: AuthSecrets } {
  const differing = authSettingNames.filter((name) => settings[name] !== authDefaults[name])
  const pick = (names: readonly AuthSettingName[]) => Object.fromEntries(names.map((name) => [name, settings[name]]))
  return {
    settings: pick(differing.filter((name) => !isSecretSetting(name))) as Record<string, SettingValue>,
    secrets: pick(secretSettingNames.filter((name) => settings[name] !== '')) as AuthSecrets,
  }
}
