import type { policies } from '@colonnade/pg-meta'
import { verdictText } from './messages.ts'

type Policy = policies.Policy

export type TrialCommand = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

export interface RowVerdict {
  readonly passes: boolean
  /** Permissive policies that allow it. */
  readonly letBy: readonly string[]
  /** Restrictive policies that block it. */
  readonly keptBy: readonly string[]
}

/**
 * Returns the policies that apply to a role; `memberOf` lists the roles whose rights it inherits. A role must see the rows it updates or
 * deletes, so the policies for SELECT also apply to these commands.
 */
export function applyingPolicies(found: readonly Policy[], memberOf: readonly string[], command: TrialCommand): Policy[] {
  const commands: ReadonlySet<string> = new Set(['ALL', command, ...(command === 'UPDATE' || command === 'DELETE' ? ['SELECT'] : [])])
  return found.filter((policy) => commands.has(policy.command) && policy.roles.some((role) => role === 'public' || memberOf.includes(role)))
}

export interface AskedPolicy {
  readonly policy: Policy
  readonly isTrue: boolean
}

/** Returns whether a row passes, and which policies decided (Postgres documentation, CREATE POLICY). */
export function explainRow(asked: readonly AskedPolicy[], command: TrialCommand): RowVerdict {
  const of = (one: TrialCommand) => asked.filter(({ policy }) => policy.command === 'ALL' || policy.command === one)
  const needed = command === 'UPDATE' || command === 'DELETE' ? [of(command), of('SELECT')] : [of(command)]
  const letThrough = needed.map((those) => those.filter(({ policy, isTrue }) => policy.action === 'PERMISSIVE' && isTrue))
  const kept = asked.filter(({ policy, isTrue }) => policy.action === 'RESTRICTIVE' && !isTrue)
  return {
    passes: kept.length === 0 && letThrough.every((those) => those.length > 0),
    letBy: [...new Set(letThrough.flat().map(({ policy }) => policy.name))],
    keptBy: kept.map(({ policy }) => policy.name),
  }
}

/** Explains why a role sees a row, or doesn't. */
export function reasonText({ passes, letBy, keptBy }: RowVerdict): string {
  if (passes) return letBy.join(', ')
  if (keptBy.length > 0) return verdictText.blocked(keptBy)
  return letBy.length > 0 ? verdictText.unreadable(letBy) : verdictText.noPolicy
}
