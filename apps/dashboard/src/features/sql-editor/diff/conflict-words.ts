import type { SnippetDetails } from '@colonnade/contracts/data/snippets'

export interface ConflictWords {
  /** In the editor's line. */
  readonly note: string
  readonly title: string
  readonly description: string
  /** Above the text at the left. */
  readonly before: string
  readonly take: string
}

const rest = 'which you can edit here. What you keep goes over'

/**
 * What is said of a text that was changed elsewhere meanwhile: by somebody else, or by oneself, in another window or by
 * the API.
 *
 * @param address the reader's own
 */
export function conflictWords({ name, updated_by: by }: Pick<SnippetDetails, 'name' | 'updated_by'>, address: string): ConflictWords {
  if (by.primary_email === address) {
    return {
      note: 'Changed by you elsewhere',
      title: `You changed “${name}” elsewhere meanwhile`,
      description: `At the left what you saved elsewhere, at the right what you wrote in this window, ${rest} the other, which stays in the versions; taking the other can be undone in the editor.`,
      before: 'Saved elsewhere',
      take: 'Take the other',
    }
  }
  const who = by.username
  return {
    note: `Changed by ${who}`,
    title: `${who} changed “${name}” meanwhile`,
    description: `At the left what ${who} saved, at the right yours, ${rest} theirs, which stays in the versions; taking theirs can be undone in the editor.`,
    before: `Saved by ${who}`,
    take: 'Take theirs',
  }
}
