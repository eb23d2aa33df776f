import { keep, readKept } from '../../lib/kept.ts'

const keyOf = (ref: string) => `sql-draft:${ref}`

/** The text of a project's editor, as it was left. */
export const readDraft = (ref: string): string => readKept(keyOf(ref)) ?? ''

export const keepDraft = (ref: string, text: string): void => keep(keyOf(ref), text)

/** A draft with a text that came from elsewhere at its end: nothing that was written is lost. `from` is where the new text begins. */
export function appendToDraft(draft: string, addition: string): { readonly text: string; readonly from: number } {
  const kept = draft.trimEnd()
  if (kept === '') return { text: addition, from: 0 }
  if (kept.endsWith(addition.trimEnd())) return { text: draft, from: kept.length - addition.trimEnd().length }
  const text = `${kept}\n\n${addition}`
  return { text, from: kept.length + 2 }
}
