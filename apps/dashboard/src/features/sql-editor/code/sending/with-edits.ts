import { applyEdits, type TextEdit } from '../../../../lib/sql-text/edits.ts'
import type { SqlPart } from '../../run/run-state.ts'

/** A part with stretches of its text replaced. What was put into it before, such as EXPLAIN, stays told apart from what is written. */
export function withEdits(part: SqlPart, edits: readonly TextEdit[]): SqlPart {
  const { text, insertions = [] } = part
  const written = insertions.reduceRight((rest, { at, length }) => rest.slice(0, at) + rest.slice(at + length), text)
  const insertedBefore = (place: number) => insertions.reduce((sum, { at, length }) => (at + length <= place ? sum + length : sum), 0)
  const grownBefore = (place: number) => edits.reduce((sum, { from, to, insert }) => (to <= place ? sum + insert.length - (to - from) : sum), 0)
  const own = edits.map((edit) => ({ from: edit.from - insertedBefore(edit.from), to: edit.to - insertedBefore(edit.from), insert: edit.insert }))
  return {
    ...part,
    text: applyEdits(text, edits),
    ...(insertions.length > 0 && { insertions: insertions.map(({ at, length }) => ({ at: at + grownBefore(at), length })) }),
    source: { text: written, edits: own },
  }
}
