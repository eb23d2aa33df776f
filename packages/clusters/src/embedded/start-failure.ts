import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@colonnade/core'
import { lastLogLines } from './process/server-log.ts'
import { isMissing } from './storage/files.ts'
import type { ClusterPaths } from './storage/paths.ts'

/** The log of a start that failed; the server's log process may still be writing its last line. */
export async function logOfFailure(paths: ClusterPaths, sinceMs: number): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const log = await lastLogLines(paths.log, paths.startupLog, sinceMs)
    if (look === 20 || log.some((line) => /FATAL|PANIC/.test(line))) return log
    await delay(10)
  }
}

/** Reports a missing data folder (moved, or on an unmounted disk) separately, because the user can restore it. @throws AppError `cluster_start_failed` */
export async function requireData(ref: string, { data }: ClusterPaths): Promise<void> {
  await stat(data).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    const message = `Its data folder is missing: clusters/${ref}/data in the data directory`
    throw new AppError('cluster_start_failed', { ref, log: [] }, { message, cause: error })
  })
}

export function startFailure(ref: string, log: readonly string[], storage: AppError | undefined): AppError {
  const text = log.join('\n')
  const message = /(?:FATAL|PANIC): {1,2}(.*)/.exec(text)?.[1]
  if (storage !== undefined) return new AppError(storage.code, { ref, log })
  return new AppError(
    'cluster_start_failed',
    { ref, log },
    { message: `The database server did not start${message === undefined ? '' : `: ${message}`}` },
  )
}

export function linesOf(error: AppError): readonly string[] {
  return Array.isArray(error.details['log']) ? (error.details['log'] as string[]) : []
}
