import { stepOf, type Bounds, type CellPoint } from './range.ts'
import type { RangeStore } from './range-store.ts'

/** What keys in the grid ask for beyond moving about. */
export interface GridCommands {
  readonly onMove: (to: CellPoint) => void
  /** Scrolls a cell into sight without going there. */
  readonly onReveal: (point: CellPoint) => void
  readonly onOpenCell: (point: CellPoint) => void
  readonly onClear: (bounds: Bounds) => void
  /** Goes on with the first row, or column, of the selection over the rest of it. */
  readonly onFillOver: (bounds: Bounds, isDown: boolean) => void
  readonly onToggleRows: (bounds: Bounds) => void
  readonly onFind: () => void
  readonly onAskRow: () => void
  readonly onFirst: () => void
  readonly onLast: () => void
  /** Whether there was something to close or let go. */
  readonly onEscape: () => boolean
}

/** How far keys lead. */
interface GridSize {
  readonly rows: { readonly length: number }
  readonly columns: { readonly length: number }
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Does what a key asks for at a cell; false when it is the grid's own: arrows, pages, Tab and typing. */
export function onGridKey(press: Press, at: CellPoint, model: GridSize, store: RangeStore, commands: GridCommands): boolean {
  const { key, shiftKey, altKey } = press
  const isMod = press.ctrlKey || press.metaKey
  const rows = model.rows.length
  const bounds = store.bounds() ?? { top: at.row, bottom: at.row, left: at.column, right: at.column }
  if (altKey) return false
  if (key.startsWith('Arrow') && (shiftKey || isMod)) {
    const to = stepOf(shiftKey ? (store.get()?.head ?? at) : at, key, isMod, rows, model.columns.length)
    if (to === null) return false
    if (!shiftKey) commands.onMove(to)
    else {
      store.extend(to)
      commands.onReveal(to)
    }
    return true
  }
  if (isMod) return onModifiedKey(press, at, bounds, model, store, commands)
  switch (key) {
    case ' ':
      if (!shiftKey) return false
      commands.onToggleRows(bounds)
      return true
    case 'Delete':
    case 'Backspace':
      commands.onClear(bounds)
      return true
    case 'F2':
    case 'Enter':
      commands.onOpenCell(at)
      return true
    case 'Home':
      commands.onMove({ ...at, column: 0 })
      return true
    case 'Escape':
      return commands.onEscape()
    // the keys themselves are shown by whoever listens to the page
    case '?':
      return true
    default:
      return false
  }
}

function onModifiedKey(press: Press, at: CellPoint, bounds: Bounds, model: GridSize, store: RangeStore, commands: GridCommands): boolean {
  switch (press.key.toLowerCase()) {
    case 'a':
      store.set({ anchor: { row: 0, column: 0 }, head: { row: model.rows.length - 1, column: model.columns.length - 1 } })
      return true
    case ' ':
      store.set({ anchor: { row: 0, column: at.column }, head: { row: model.rows.length - 1, column: at.column } })
      return true
    case 'd':
      commands.onFillOver(bounds, true)
      return true
    case 'r':
      if (press.shiftKey) return false
      commands.onFillOver(bounds, false)
      return true
    case 'f':
      commands.onFind()
      return true
    case 'g':
      commands.onAskRow()
      return true
    case 'home':
      commands.onFirst()
      return true
    case 'end':
      commands.onLast()
      return true
    default:
      return false
  }
}
