import type { Restore } from '@colonnade/contracts/copies/backups'
import type { DatabaseEntry, Project } from '@colonnade/contracts/projects/projects'

export interface Hindrance {
  readonly text: string
  /** Whether it is for the person to do away with it. */
  readonly isReplicas: boolean
}

/** Why a database is not replaced now, and what to do about it; null where nothing is in the way. */
export function hindranceOf(
  { status }: Pick<Project, 'status'>,
  restores: readonly Pick<Restore, 'status' | 'target_name'>[],
  databases: readonly Pick<DatabaseEntry, 'database_type'>[],
): Hindrance | null {
  if (status === 'UPGRADING') return wait('The project is being upgraded to another version of Postgres: wait until that is over.')
  if (restores.some((restore) => restore.status === 'RUNNING' && restore.target_name === null))
    return wait('Another restore is on its way to replace it: wait until that is over.')
  const replicas = databases.filter(({ database_type: type }) => type === 'READ_REPLICA').length
  if (replicas === 0) return null
  const [what, them] = replicas === 1 ? ['Its read replica', 'it'] : [`Its ${replicas} read replicas`, 'them']
  return { text: `${what} could not follow it into the past: drop ${them} first, and make ${them} again afterwards.`, isReplicas: true }
}

function wait(text: string): Hindrance {
  return { text, isReplicas: false }
}
