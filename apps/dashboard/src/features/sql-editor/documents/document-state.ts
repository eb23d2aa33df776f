import type { SnippetChart, SnippetDetails } from '@colonnade/contracts/data/snippets'
import type { AppError } from '@colonnade/core'
import { untitled } from './document-name.ts'

/** How it stands with saving a text. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** It could not be sent, or the server could not take it now; it is tried again. */
  | { readonly kind: 'delayed'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** It was also changed elsewhere, perhaps in the same places: a person decides. */
  | { readonly kind: 'conflict'; readonly theirs: SnippetDetails }
  /** It was deleted, or is no longer shared. */
  | { readonly kind: 'gone' }

export interface OpenDocument {
  readonly kind: 'open'
  /** As it is saved; null for one that never was, and until it is known. */
  readonly snippet: SnippetDetails | null
  readonly isNew: boolean
  /** The text here is not the saved one. */
  readonly isDirty: boolean
  /** Neither the browser's database nor its storage has room. */
  readonly isLost: boolean
  /** How its result is drawn; null for as rows. */
  readonly chart: SnippetChart | null
  /** What it is called, or will be. */
  readonly name: string
  readonly save: SaveState
}

export type DocumentState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** There is no such text, or it is somebody else's. */
  | { readonly kind: 'missing' }
  | OpenDocument

/** A text that was saved, and the version that it then was. */
export interface Base {
  readonly version: number
  readonly content: string
}

/**
 * What the saved text has become, seen from a text that was written here:
 * `same`: what is here; `ours`: what was sent from here or only its name is another, so the text here follows it;
 * `theirs`: only that side changed; `conflict`: both did.
 *
 * @param sent a text that was sent from here without an answer
 */
export function compareSaved(mine: string, { base, sent }: { readonly base: Base | null; readonly sent: string | null }, theirs: Base) {
  if (theirs.content === mine) return 'same'
  if (theirs.content === sent || theirs.content === base?.content) return 'ours'
  return base?.content === mine ? 'theirs' : 'conflict'
}

/** A new text before anything is written. */
export const opened: OpenDocument = {
  kind: 'open',
  snippet: null,
  isNew: true,
  isDirty: false,
  isLost: false,
  name: untitled,
  chart: null,
  save: { kind: 'idle' },
}
const fields = Object.keys(opened) as (keyof OpenDocument)[]

/** Whether everything that is shown of two states is the same. */
export const isSameDocument = (one: OpenDocument, other: OpenDocument): boolean => fields.every((field) => one[field] === other[field])
