import { reloadConfiguration, type RoleTimeout, setRoleTimeout } from '@colonnade/pg-meta/role-timeouts'
import type { Draft } from '../../../scope/changes/draft.ts'
import { roleTimeouts as texts } from '../messages.ts'

/** The service's own role first: what it has counts for roles without a timeout of their own. */
export const timedRoles = ['authenticator', 'anon', 'authenticated', 'service_role'] as const

/** What is typed for each role; empty for no timeout of its own. */
export type TypedTimeouts = Readonly<Record<string, string>>

export const typedOf = (saved: readonly RoleTimeout[]): TypedTimeouts =>
  Object.fromEntries(saved.map(({ role, statement_timeout: timeout }) => [role, timeout ?? '']))

/** Postgres's units; a number alone would be milliseconds, which hardly anyone means. */
const written = /^(?:0|\d{1,9}(?:\.\d{1,3})?\s*(?:ms|s|min|h|d))$/

/** Returns what saving would run. A value that is not touched stays, however it is spelled in the database. */
export function timeoutsDraft(saved: readonly RoleTimeout[], typed: TypedTimeouts): Draft {
  const before = typedOf(saved)
  const changed = saved.flatMap((timeout) => {
    const text = typed[timeout.role]!.trim()
    return text === before[timeout.role] ? [] : [{ timeout, text }]
  })
  if (changed.length === 0) return { kind: 'unchanged' }
  const wrong = changed.filter(({ text }) => text !== '' && !written.test(text))
  if (wrong.length > 0) return { kind: 'incomplete', problems: Object.fromEntries(wrong.map(({ timeout }) => [timeout.role, texts.wrong])) }
  const commands = changed.map(({ timeout, text }) => setRoleTimeout(timeout, text === '' ? null : text))
  return { kind: 'change', change: { name: texts.change, commands: [...commands, reloadConfiguration] } }
}

/** Says how long statements of a role may take, and where that comes from if it has no timeout of its own. */
export function timeoutText({ role, statement_timeout: timeout }: RoleTimeout, all: readonly RoleTimeout[]): string {
  if (timeout === null) {
    const fallback = role === 'authenticator' ? undefined : all.find((each) => each.role === 'authenticator')
    return fallback === undefined ? texts.ofDatabase : texts.ofAuthenticator(timeoutText(fallback, all))
  }
  if (Number(timeout) === 0) return texts.none
  return /^\d+$/.test(timeout) ? `${timeout}ms` : timeout
}
