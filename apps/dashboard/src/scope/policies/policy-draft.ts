import { dropByName } from '@colonnade/pg-meta/drops'
import { policies, type Command } from '@colonnade/pg-meta'
import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import type { Draft } from '../changes/draft.ts'

type Policy = policies.Policy

/** Everybody, which is no role of its own. */
export const everybody = 'public'

/** A policy as a form has it. */
export interface PolicyDraft {
  readonly name: string
  readonly action: Policy['action']
  readonly command: Policy['command']
  readonly roles: readonly string[]
  /** USING; counts where the command reads rows. */
  readonly definition: string
  /** WITH CHECK; counts where the command writes rows. */
  readonly check: string
  readonly comment: string
}

/** Spec §9. */
export const emptyPolicy: PolicyDraft = { name: '', action: 'PERMISSIVE', command: 'ALL', roles: [everybody], definition: '', check: '', comment: '' }

export function draftOf(policy: Policy, comment: string | null): PolicyDraft {
  const { name, action, command, roles, definition, check } = policy
  return { name, action, command, roles, definition: definition ?? '', check: check ?? '', comment: comment ?? '' }
}

/** Which expressions a command has. */
export const hasUsing = (command: Policy['command']): boolean => command !== 'INSERT'
export const hasCheck = (command: Policy['command']): boolean => command !== 'SELECT' && command !== 'DELETE'

export interface PolicyTarget {
  readonly schema: string
  readonly table: string
  /** Names of the table's other policies. */
  readonly taken: readonly string[]
}

/** What the form would do: make a policy, or change `before`. What can't be altered is dropped and made anew, in the same transaction. */
export function changeOf(target: PolicyTarget, before: (PolicyDraft & { readonly id: number }) | null, draft: PolicyDraft): Draft {
  const problems = problemsOf(target, draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const { schema, table } = target
  const input = { ...inputOf(draft), schema, table }
  if (before === null) {
    return { kind: 'change', change: { name: `Create policy ${input.name} on ${table}`, commands: [policies.create(input)] } }
  }
  const old = inputOf(before)
  if (JSON.stringify(old) === JSON.stringify(inputOf(draft))) return { kind: 'unchanged' }
  return {
    kind: 'change',
    change: {
      name: `Change policy ${old.name} on ${table}`,
      commands: isMadeAnew(before, draft)
        ? [dropByName({ kind: 'policy', schema, table, name: old.name }), policies.create(input)]
        : [alteration({ schema, table, name: old.name }, old, inputOf(draft))],
    },
  }
}

/** Postgres alters names, roles and expressions; the command and the kind stay as made, and no expression is taken away. */
export function isMadeAnew(before: PolicyDraft, draft: PolicyDraft): boolean {
  const [old, next] = [inputOf(before), inputOf(draft)]
  return (
    old.action !== next.action ||
    old.command !== next.command ||
    (old.definition !== null && next.definition === null) ||
    (old.check !== null && next.check === null)
  )
}

type Input = ReturnType<typeof inputOf>

function inputOf({ name, action, command, roles, definition, check, comment }: PolicyDraft) {
  return {
    name: name.trim(),
    action,
    command,
    roles: [...roles].sort(),
    definition: hasUsing(command) && definition.trim() !== '' ? definition.trim() : null,
    check: hasCheck(command) && check.trim() !== '' ? check.trim() : null,
    comment: comment.trim() === '' ? null : comment.trim(),
  }
}

function alteration(identifier: { schema: string; table: string; name: string }, old: Input, next: Input): Command {
  return policies.updateByName(identifier, {
    ...(next.name !== old.name && { name: next.name }),
    ...(next.definition !== null && next.definition !== old.definition && { definition: next.definition }),
    ...(next.check !== null && next.check !== old.check && { check: next.check }),
    ...(next.roles.join('\0') !== old.roles.join('\0') && { roles: next.roles }),
    ...(next.comment !== old.comment && { comment: next.comment }),
  })
}

/** Longest name that Postgres keeps, in bytes. */
const maxNameBytes = 63

function problemsOf({ taken }: PolicyTarget, { name, command, roles, definition, check }: PolicyDraft): Record<string, string> {
  const trimmed = name.trim()
  const problems: Record<string, string> = {}
  if (trimmed === '') problems['name'] = 'Give it a name that says who may do what'
  else if (taken.includes(trimmed)) problems['name'] = 'Another policy of this table has this name'
  else if (new TextEncoder().encode(trimmed).length > maxNameBytes) problems['name'] = `Names have at most ${maxNameBytes} bytes`
  if (roles.length === 0) problems['roles'] = 'Add one role at least; public is everybody'
  const using = hasUsing(command) ? partProblem(definition) : null
  const written = hasCheck(command) ? partProblem(check) : null
  if (using !== null) problems['definition'] = using
  if (written !== null) problems['check'] = written
  if (using === null && hasUsing(command) && definition.trim() === '' && (!hasCheck(command) || check.trim() === '')) {
    problems['definition'] = 'Say which rows: true is every row'
  }
  if (!hasUsing(command) && check.trim() === '') problems['check'] = 'Say which rows may be written: true is every row'
  return problems
}

function partProblem(expression: string): string | null {
  return expression.trim() === '' ? null : expressionProblem(expression)
}

/**
 * Whether an expression seems to read the table that it is for: Postgres refuses every query then ("infinite recursion"), since reading the
 * table asks the policy again.
 */
export function readsItself({ schema, table }: Pick<PolicyTarget, 'schema' | 'table'>, expression: string): boolean {
  const name = (text: string) => `(?:${escaped(text)}|"${escaped(text.replaceAll('"', '""'))}")`
  const after = String.raw`(?![\w$"])`
  return new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?(?:${name(schema)}\s*\.\s*)?${name(table)}${after}(?!\s*\.)`, 'iu').test(expression)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
