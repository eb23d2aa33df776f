import type { Span } from './position.ts'

/** A stretch of a text, in UTF-16 units, that is sent as something else. */
export interface TextEdit extends Span {
  readonly insert: string
}

/** A text with stretches replaced. They are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let end = 0
  for (const { from, to, insert } of edits) {
    result += text.slice(end, from) + insert
    end = to
  }
  return result + text.slice(end)
}

/** Where a stretch of the edited text was before the edits: what lies in something that was put in is the whole of what stood there. */
export function spanBeforeEdits(edits: readonly TextEdit[], { from, to }: Span): Span {
  const start = placeBeforeEdits(edits, from)
  const end = placeBeforeEdits(edits, Math.max(from, to - 1))
  return { from: start.from, to: to > from ? Math.max(end.to, start.from) : start.from }
}

/** The unit at an offset of the edited text, as a stretch of the text before. */
function placeBeforeEdits(edits: readonly TextEdit[], offset: number): Span {
  let shift = 0
  for (const { from, to, insert } of edits) {
    const start = from + shift
    if (offset < start) break
    if (offset < start + insert.length) return { from, to }
    shift += insert.length - (to - from)
  }
  return { from: offset - shift, to: offset - shift + 1 }
}
