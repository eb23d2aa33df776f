import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { durationText, statementsText } from '../../wording.ts'
import type { SessionHolds, SqlSession } from '../run-state.ts'

const beginsTransaction = /\b(?:begin|start\s+transaction)\b/i

/**
 * Whether a run needs the connection that the document keeps: somebody wants it kept, there is a transaction on it to go on with, or the text
 * may begin one, which would otherwise be rolled back when the run ends.
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

/** "1 statement ran in it" */
export function ranText(statements: number): string {
  return `${statementsText(statements)} ran in it`
}

/** What went with a connection that is gone, one line each. */
export function lostThings({ transaction, statements }: SessionHolds): string[] {
  const others = 'Temporary tables, settings, prepared statements and cursors of the connection are gone.'
  if (transaction === 'none') return [others, 'What was committed is safe.']
  const ran = statements > 0 ? ` (${ranText(statements)})` : ''
  return [`The open transaction${ran} is rolled back.`, others, 'What was committed before it is safe.']
}
