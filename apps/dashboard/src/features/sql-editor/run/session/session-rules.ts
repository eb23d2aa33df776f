import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { durationText, statementsText } from '../../wording.ts'
import { lostText, transactionText } from './messages.ts'
import type { SessionHolds, SqlSession } from '../run-state.ts'

const beginsTransaction = /\b(?:begin|start\s+transaction)\b/i

/**
 * Returns whether a run needs the connection that the document keeps: the options ask for it, a transaction is open on it, or the text may begin one, which would otherwise be rolled back when the run ends.
 */
export function needsSession(text: string, session: SqlSession, isWanted: boolean): boolean {
  return isWanted || holdsTransaction(session) || beginsTransaction.test(text)
}

export function holdsTransaction(session: SqlSession): session is Extract<SqlSession, { kind: 'kept' }> {
  return session.kind === 'kept' && session.transaction !== 'none'
}

/** When an unused session is closed, by Date.now(). */
export function closesAt({ idleSince }: { readonly idleSince: number }): number {
  return idleSince + sqlSessionIdleSeconds * 1_000
}

/** "4 min 10 s", in whole seconds. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return seconds < 60 ? `${seconds} s` : durationText(seconds * 1_000)
}

/** "1 statement so far" */
export function ranText(statements: number): string {
  return transactionText.ran(statementsText(statements))
}

/** Lists what was lost with a connection, one line each. */
export function lostThings({ transaction, statements }: SessionHolds): string[] {
  const { others, safe, rolledBack } = lostText
  if (transaction === 'none') return [others, safe]
  const ran = statements > 0 ? ` (${statementsText(statements)})` : ''
  return [rolledBack(ran), others, safe]
}
