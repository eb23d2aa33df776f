import {
  AuthConfigChanges,
  authDefaults,
  authFields,
  type AuthOverview,
  type AuthSettingName,
  type AuthSettings,
  completeAuthSettings,
  findValueProblem,
  isSecretSetting,
} from '@colonnade/contracts/auth/auth-settings'
import { splitAllowList } from '@colonnade/contracts/auth/redirects/redirect-allow-list'
import { type NumberField, type SettingField, splitList } from '@colonnade/contracts/auth/setting-field'
import { findSettingProblems } from '@colonnade/contracts/auth/setting-rules'
import { z } from 'zod'
import type { Sent, SettingWords, Typed, TypedValue } from './definition.ts'
import { draftText } from './messages.ts'

type Values = AuthOverview['values']

const fieldOf = (name: AuthSettingName): SettingField => authFields[name]

/** Returns a saved value as it is typed. */
export function typedValue(name: AuthSettingName, value: unknown): TypedValue {
  if (isSecretSetting(name)) return ''
  if (typeof value === 'boolean') return value
  const text = value === null || value === undefined ? '' : String(value)
  if (fieldOf(name).kind !== 'list') return text
  return (name === 'uri_allow_list' ? splitAllowList(text) : splitList(text)).join('\n')
}

export const typedDefault = (name: AuthSettingName): TypedValue => typedValue(name, authDefaults[name])

/** Returns the saved values of some settings, as they are typed. */
export const typedOf = (settings: readonly SettingWords[], values: Values): Typed =>
  Object.fromEntries(settings.map(({ name }) => [name, typedValue(name, values[name])]))

/** Returns what is sent for a typed value, or what is wrong with it. */
function readValue(
  name: AuthSettingName,
  typed: TypedValue,
): { readonly value: NonNullable<Sent[AuthSettingName]> | null } | { readonly problem: string } {
  const field = fieldOf(name)
  if (typed === null || typeof typed === 'boolean') return { value: typed }
  const text = typed.trim()
  if (field.kind === 'integer' || field.kind === 'number') return readNumber(field, text)
  if (field.kind === 'choice') return { value: text }
  // spaces belong to templates and secrets
  const value =
    field.kind === 'list'
      ? text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join(',')
      : field.kind === 'template' || isSecretSetting(name)
        ? typed
        : text
  if ('maxLength' in field && value.length > field.maxLength) return { problem: draftText.useMostCharacters(number(field.maxLength)) }
  const problem = findValueProblem(name, value)
  return problem === null ? { value } : { problem }
}

function readNumber(field: NumberField, text: string): ReturnType<typeof readValue> {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) return { problem: field.kind === 'integer' ? draftText.enterWholeNumber : draftText.enterNumber }
  if (field.kind === 'integer' && !Number.isInteger(value)) return { problem: draftText.enterWholeNumber }
  if (value >= field.min && value <= field.max) return { value }
  return { problem: draftText.useNumberBetween(number(field.min), number(field.max)) }
}

const number = (value: number): string => value.toLocaleString('en')

/** Settings that differ from the saved ones. */
const changedIn = (typed: Typed, saved: Typed): AuthSettingName[] =>
  (Object.keys(typed) as AuthSettingName[]).filter((name) => typed[name] !== saved[name])

/** What is enough to judge rules over several settings: of a secret, that there is one. */
function settingsOf({ values, secrets }: Pick<AuthOverview, 'values' | 'secrets'>): AuthSettings {
  const kept = Object.entries(secrets).flatMap(([name, isSet]) => (isSet ? [[name, 'set'] as const] : []))
  const known = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return completeAuthSettings(Object.fromEntries([...known, ...kept]) as Parameters<typeof completeAuthSettings>[0])
}

/** Reads what is typed into what is sent: only what differs from the saved settings, each judged by the rules of the contract. */
export function changesSchema(settings: readonly SettingWords[], overview: AuthOverview): z.ZodType<Sent, Typed> {
  const saved = typedOf(settings, overview.values)
  return z.custom<Typed>().transform((typed, context): Sent => {
    const refuse = (name: string, message: string) => context.issues.push({ code: 'custom', path: [name], message, input: typed })
    const shown = new Set<string>(settings.filter(({ when }) => when?.(typed) ?? true).map(({ name }) => name))
    const sent: Sent = {}
    for (const name of changedIn(typed, saved).filter((each) => shown.has(each))) {
      const read = readValue(name, typed[name] ?? null)
      if ('problem' in read) refuse(name, read.problem)
      else sent[name] = read.value
    }
    if (context.issues.length > 0) return z.NEVER
    const after = { ...settingsOf(overview), ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value ?? ''])) }
    const names = Object.keys(sent)
    for (const { setting, message } of findSettingProblems(after, new Set(names))) refuse(shown.has(setting) ? setting : names[0]!, message)
    return context.issues.length > 0 ? z.NEVER : sent
  })
}

export const asChanges = (sent: Sent): AuthConfigChanges => AuthConfigChanges.parse(sent)

/** A setting that somebody else changed. */
export interface OtherChange {
  readonly name: AuthSettingName
  readonly label: string
  /** Null for secrets. */
  readonly from: string | null
  readonly to: string | null
  readonly isEditedHere: boolean
}

/** Returns what somebody else changed of these settings since they began to be edited. */
export function otherChanges(settings: readonly SettingWords[], since: AuthOverview, now: AuthOverview, typed: Typed): OtherChange[] {
  if (since.revision === now.revision) return []
  const [before, after] = [typedOf(settings, since.values), typedOf(settings, now.values)]
  return settings.flatMap(({ name, label }) => {
    const isSecret = isSecretSetting(name)
    const isChanged = isSecret ? since.changes[name]?.changed_at !== now.changes[name]?.changed_at : since.values[name] !== now.values[name]
    if (!isChanged) return []
    const [from, to] = isSecret ? [null, null] : [shownValue(name, since.values[name]), shownValue(name, now.values[name])]
    return [{ name, label, from, to, isEditedHere: typed[name] !== before[name] && typed[name] !== after[name] }]
  })
}

/** Longest value in a line of text, in characters. */
const shownMost = 60

/** A value in a line of text. */
export function shownValue(name: AuthSettingName, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = typeof value === 'number' ? number(value) : String(value ?? '')
  if (text === '') return 'none'
  return fieldOf(name).kind === 'template' || text.length > shownMost ? `${text.slice(0, shownMost).toWellFormed()}…` : text
}
