import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import type { Project } from '@colonnade/contracts/projects/projects'
import { restoredVersionText } from './messages.ts'

/** "17" of "17.10" */
export function majorOf(version: string): string {
  return version.split('.')[0]!
}

/**
 * Returns the Postgres version of a restore when its major version differs from the project's. A restore keeps the major version of its moment,
 * with the newest minor version.
 */
export function versionText(
  target: RestoreInput['target'],
  postgresMajor: string | null,
  { db_version: now }: Pick<Project, 'db_version'>,
): string | null {
  if (postgresMajor === null || now === null || majorOf(now) === postgresMajor) return null
  return restoredVersionText[target](postgresMajor, now)
}
