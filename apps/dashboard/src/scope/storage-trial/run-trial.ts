import { isAppError } from '@colonnade/core'
import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import { getStorageTrialSql, type StorageAction, storageActions, StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import type { Claims } from '../database-role/claims.ts'
import { runSql } from '../run-sql.ts'
import { mimeTypeOf } from './mime-type.ts'

/** What a person waits for at the screen: an expression that runs on is stopped, and said. */
export const trialTimeoutMs = 10_000

/** Whoever a client is. */
export interface Tried {
  readonly role: string
  readonly claims: Claims
}

export interface StorageTrialInput {
  readonly as: Tried
  readonly bucket: string
  readonly path: string
  /** Another name in the same folder when left out. */
  readonly movedTo?: string
  readonly actions?: readonly StorageAction[]
  readonly signal?: AbortSignal
}

/**
 * Finds out what a client may do with a file: all of it is done in one transaction as the client's role, and rolled back.
 *
 * @throws AppError by SQLSTATE, `statement_timeout`, `production_locked`
 */
export async function runStorageTrial(
  ref: string,
  { as, bucket, path, movedTo = movedNameOf(path), actions = storageActions, signal }: StorageTrialInput,
): Promise<StorageTrialReport> {
  const query = getStorageTrialSql({ ...as, bucket, path, movedTo, mimeType: mimeTypeOf(path), actions })
  // what only looks at a file changes nothing, and asks nobody for the name of a locked project
  const isReading = actions.every((action) => action === 'list' || action === 'read')
  try {
    await runSql(ref, { query, timeout_ms: trialTimeoutMs, ...(isReading && { read_only: true }), ...(signal && { signal }) })
  } catch (error) {
    if (!isAppError(error) || error.details['sqlstate'] !== triedSqlstate) throw error
    return StorageTrialReport.parse(JSON.parse(String(error.details['detail'])))
  }
  throw new Error('The trial was not rolled back')
}

/** `a/photo.png` → `a/photo-moved.png` */
export function movedNameOf(path: string): string {
  return path.replace(/(\.[^./]*)?$/, '-moved$1')
}
