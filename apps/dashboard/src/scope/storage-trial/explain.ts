import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import type { StorageAction, StorageTrialReport, TriedAction } from '@colonnade/pg-meta/storage-trial'
import type { TriedExpression } from '@colonnade/pg-meta/tried-policies'
import { allowedBy, checksOf, refusalsOf, type TriedCheck, type Verdict } from '../policy-trials/checks.ts'
import { checkText } from '../policy-trials/messages.ts'
import { explainText } from './messages.ts'

/** What came of trying an action. */
export interface Explained extends Verdict {
  readonly action: StorageAction
}

/** unique_violation: policies were asked before. */
const takenSqlstate = '23505'

export function explainTrial(report: StorageTrialReport): readonly Explained[] {
  return report.actions.map((tried) => explain(report, tried))
}

function explain(report: StorageTrialReport, tried: TriedAction): Explained {
  const { action } = tried
  const checks = checksOf(report.policies, tried.expressions)
  const isDone = tried.sqlstate === triedSqlstate && tried.rows !== 0
  const isTaken = tried.sqlstate === takenSqlstate
  const by = allowedBy(checks)
  if (action === 'read' && report.bucket?.public === true) {
    return { action, isAllowed: true, by: isDone ? by : [], reason: explainText.publicBucket, checks }
  }
  if (isDone || isTaken) {
    const reason = isTaken
      ? explainText.taken[action === 'move' ? 'move' : 'upload']
      : report.unbound === null
        ? ''
        : checkText.unbound[report.unbound]
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
  const reasons = refusalsOf(checks, needs[action], explainText.notMet)
  if (reasons.length > 0) return reasons.join(' ')
  return sqlstate === triedSqlstate ? checkText.nothing : message
}
