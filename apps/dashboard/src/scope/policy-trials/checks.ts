import type { Need, TriedExpression, TriedPolicy } from '@colonnade/pg-meta/tried-policies'
import { checkText } from './messages.ts'

/** What a policy said alone. */
export interface TriedCheck {
  readonly policy: TriedPolicy
  readonly command: TriedExpression['command']
  readonly row: TriedExpression['row']
  readonly isTrue: boolean
  readonly error: string | null
}

/** What came of trying something. */
export interface Verdict {
  readonly isAllowed: boolean
  /** Policies that allow it; none where no policy is asked. */
  readonly by: readonly string[]
  /** Why, in a sentence. */
  readonly reason: string
  /** Every policy that was asked, with what it said alone. */
  readonly checks: readonly TriedCheck[]
}

export function checksOf(policies: readonly TriedPolicy[], expressions: readonly TriedExpression[]): readonly TriedCheck[] {
  return expressions.map(({ policy, command, row, isTrue, error }) => ({ policy: policies[policy]!, command, row, isTrue: isTrue === true, error }))
}

/** Names of the policies that allow it. */
export function allowedBy(checks: readonly TriedCheck[]): readonly string[] {
  return [...new Set(checks.filter(({ policy, isTrue }) => policy.isPermissive && isTrue).map(({ policy }) => policy.name))]
}

/** Why policies refuse: for each command that has to pass, in the order that Postgres asks. Empty where they don't. */
export function refusalsOf(
  checks: readonly TriedCheck[],
  needs: readonly (readonly [Need[0], Need[2]])[],
  notMet: (command: string, row: Need[2]) => string,
): readonly string[] {
  const reasons = needs.flatMap(([command, row]) => {
    const asked = checks.filter((check) => check.command === command && check.row === row)
    const failed = asked.find(({ error }) => error !== null)
    if (failed) return [checkText.failed(failed.policy.name, failed.error!)]
    const kept = asked.find(({ policy, isTrue }) => !policy.isPermissive && !isTrue)
    if (kept) return [checkText.restricted(kept.policy.name, command)]
    const permissive = asked.filter(({ policy }) => policy.isPermissive)
    if (permissive.some(({ isTrue }) => isTrue)) return []
    return [permissive.length === 0 ? checkText.missing(command) : notMet(command, row)]
  })
  return [...new Set(reasons)]
}
