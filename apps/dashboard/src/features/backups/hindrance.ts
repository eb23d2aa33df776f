import type { Restore } from '@colonnade/contracts/copies/backups'
import type { DatabaseEntry, Project } from '@colonnade/contracts/projects/projects'
import { hindranceText } from './messages.ts'

export interface Hindrance {
  readonly text: string
  /** True if the person can remove the cause. */
  readonly isReplicas: boolean
}

/** Returns why a database can't be replaced now, and what to do about it; null if it can. */
export function hindranceOf(
  { status }: Pick<Project, 'status'>,
  restores: readonly Pick<Restore, 'status' | 'target_name'>[],
  databases: readonly Pick<DatabaseEntry, 'database_type'>[],
): Hindrance | null {
  if (status === 'UPGRADING') return wait(hindranceText.upgrading)
  if (restores.some((restore) => restore.status === 'RUNNING' && restore.target_name === null)) return wait(hindranceText.restoring)
  const replicas = databases.filter(({ database_type: type }) => type === 'READ_REPLICA').length
  if (replicas === 0) return null
  return { text: hindranceText.replicas(replicas), isReplicas: true }
}

function wait(text: string): Hindrance {
  return { text, isReplicas: false }
}
