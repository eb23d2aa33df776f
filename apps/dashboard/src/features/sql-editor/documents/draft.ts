import { readKept } from '../../../lib/kept.ts'

const keyOf = (ref: string) => `sql-draft:${ref}`

/** The one text that the editor kept of a project before it had snippets; empty when it was taken over, or never was. */
export const readDraft = (ref: string): string => readKept(keyOf(ref)) ?? ''

export function forgetDraft(ref: string): void {
  try {
    localStorage.removeItem(keyOf(ref))
  } catch {
    // then it is offered again, which loses nothing
  }
}
