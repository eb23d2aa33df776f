import type { AppError } from '@colonnade/core'

export interface DeletedProject {
  readonly name: string
  readonly noun: 'project' | 'branch'
  /** Of its organization. */
  readonly slug: string
  /** The project that it was a branch of, unless that is gone, too. */
  readonly parentRef: string | null
}

/** What a refused call tells of a project that was deleted; null where it tells of none. */
export function deletedOf({ details }: Pick<AppError, 'details'>): DeletedProject | null {
  const told = details['deleted']
  if (typeof told !== 'object' || told === null) return null
  const { name, is_branch: isBranch, organization_slug: slug, parent_project_ref: parent } = told as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || typeof slug !== 'string') return null
  return { name, noun: isBranch === true ? 'branch' : 'project', slug, parentRef: typeof parent === 'string' ? parent : null }
}
