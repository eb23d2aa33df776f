/** Widths in the grid's mono type at 12 px, with room for padding. */
const characterPx = 7.3
const headingCharacterPx = 6.8
const paddingPx = 26
const narrowestPx = 72
const widestPx = 340

/** A width that shows the heading and most of the values, within limits. */
export function columnWidth(name: string, type: string, values: readonly (string | null)[]): number {
  const longest = values.reduce((length, value) => Math.max(length, value?.length ?? 4), 0)
  const content = Math.max(longest * characterPx, (name.length + 3) * headingCharacterPx, type.length * headingCharacterPx)
  return Math.round(Math.min(widestPx, Math.max(narrowestPx, content + paddingPx)))
}
