import type { CellInput } from '@colonnade/pg-meta'
import { useRef, useState } from 'react'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import { isSame, previewOf, problemOf } from './cell-draft.ts'
import { explainChangeError, type ChangeErrorWords } from './explain-change-error.ts'
import { updateCell } from './mutations.ts'

/** A change that was refused, kept so that it can be mended. */
export interface CellFailure {
  readonly rowId: string
  readonly rowIndex: number
  readonly column: string
  readonly input: CellInput
  readonly words: ChangeErrorWords
}

export interface CellChanges {
  readonly failure: CellFailure | null
  readonly pending: { readonly rowId: string; readonly column: string } | null
  readonly save: (index: number, column: string, input: CellInput) => void
  readonly dismiss: () => void
}

/** Saves cells one after another: shown at once, taken back with the reason when the database refuses. */
export function useCellChanges(ref: string, window: RowWindow): CellChanges {
  const [failure, setFailure] = useState<CellFailure | null>(null)
  const [pending, setPending] = useState<CellChanges['pending']>(null)
  const queue = useRef<Promise<void>>(Promise.resolve())

  const save = (index: number, column: string, input: CellInput) => {
    const row = window.get().rows[index]
    const place = window.entity.columns.findIndex(({ name }) => name === column)
    const value = row?.cells?.[place] ?? null
    if (!row?.cells || row.id === null || place < 0) return
    setFailure(null)
    if (isSame(input, value)) return
    const fail = (words: ChangeErrorWords) => setFailure({ rowId: row.id!, rowIndex: index, column, input, words })
    const problem = problemOf(window.entity.columns[place]!, input)
    if (problem !== null) return fail({ title: problem, detail: null, columns: [column] })
    window.replace(index, { ...row, cells: row.cells.with(place, previewOf(input, value)) })
    const send = async () => {
      setPending({ rowId: row.id!, column })
      const current = rowWithId(window, index, row.id!)
      try {
        const cells = await updateCell(ref, window.entity, current?.row.key ?? row.key!, column, input)
        const now = rowWithId(window, index, row.id!)
        if (now) window.replace(now.index, window.rowOf(cells))
      } catch (error) {
        const now = rowWithId(window, index, row.id!)
        if (now?.row.cells) window.replace(now.index, { ...now.row, cells: now.row.cells.with(place, value) })
        fail(explainChangeError(error, window.entity, [column]))
      }
      setPending(null)
    }
    queue.current = queue.current.then(send)
  }
  return { failure, pending, save, dismiss: () => setFailure(null) }
}

/** The row as it now is; it may have moved when the window was loaded again meanwhile. */
function rowWithId(window: RowWindow, index: number, id: string): { readonly row: GridRow; readonly index: number } | null {
  const { rows } = window.get()
  const row = rows[index]
  if (row?.id === id) return { row, index }
  const found = rows.findIndex((candidate) => candidate.id === id)
  return found < 0 ? null : { row: rows[found]!, index: found }
}
