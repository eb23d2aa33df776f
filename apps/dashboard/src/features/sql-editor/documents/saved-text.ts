import type { SnippetChart, SnippetDetails } from '@colonnade/contracts/data/snippets'
import { dataApi } from '../../../scope/data-client.ts'
import { nameOfText } from './document-name.ts'
import type { DocumentKey } from './local/local-document.ts'

export interface SnippetChange {
  readonly content?: string
  readonly name?: string
  readonly chart?: SnippetChart | null
}

/** A text as it is saved. @throws AppError `snippet_not_found` */
export const retrieveSnippet = ({ ref, id }: DocumentKey): Promise<SnippetDetails> => dataApi.snippets.retrieve({ params: { ref, id } })

/** Saves one for the first time, with the name that a person gave it or one of its own words. @throws AppError `snippet_exists` */
export function createSnippet(
  { ref, id }: DocumentKey,
  name: string | null,
  { content, chart = null }: SnippetChange & { readonly content: string },
): Promise<SnippetDetails> {
  return dataApi.snippets.create({ params: { ref }, body: { id, name: name ?? nameOfText(content), content, chart } })
}

/** Saves what was made of a version of it. @throws AppError `snippet_changed` with what it is instead, `snippet_not_found` */
export function updateSnippet({ ref, id }: DocumentKey, version: number, change: SnippetChange, isNewVersion: boolean): Promise<SnippetDetails> {
  return dataApi.snippets.update({ params: { ref, id }, body: { version, ...change, ...(isNewVersion && { is_new_version: true }) } })
}
