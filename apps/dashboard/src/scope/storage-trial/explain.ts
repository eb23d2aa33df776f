import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import type { StorageAction, StorageTrialReport, TriedAction, TriedExpression, TriedPolicy } from '@colonnade/pg-meta/storage-trial'
import { explainText } from './messages.ts'

export interface TriedCheck {
  readonly policy: TriedPolicy
  readonly command: TriedExpression['command']
  readonly row: TriedExpression['row']
  readonly isTrue: boolean
  readonly error: string | null
}

/** What came of trying an action. */
export interface Explained {
  readonly action: StorageAction
  readonly isAllowed: boolean
  /** Policies that allow it; none where no policy is asked. */
  readonly by: readonly string[]
  /** Why, in a sentence. */
  readonly reason: string
  /** Every policy that was asked, with what it said alone. */
  readonly checks: readonly TriedCheck[]
}

/** unique_violation: policies were asked before. */
const takenSqlstate = '23505'

export function explainTrial(report: StorageTrialReport): readonly Explained[] {
  return report.actions.map((tried) => explain(report, tried))
}

function explain(report: StorageTrialReport, tried: TriedAction): Explained {
  const { action } = tried
  const checks = tried.expressions.map(({ policy, command, row, isTrue, error }): TriedCheck => ({
    policy: report.policies[policy]!,
    command,
    row,
    isTrue: isTrue === true,
    error,
  }))
  const isDone = tried.sqlstate === triedSqlstate && tried.rows !== 0
  const isTaken = tried.sqlstate === takenSqlstate
  const by = [...new Set(checks.filter(({ policy, isTrue }) => policy.isPermissive && isTrue).map(({ policy }) => policy.name))]
  if (action === 'read' && report.bucket?.public === true) {
    return { action, isAllowed: true, by: isDone ? by : [], reason: explainText.publicBucket, checks }
  }
  if (isDone || isTaken) {
    const reason = isTaken
      ? explainText.taken[action === 'move' ? 'move' : 'upload']
      : report.unbound === null
        ? ''
        : explainText.unbound[report.unbound]
    // of an upload the policies say yes, and the name says no
    return { action, isAllowed: isDone, by: isDone || action === 'upload' ? by : [], reason, checks }
  }
  return { action, isAllowed: false, by: [], reason: refusalOf(tried, checks), checks }
}

/** The commands that each action asks the policies for, in the order that Postgres does. */
const needs: Readonly<Record<StorageAction, readonly (readonly [TriedExpression['command'], TriedExpression['row']])[]>> = {
  list: [['SELECT', 'before']],
  read: [['SELECT', 'before']],
  upload: [['INSERT', 'after']],
  replace: [
    ['INSERT', 'after'],
    ['SELECT', 'before'],
    ['UPDATE', 'before'],
    ['UPDATE', 'after'],
    ['SELECT', 'after'],
  ],
  move: [
    ['SELECT', 'before'],
    ['UPDATE', 'before'],
    ['UPDATE', 'after'],
    ['SELECT', 'after'],
  ],
  delete: [
    ['SELECT', 'before'],
    ['DELETE', 'before'],
  ],
}

function refusalOf({ action, message, sqlstate }: TriedAction, checks: readonly TriedCheck[]): string {
  const reasons = needs[action].flatMap(([command, row]) => {
    const asked = checks.filter((check) => check.command === command && check.row === row)
    const failed = asked.find(({ error }) => error !== null)
    if (failed) return [explainText.failed(failed.policy.name, failed.error!)]
    const kept = asked.find(({ policy, isTrue }) => !policy.isPermissive && !isTrue)
    if (kept) return [explainText.restricted(kept.policy.name, command)]
    const permissive = asked.filter(({ policy }) => policy.isPermissive)
    if (permissive.some(({ isTrue }) => isTrue)) return []
    return [permissive.length === 0 ? explainText.missing(command) : explainText.notMet(command, row)]
  })
  if (reasons.length > 0) return [...new Set(reasons)].join(' ')
  return sqlstate === triedSqlstate ? explainText.nothing : message
}
