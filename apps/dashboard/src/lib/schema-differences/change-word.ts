import type { SchemaDifference } from '@colonnade/contracts/copies/merges'

/** "Added", "Changed" or "Removed", as the default branch sees it. */
export function changeWord({ before, after }: SchemaDifference): 'Added' | 'Changed' | 'Removed' {
  if (before === null) return 'Added'
  return after === null ? 'Removed' : 'Changed'
}
