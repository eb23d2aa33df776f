import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import type { Project } from '@colonnade/contracts/projects/projects'

/** "17" of "17.10" */
export function majorOf(version: string): string {
  return version.split('.')[0]!
}

const subjects: Readonly<Record<RestoreInput['target'], string>> = {
  project: 'The project goes back to',
  new: 'The new project is on',
  branch: 'The branch is on',
}

/**
 * What is restored is on the major version of then, whatever the project is on by now: said where these are not the same, and both are known.
 * Of its major version it gets the newest minor one.
 */
export function versionText(
  target: RestoreInput['target'],
  postgresMajor: string | null,
  { db_version: now }: Pick<Project, 'db_version'>,
): string | null {
  if (postgresMajor === null || now === null || majorOf(now) === postgresMajor) return null
  return `${subjects[target]} Postgres ${postgresMajor}, as it was at that moment: ${target === 'project' ? 'it' : 'this project'} is on ${now} now.`
}
