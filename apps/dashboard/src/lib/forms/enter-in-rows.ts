import { flushSync } from 'react-dom'
import type { KeyboardEvent } from 'react'

/** Where Enter goes in a list of rows: another field, a row that is added, or nowhere. */
export type EnterStep = { readonly row: number; readonly field: number } | 'add' | 'stay'

/** Returns where Enter goes from a field. `rows` holds what is in the fields of each row. An empty row is never followed by another. */
export function stepOfEnter(rows: readonly (readonly string[])[], row: number, field: number): EnterStep {
  if (field < rows[row]!.length - 1) return { row, field: field + 1 }
  if (row < rows.length - 1) return { row: row + 1, field: 0 }
  return rows[row]!.every((text) => text.trim() === '') ? 'stay' : 'add'
}

const fields = 'input:not([type=checkbox], [type=radio], [aria-hidden=true], :disabled)'
/** Enter goes to code, where it makes a new line. */
const code = '[contenteditable=true]'

/**
 * Keeps Enter in a list of rows (`data-row`) from submitting the form around it, which would save half a list: it goes to the next field,
 * and adds a row after the last one. With Ctrl or ⌘ it submits. For `onKeyDown` of what holds the rows.
 */
export function enterInRows(event: KeyboardEvent<HTMLElement>, addRow: () => void): void {
  const { currentTarget: list, target, nativeEvent } = event
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || !target.matches(fields)) return
  const rowsNow = () => [...list.querySelectorAll('[data-row]')].map((row) => [...row.querySelectorAll<HTMLElement>(`${fields}, ${code}`)])
  const rows = rowsNow()
  const row = rows.findIndex((inputs) => inputs.includes(target))
  if (row === -1) return
  event.preventDefault()
  const texts = rows.map((inputs) => inputs.map((field) => (field instanceof HTMLInputElement ? field.value : field.textContent)))
  const step = stepOfEnter(texts, row, rows[row]!.indexOf(target))
  if (step === 'add') flushSync(addRow)
  if (step !== 'stay') (step === 'add' ? rowsNow().at(-1)?.[0] : rows[step.row]![step.field])?.focus()
}
