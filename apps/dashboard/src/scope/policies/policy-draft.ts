import { dropByName } from '@colonnade/pg-meta/drops'
import { policies, type Command } from '@colonnade/pg-meta'
import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import type { Draft } from '../changes/draft.ts'
import { policyFormText } from './messages.ts'

type Policy = policies.Policy

/** PUBLIC, which stands for every role. */
export const everybody = 'public'

/** A policy in the form. */
export interface PolicyDraft {
  readonly name: string
  readonly action: Policy['action']
  readonly command: Policy['command']
  readonly roles: readonly string[]
  /** USING, for commands that read rows. */
  readonly definition: string
  /** WITH CHECK, for commands that write rows. */
  readonly check: string
  readonly comment: string
}

/** Spec §9. */
export const emptyPolicy: PolicyDraft = { name: '', action: 'PERMISSIVE', command: 'ALL', roles: [everybody], definition: '', check: '', comment: '' }

export function draftOf(policy: Policy, comment: string | null): PolicyDraft {
  const { name, action, command, roles, definition, check } = policy
  return { name, action, command, roles, definition: definition ?? '', check: check ?? '', comment: comment ?? '' }
}

/** Return which expressions a command has. */
export const hasUsing = (command: Policy['command']): boolean => command !== 'INSERT'
export const hasCheck = (command: Policy['command']): boolean => command !== 'SELECT' && command !== 'DELETE'

export interface PolicyTarget {
  readonly schema: string
  readonly table: string
  /** Names of the table's other policies. */
  readonly taken: readonly string[]
}

/** Drafts the creation of a policy or the change of `before`. What can't be altered is dropped and re-created in one transaction. */
export function changeOf(target: PolicyTarget, before: (PolicyDraft & { readonly id: number }) | null, draft: PolicyDraft): Draft {
  const problems = problemsOf(target, draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const { schema, table } = target
  const input = { ...inputOf(draft), schema, table }
  if (before === null) {
    return { kind: 'change', change: { name: policyFormText.creation(input.name, table), commands: [policies.create(input)] } }
  }
  const old = inputOf(before)
  if (JSON.stringify(old) === JSON.stringify(inputOf(draft))) return { kind: 'unchanged' }
  return {
    kind: 'change',
    change: {
      name: policyFormText.alteration(old.name, table),
      commands: isRecreated(before, draft)
        ? [dropByName({ kind: 'policy', schema, table, name: old.name }), policies.create(input)]
        : [alteration({ schema, table, name: old.name }, old, inputOf(draft))],
    },
  }
}

/** Returns whether a change re-creates the policy: Postgres can't alter its command or kind, or remove an expression. */
export function isRecreated(before: PolicyDraft, draft: PolicyDraft): boolean {
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

/** Most bytes of a name in Postgres. */
const maxNameBytes = 63

function problemsOf({ taken }: PolicyTarget, { name, command, roles, definition, check }: PolicyDraft): Record<string, string> {
  const trimmed = name.trim()
  const problems: Record<string, string> = {}
  if (trimmed === '') problems['name'] = policyFormText.nameMissing
  else if (taken.includes(trimmed)) problems['name'] = policyFormText.nameTaken
  else if (new TextEncoder().encode(trimmed).length > maxNameBytes) problems['name'] = policyFormText.nameTooLong(maxNameBytes)
  if (roles.length === 0) problems['roles'] = policyFormText.noRoles
  const using = hasUsing(command) ? partProblem(definition) : null
  const written = hasCheck(command) ? partProblem(check) : null
  if (using !== null) problems['definition'] = using
  if (written !== null) problems['check'] = written
  if (using === null && hasUsing(command) && definition.trim() === '' && (!hasCheck(command) || check.trim() === '')) {
    problems['definition'] = policyFormText.noUsing
  }
  if (!hasUsing(command) && check.trim() === '') problems['check'] = policyFormText.noCheck
  return problems
}

function partProblem(expression: string): string | null {
  return expression.trim() === '' ? null : expressionProblem(expression)
}

/**
 * Returns whether an expression seems to read its own table. Postgres then refuses every query ("infinite recursion"), because reading the
 * table applies the policy again.
 */
export function readsItself({ schema, table }: Pick<PolicyTarget, 'schema' | 'table'>, expression: string): boolean {
  const name = (text: string) => `(?:${escaped(text)}|"${escaped(text.replaceAll('"', '""'))}")`
  const after = String.raw`(?![\w$"])`
  return new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?(?:${name(schema)}\s*\.\s*)?${name(table)}${after}(?!\s*\.)`, 'iu').test(expression)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
