import { Button } from '@colonnade/ui'
import { useEffect, useState, type RefObject } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import type { CellConflict, Staging } from '../staging/staging.ts'
import { CellNote } from './cell-note.tsx'
import { stagingNotesText } from './messages.ts'

export interface StagingNotesProps {
  readonly staging: Staging
  readonly grid: RefObject<DataGridHandle | null>
  readonly scrolled: number
  /** Place of a row in the grid; -1 when it is not in memory. */
  readonly indexOf: (row: string) => number
  /** Place of a column in the grid; -1 when it is hidden. */
  readonly columnOf: (column: string) => number
  readonly onEdit: (row: string, column: string) => void
  readonly onRefresh: () => void
}

/** Shows why the last save was refused, or the first cell that someone else changed, at its cell. */
export function StagingNotes({ staging, grid, scrolled, indexOf, columnOf, onEdit, onRefresh }: StagingNotesProps) {
  const [conflict] = staging.conflicts
  const { failure } = staging
  const [hidden, setHidden] = useState<Staging['failure']>(null)
  const at = conflict ?? (failure === null ? null : { row: failure.row, column: failure.words.columns[0] ?? null })
  const place = at === null || at.row === null || at.column === null ? null : { rowIdx: indexOf(at.row), idx: columnOf(at.column) }
  useEffect(() => {
    if (place !== null && place.rowIdx >= 0 && place.idx >= 0) grid.current?.scrollToCell(place)
    // once for each that is new: who scrolls on is not held back
    // oxlint-disable-next-line react/exhaustive-deps
  }, [conflict?.row, conflict?.column, failure])
  if (at === null) return null
  const index = at.row === null ? -1 : indexOf(at.row)
  const note = { grid, scrolled, rowIndex: index < 0 ? null : index, ariaColumn: at.column === null ? 1 : columnOf(at.column) + 1 }
  if (conflict) {
    const isGone = conflict.theirs === undefined
    const title = isGone ? stagingNotesText.rowGone : stagingNotesText.changed(conflict.column)
    return (
      <CellNote {...note} title={title} detail={conflictText(staging, conflict)}>
        {!isGone && (
          <Button size="sm" onClick={() => staging.resolve(conflict, 'mine')}>
            {stagingNotesText.keepMine}
          </Button>
        )}
        <Button size="sm" onClick={() => staging.resolve(conflict, 'theirs')}>
          {isGone ? stagingNotesText.discardChange : stagingNotesText.theirs}
        </Button>
      </CellNote>
    )
  }
  // the mark of its cell stays
  if (failure === hidden) return null
  const { words, row } = failure!
  return (
    <CellNote {...note} title={words.title} detail={words.detail}>
      {words.isFinal && words.columns.length > 0 ? (
        <Button
          size="sm"
          onClick={() => {
            for (const id of staging.rows.keys()) for (const column of words.columns) staging.revert(id, column)
            onRefresh()
          }}
        >
          {stagingNotesText.discardColumn}
        </Button>
      ) : words.isFinal ? (
        <Button size="sm" onClick={onRefresh}>
          {stagingNotesText.refresh}
        </Button>
      ) : (
        row !== null &&
        at.column !== null && (
          <Button size="sm" onClick={() => onEdit(row, at.column!)}>
            {stagingNotesText.editAgain}
          </Button>
        )
      )}
      {row !== null && (
        <Button size="sm" variant="ghost" onClick={() => staging.revert(row)}>
          {stagingNotesText.undoChange}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => setHidden(failure)}>
        {stagingNotesText.hide}
      </Button>
    </CellNote>
  )
}

/** The three values of a cell that two people changed: yours, theirs, and the one both had seen. */
function conflictText({ rows }: Staging, { row, column, theirs }: CellConflict): string | null {
  const staged = rows.get(row)
  const cell = staged?.kind === 'update' ? staged.cells.get(column) : undefined
  if (theirs !== undefined && staged?.kind === 'delete') return stagingNotesText.deletedRow(column, textOf(theirs))
  if (theirs === undefined || cell === undefined) return null
  const mine = cell.input.kind === 'default' ? 'DEFAULT' : textOf(cell.input.kind === 'null' ? null : cell.input.text)
  return stagingNotesText.values(mine, textOf(theirs), textOf(cell.base))
}

function textOf(value: string | null): string {
  if (value === null) return 'NULL'
  if (value === '') return "''"
  return value.length > 300 ? `${value.slice(0, 300)}…` : value
}
