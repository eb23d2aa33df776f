import { toast } from '@colonnade/ui'
import { messageOf } from '../../../lib/error-notice.tsx'
import type { GridModel } from '../grid/grid-model.ts'
import { cellsOfPaste, clearCells, fillCells, pasteCells } from './change-range.ts'
import { cellsOfTsv, type Cells } from '../../../lib/data-grid/ranges/clipboard-text.ts'
import type { CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'
import { copiedNow, copyAs } from './copy-range.ts'
import { isOneCell, type Bounds } from '../../../lib/data-grid/ranges/range.ts'
import type { RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import { rangeActionsText } from './messages.ts'

/** What is done to the selection of a grid, and said about it. */
export interface RangeActions {
  /** Answers the browser's copying, or cutting, of whatever has the focus. */
  readonly onCopy: (data: DataTransfer) => void
  readonly onPaste: (data: DataTransfer) => void
  readonly copyAs: (bounds: Bounds, format: CopyFormat) => void
  readonly pasteFromClipboard: () => void
  readonly clear: (bounds: Bounds) => void
  /** Goes on with the values of a selection over a larger one. */
  readonly fill: (source: Bounds, over: Bounds, isSeries?: boolean) => void
  /** The first row, or column, of a selection over the rest of it; of one cell, the one before it. */
  readonly fillOver: (bounds: Bounds, isDown: boolean, isSeries?: boolean) => void
}

export function rangeActions(model: GridModel, store: RangeStore, announce: (words: string) => void): RangeActions {
  const attempt = (work: Promise<unknown>) => {
    work.catch((error: unknown) => toast.error(messageOf(error)))
  }
  const select = ({ top, bottom, left, right }: Bounds) => store.set({ anchor: { row: top, column: left }, head: { row: bottom, column: right } })
  const copy = async (bounds: Bounds, format: CopyFormat) => {
    const words = await copyAs(model, bounds, format)
    if (words !== null) announce(words)
  }
  const paste = async (cells: Cells | null) => {
    const bounds = store.bounds()
    if (bounds === null || cells === null) return
    const over = await pasteCells(model, bounds, cells)
    if (over === null) return
    select(over)
    announce(rangeActionsText.pasted)
  }
  const fill = async (source: Bounds, over: Bounds, isSeries: boolean) => {
    const filled = await fillCells(model, source, over, isSeries)
    if (filled === null) return
    select(filled)
    announce(rangeActionsText.filled)
  }
  return {
    onCopy: (data) => {
      const bounds = store.bounds()
      if (bounds === null) return
      const copied = copiedNow(model, bounds)
      if (copied === null) return void copy(bounds, 'tsv')
      data.setData('text/plain', copied.text)
      if (copied.html !== null) data.setData('text/html', copied.html)
      announce(copied.words)
    },
    onPaste: (data) => attempt(paste(cellsOfPaste(data))),
    copyAs: (bounds, format) => void copy(bounds, format),
    pasteFromClipboard: () => attempt(readClipboard().then(paste)),
    clear: (bounds) => attempt(clearCells(model, bounds)),
    fill: (source, over, isSeries = false) => attempt(fill(source, over, isSeries)),
    fillOver: (bounds, isDown, isSeries = false) => {
      const isOne = isDown ? bounds.top === bounds.bottom : bounds.left === bounds.right
      const over = isOne ? (isDown ? { ...bounds, top: bounds.top - 1 } : { ...bounds, left: bounds.left - 1 }) : bounds
      if (over.top < 0 || over.left < 0) return
      // a series goes on from all that is given at the top, which is the first cell when all others are empty
      const source = isDown ? { ...over, bottom: over.top } : { ...over, right: over.left }
      attempt(fill(source, over, isSeries && !isOneCell(over)))
    },
  }
}

async function readClipboard(): Promise<Cells | null> {
  const [item] = await navigator.clipboard.read()
  const textOf = async (type: string) => (item?.types.includes(type) ? (await item.getType(type)).text() : '')
  const texts = new Map([
    ['text/html', await textOf('text/html')],
    ['text/plain', await textOf('text/plain')],
  ])
  return cellsOfPaste({ getData: (type) => texts.get(type) ?? '' }) ?? cellsOfTsv('')
}
