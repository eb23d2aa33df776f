import type { policies } from '@colonnade/pg-meta'

type Policy = policies.Policy

export type TrialCommand = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

export interface RowVerdict {
  readonly passes: boolean
  /** Permissive policies that let it through. */
  readonly letBy: readonly string[]
  /** Restrictive policies that keep it back. */
  readonly keptBy: readonly string[]
}

/**
 * The policies that decide for a role, `memberOf` being the roles whose rights it has. Whoever changes or deletes rows must see them: the
 * policies for SELECT count, too.
 */
export function applyingPolicies(found: readonly Policy[], memberOf: readonly string[], command: TrialCommand): Policy[] {
  const commands: ReadonlySet<string> = new Set(['ALL', command, ...(command === 'UPDATE' || command === 'DELETE' ? ['SELECT'] : [])])
  return found.filter((policy) => commands.has(policy.command) && policy.roles.some((role) => role === 'public' || memberOf.includes(role)))
}

export interface AskedPolicy {
  readonly policy: Policy
  readonly isTrue: boolean
}

/** Whether a row passes the policies, and which decided (Postgres's documentation, CREATE POLICY). */
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

/** Why a row is there for a role, or is not. */
export function reasonText({ passes, letBy, keptBy }: RowVerdict): string {
  if (passes) return letBy.join(', ')
  if (keptBy.length > 0) return `kept back by ${keptBy.join(', ')}`
  return letBy.length > 0 ? `let by ${letBy.join(', ')}, but not to be read` : 'no policy lets it through'
}
