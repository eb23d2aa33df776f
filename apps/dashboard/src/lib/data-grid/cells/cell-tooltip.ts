import { relativeTimeText } from '@colonnade/ui'
import type { DataColumn } from '../cell-model.ts'
import { cellKind } from './cell-kind.ts'

/** Longer texts fit no tooltip: they are for the cell's window. */
const tooltipCharacters = 600
const shortCharacters = 24

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** Returns the tooltip of a value: a timestamp in local and relative time, or the full text if it's long. */
export function tooltipOf(column: DataColumn, text: string | null): string | null {
  if (text === null) return null
  if (column.base_format === 'timestamptz') {
    const at = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))
    if (!Number.isNaN(at.getTime())) return `${relativeTimeText(at.getTime(), Date.now())}\n${local.format(at)}`
  }
  if (cellKind(column) === 'boolean' || text.length < shortCharacters) return null
  return text.length > tooltipCharacters ? `${text.slice(0, tooltipCharacters)}…` : text
}
