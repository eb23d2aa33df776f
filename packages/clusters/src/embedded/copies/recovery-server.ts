import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { recoverySettingsText, type RecoveryTarget } from '../engine/settings.ts'
import { type ScratchServer, withScratchServer } from './scratch-server.ts'

export interface RecoveryServerPlan extends ScratchServer {
  readonly target?: RecoveryTarget
  /** What is recovered, for people: "backup". */
  readonly what: string
}

/** A recovery may have hours of WAL to repeat. Without a hot standby, it is ready only when it has recovered to where it should. */
const recoveryMs = 12 * 60 * 60_000

/**
 * Has a server that nobody else can reach recover a copy to where it should, runs while `during` does, and is stopped cleanly.
 *
 * @throws AppError `recovery_failed` (details.log) when it says why it does not get there, `cluster_start_failed` when it is ended without a word,
 * `storage_full`
 */
export async function withRecoveryServer<T>(plan: RecoveryServerPlan, during: (server: ClusterEndpoint) => Promise<T>): Promise<T> {
  const { own, target, what } = plan
  await writeFile(join(own.data, 'recovery.signal'), '', { mode: 0o600 })
  try {
    return await withScratchServer(
      plan,
      {
        kind: 'recovery',
        settingsOf: (input) => recoverySettingsText(input, target),
        startMs: recoveryMs,
        failureOf: (log) => recoveryFailure(what, log),
      },
      during,
    )
  } finally {
    await rm(own.startupLog, { force: true })
  }
}

/** Only a refusal by Postgres itself says something about the copy. */
function recoveryFailure(what: string, log: string[]): AppError {
  const message = /(?:FATAL|PANIC): {1,2}(.*)/.exec(log.join('\n'))?.[1]
  if (message === undefined) return new AppError('cluster_start_failed', { log }, { message: `The recovery server for the ${what} was stopped` })
  return new AppError('recovery_failed', { log }, { message: `The ${what} couldn’t be recovered: ${message}` })
}
