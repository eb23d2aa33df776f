import { isAppError } from '@colonnade/core'
import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import type { z } from 'zod'
import { runSql } from '../run-sql.ts'

/** What a person waits for at the screen: an expression that runs on is stopped, and said. */
export const trialTimeoutMs = 10_000

export interface TrialOptions {
  /** It writes nothing, not even to take it back: it asks nobody for the name of a locked project. */
  readonly isReading?: boolean
  readonly signal?: AbortSignal
}

/**
 * Runs a trial, which takes everything back by failing with its report.
 *
 * @throws AppError by SQLSTATE, `statement_timeout`, `production_locked`
 */
export async function runTrial<Report>(
  ref: string,
  query: string,
  report: z.ZodType<Report>,
  { isReading = false, signal }: TrialOptions = {},
): Promise<Report> {
  try {
    await runSql(ref, { query, timeout_ms: trialTimeoutMs, ...(isReading && { read_only: true }), ...(signal && { signal }) })
  } catch (error) {
    if (!isAppError(error) || error.details['sqlstate'] !== triedSqlstate) throw error
    return report.parse(JSON.parse(String(error.details['detail'])))
  }
  throw new Error('The trial was not rolled back')
}
