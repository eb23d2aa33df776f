import { getStorageTrialSql, type StorageAction, storageActions, StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import type { Claims } from '../database-role/claims.ts'
import { runTrial } from '../policy-trials/run-trial.ts'
import { mimeTypeOf } from './mime-type.ts'

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
  return runTrial(ref, query, StorageTrialReport, { isReading, ...(signal && { signal }) })
}

/** `a/photo.png` → `a/photo-moved.png` */
export function movedNameOf(path: string): string {
  return path.replace(/(\.[^./]*)?$/, '-moved$1')
}
