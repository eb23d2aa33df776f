import { copyText, toast } from '@colonnade/ui'
import { formatNumber } from '../../bytes.ts'
import { messageOf } from '../../error-notice.tsx'
import { copiedCells, copiedRows } from '../limits.ts'
import { csvOf, htmlOf, insertOf, jsonOf, markdownOf, tsvOf, type Cells, type InsertedColumn, type InsertTarget } from './clipboard-text.ts'
import { cellsIn, type Bounds } from './range.ts'

export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown' | 'sql'

/** What goes on the clipboard. */
export interface Copied {
  readonly text: string
  /** For spreadsheets, and for pasting here again; null where a text says it all. */
  readonly html: string | null
  /** For whoever listens: "6 cells copied". */
  readonly words: string
}

/** Cells in one form; `table` is the one that SQL would insert them into. */
export function copiedOf(table: InsertTarget, columns: readonly InsertedColumn[], cells: Cells, format: CopyFormat): Copied {
  const count = cells.length * columns.length
  const words = count === 1 ? 'Copied' : `${formatNumber(cells.length)} × ${formatNumber(columns.length)} cells copied`
  const [only] = cells[0] ?? []
  switch (format) {
    case 'csv':
      return { text: csvOf(columns, cells), html: null, words }
    case 'json':
      return { text: jsonOf(columns, cells), html: null, words }
    case 'markdown':
      return { text: markdownOf(columns, cells), html: null, words }
    case 'sql':
      return { text: insertOf(table, columns, cells), html: null, words }
    case 'tsv':
      return { text: count === 1 ? (only ?? '') : tsvOf(cells), html: htmlOf(columns, cells), words }
  }
}

/** Why so many cells are not copied; null when they are. */
export function copyRefusal(bounds: Bounds): string | null {
  const rows = bounds.bottom - bounds.top + 1
  if (rows > copiedRows) return `at most ${formatNumber(copiedRows)} rows can be copied. Export them instead.`
  return cellsIn(bounds) > copiedCells ? `at most ${formatNumber(copiedCells)} cells can be copied. Export them instead.` : null
}

/** Writes pending content to the clipboard. Resolves with the confirmation; null if nothing was copied and a toast has said why. */
export async function writeCopied(copied: Promise<Copied>, format: CopyFormat): Promise<string | null> {
  try {
    // asked for at once, filled when it is there: later the browser would no longer see a person's click behind it
    if (typeof ClipboardItem === 'undefined' || !document.hasFocus()) return (await copyText((await copied).text)) ? (await copied).words : null
    const part = (type: string, of: (found: Copied) => string) => copied.then((found) => new Blob([of(found)], { type }))
    const types: Record<string, Promise<Blob>> = { 'text/plain': part('text/plain', ({ text }) => text) }
    if (format === 'tsv') types['text/html'] = part('text/html', ({ html }) => html ?? '')
    await navigator.clipboard.write([new ClipboardItem(types)])
    return (await copied).words
  } catch (error) {
    toast.error(
      `Nothing was copied: ${messageOf(
        await copied.then(
          () => error,
          (cause: unknown) => cause,
        ),
      )}`,
    )
    return null
  }
}
