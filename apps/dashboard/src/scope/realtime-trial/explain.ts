import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import type { RealtimeTrialReport, TriedAccess } from '@colonnade/pg-meta/realtime-trial'
import { allowedBy, checksOf, refusalsOf, type Verdict } from '../policy-trials/checks.ts'
import { checkText } from '../policy-trials/messages.ts'

/** What came of asking for one thing that a channel is for. */
export interface ExplainedAccess extends Verdict, Pick<TriedAccess, 'extension' | 'access'> {}

export interface ExplainedTrial {
  /** Whether the client is let in: it may read broadcasts or presence. */
  readonly canJoin: boolean
  readonly accesses: readonly ExplainedAccess[]
}

export const notMetText = (command: string): string => `No ${command} policy is true for this topic.`

const needs = { read: [['SELECT', 'before']], write: [['INSERT', 'after']] } as const

export function explainRealtimeTrial(report: RealtimeTrialReport): ExplainedTrial {
  const accesses = report.accesses.map((tried) => explain(report, tried))
  return { canJoin: accesses.some(({ access, isAllowed }) => access === 'read' && isAllowed), accesses }
}

function explain(
  { policies, unbound }: RealtimeTrialReport,
  { extension, access, sqlstate, message, rows, expressions }: TriedAccess,
): ExplainedAccess {
  const checks = checksOf(policies, expressions)
  const isAllowed = sqlstate === triedSqlstate && rows !== 0
  const rest = { extension, access, isAllowed, checks }
  if (isAllowed) return { ...rest, by: allowedBy(checks), reason: unbound === null ? '' : checkText.unbound[unbound] }
  const reasons = refusalsOf(checks, needs[access], notMetText)
  return { ...rest, by: [], reason: reasons.length > 0 ? reasons.join(' ') : sqlstate === triedSqlstate ? checkText.nothing : message }
}
