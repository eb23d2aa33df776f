import type { Failpoint, Logger } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import type { OwnNames } from '../../own-names.ts'
import type { Account } from '../storage/accounts.ts'
import { isMarked, mark } from './mark.ts'
import { readNames } from './read-names.ts'
import { renameRoles } from './rename-roles.ts'

export interface NamedServer {
  readonly ref: string
  readonly data: string
  readonly account: Account
  readonly endpoint: ClusterEndpoint
  /** Only our superuser comes in, by a file that may name it as it was. */
  readonly isClosed: boolean
  readonly logger: Logger
  readonly failpoint: Failpoint
}

/**
 * Gives our roles their current names in a server that has just come up, and returns what they are called then. Where that can't be, they keep
 * the former ones, the log says why, and the next start tries again. A standby gets them by replication, and a closed
 * cluster when it is open.
 *
 * @throws AppError when the server doesn't answer
 */
export async function settleNames(server: NamedServer): Promise<OwnNames> {
  if (isMarked(server.data)) return 'current'
  const { names, isStandby } = await readNames(server.endpoint)
  // what a standby has is not on its disk for good
  if (isStandby) return names
  const settled = names === 'current' || server.isClosed ? names : await rename(server)
  // where there is no room for it, the next start asks again
  if (settled === 'current') await mark(server.data, server.account).catch(() => {})
  return settled
}

async function rename({ ref, endpoint, logger, failpoint }: NamedServer): Promise<OwnNames> {
  try {
    const taken = await renameRoles(endpoint, failpoint)
    if (taken.length === 0) {
      logger.info('roles renamed', { ref })
      return 'current'
    }
    logger.warn('our roles keep their former names: the project has roles with the current ones. Rename or drop those and restart it', { ref, taken })
    return 'former'
  } catch (error) {
    logger.warn('our roles keep their former names until the next start', { ref, error })
    return (await readNames(endpoint)).names
  }
}
