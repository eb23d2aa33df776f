import { Button, IconButton, SearchInput } from '@colonnade/ui'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { formatNumber } from '../../bytes.ts'
import type { CellModel, DataColumn } from '../cell-model.ts'
import type { CellPoint } from '../ranges/range.ts'
import { nextFound } from './find-cells.ts'
import { useFound } from './use-found.ts'

export interface FindBarProps<Row, Column extends DataColumn> {
  readonly model: CellModel<Row, Column>
  readonly text: string
  readonly onText: (text: string) => void
  /** The active cell, where it goes on from. */
  readonly from: CellPoint | null
  readonly onGo: (point: CellPoint) => void
  readonly onClose: () => void
  /** Looks for it in the whole table; undefined where that can't be. */
  readonly onFilter: ((text: string) => void) | undefined
}

/** Looks for a text in the rows that are here. */
export function FindBar<Row, Column extends DataColumn>({ model, text, onText, from, onGo, onClose, onFilter }: FindBarProps<Row, Column>) {
  const sought = text.trim().toLowerCase()
  const { found, isSearching } = useFound(model, sought)
  const at = from === null ? -1 : found.points.findIndex(({ row, column }) => row === from.row && column === from.column)
  const go = (isBackward: boolean) => {
    const next = found.points[nextFound(found.points, from, isBackward)]
    if (next) onGo(next)
  }
  const count = `${formatNumber(found.points.length)}${found.isCapped ? ' or more' : ''}`
  const where = `in ${formatNumber(found.rows)} loaded ${found.rows === 1 ? 'row' : 'rows'}`
  const words = found.points.length === 0 ? `Nothing ${where}` : at < 0 ? `${count} ${where}` : `${formatNumber(at + 1)} of ${count} ${where}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its own keys
    <search
      aria-label="Find in the loaded rows"
      className="flex flex-wrap items-center gap-2 border-b bg-surface px-3 py-1.5"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter') go(event.shiftKey)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <SearchInput
        label="Find in the loaded rows"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
        autoFocus
        className="w-64"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <IconButton label="Previous" disabled={found.points.length === 0} onClick={() => go(true)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next" disabled={found.points.length === 0} onClick={() => go(false)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <output className="text-xs text-soft tabular-nums">{isSearching ? 'Looking…' : sought === '' ? `Looks ${where}` : words}</output>
      {onFilter && sought !== '' && (
        <Button size="sm" variant="ghost" onClick={() => onFilter(text.trim())}>
          Filter the whole table
        </Button>
      )}
      <IconButton label="Close" className="ml-auto" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}
