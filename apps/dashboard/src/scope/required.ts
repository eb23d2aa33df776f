/**
 * Refusals of calls about nothing (spec §5, §8): they stand inside of query functions, so that a query without its project or
 * organization fails with these words before anything is sent.
 * @throws Error 'projectRef is required'
 */
export function requireProjectRef(projectRef: string | undefined): string {
  return required(projectRef, 'projectRef is required')
}

/**
 * The same for what is asked about a project's configuration, which the specification words in its own way.
 * @throws Error 'Project ref is required'
 */
export function requireRef(ref: string | undefined): string {
  return required(ref, 'Project ref is required')
}

/** @throws Error 'orgSlug is required' */
export function requireSlug(orgSlug: string | undefined): string {
  return required(orgSlug, 'orgSlug is required')
}

function required(value: string | undefined, message: string): string {
  if (value === undefined || value.trim() === '') throw new Error(message)
  return value
}
