import { getRealtimeTrialSql, RealtimeTrialReport } from '@colonnade/pg-meta/realtime-trial'
import type { Claims } from '../database-role/claims.ts'
import { runTrial } from '../policy-trials/run-trial.ts'

export interface RealtimeTrialInput {
  readonly as: { readonly role: string; readonly claims: Claims }
  /** As clients call it, without a prefix. */
  readonly topic: string
  readonly signal?: AbortSignal
}

/**
 * Finds out what policies let a client do in a private channel: all of it is tried in one transaction as the client's role, and rolled back.
 *
 * @throws AppError by SQLSTATE, `statement_timeout`, `production_locked`
 */
export async function runRealtimeTrial(ref: string, { as: { role, claims }, topic, signal }: RealtimeTrialInput): Promise<RealtimeTrialReport> {
  return runTrial(ref, getRealtimeTrialSql({ role, claims, topic }), RealtimeTrialReport, signal === undefined ? {} : { signal })
}
