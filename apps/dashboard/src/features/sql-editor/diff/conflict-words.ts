import type { SnippetDetails } from '@colonnade/contracts/data/snippets'
import { conflictWordsCopy } from './messages.ts'

export interface ConflictWords {
  /** In the editor's line. */
  readonly note: string
  readonly title: string
  readonly description: string
  /** Above the text at the left. */
  readonly before: string
  readonly take: string
}

/**
 * Returns the messages about a snippet that was changed elsewhere: by someone else, or by the reader in another window or through the API.
 *
 * @param address the reader's own
 */
export function conflictWords({ name, updated_by: by }: Pick<SnippetDetails, 'name' | 'updated_by'>, address: string): ConflictWords {
  if (by.primary_email === address) {
    return {
      note: conflictWordsCopy.changedByYou,
      title: conflictWordsCopy.changedByYouTitle(name),
      description: conflictWordsCopy.changedByYouBody,
      before: conflictWordsCopy.savedElsewhere,
      take: conflictWordsCopy.otherVersion,
    }
  }
  const who = by.username
  return {
    note: conflictWordsCopy.changedBy(who),
    title: conflictWordsCopy.changedByTitle(who, name),
    description: conflictWordsCopy.changedByBody(who),
    before: conflictWordsCopy.savedBy(who),
    take: conflictWordsCopy.theirs,
  }
}
