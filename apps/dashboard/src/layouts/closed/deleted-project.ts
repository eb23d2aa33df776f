import type { AppError } from '@colonnade/core'

export interface DeletedProject {
  readonly name: string
  readonly noun: 'project' | 'branch'
  /** Of its organization. */
  readonly slug: string
  /** The project that it was a branch of, unless that was also deleted. */
  readonly parentRef: string | null
}

/** Reads a deleted project from a refused call; null if the error doesn't name one. */
export function deletedOf({ details }: Pick<AppError, 'details'>): DeletedProject | null {
  const deleted = details['deleted']
  if (typeof deleted !== 'object' || deleted === null) return null
  const { name, is_branch: isBranch, organization_slug: slug, parent_project_ref: parent } = deleted as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || typeof slug !== 'string') return null
  return { name, noun: isBranch === true ? 'branch' : 'project', slug, parentRef: typeof parent === 'string' ? parent : null }
}
