import { dragScrollMs } from '../limits.ts'
import type { CellPoint } from './range.ts'

/** The cell of the grid under a point of the screen; a point beside the grid counts as the nearest one in it. */
function cellAt(grid: HTMLElement, x: number, y: number, lead: number, headPx: number): CellPoint | null {
  const box = grid.getBoundingClientRect()
  const inside = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  const at = document.elementFromPoint(
    inside(x, box.left + 2, box.left + grid.clientWidth - 2),
    inside(y, box.top + headPx + 2, box.top + grid.clientHeight - 2),
  )
  const cell = at?.closest('[role=gridcell]')
  const row = cell?.parentElement?.getAttribute('aria-rowindex')
  const column = cell?.getAttribute('aria-colindex')
  if (!row || !column || !grid.contains(at)) return null
  return { row: Number(row) - 2, column: Math.max(0, Number(column) - 1 - lead) }
}

export interface DragSelection {
  readonly grid: HTMLElement
  /** Columns before those of data. */
  readonly lead: number
  readonly headPx: number
  readonly onMove: (to: CellPoint) => void
  readonly onEnd: () => void
}

/** Follows the pointer from cell to cell until it is let go, and scrolls while it is beyond the edge. */
export function followDrag({ grid, lead, headPx, onMove, onEnd }: DragSelection): void {
  let pointer: { readonly x: number; readonly y: number } | null = null
  const look = () => {
    const point = pointer === null ? null : cellAt(grid, pointer.x, pointer.y, lead, headPx)
    if (point !== null) onMove(point)
  }
  const scroll = () => {
    if (pointer === null) return
    const box = grid.getBoundingClientRect()
    const beyond = (value: number, low: number, high: number) => (value < low ? value - low : value > high ? value - high : 0)
    const down = beyond(pointer.y, box.top + headPx, box.bottom - 8)
    const across = beyond(pointer.x, box.left + 8, box.right - 8)
    if (down === 0 && across === 0) return
    grid.scrollBy(across, down)
    look()
  }
  const timer = setInterval(scroll, dragScrollMs)
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    pointer = { x, y }
    look()
  }
  const end = () => {
    clearInterval(timer)
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', end)
    document.removeEventListener('pointercancel', end)
    onEnd()
  }
  document.addEventListener('pointermove', move)
  document.addEventListener('pointerup', end)
  document.addEventListener('pointercancel', end)
}
