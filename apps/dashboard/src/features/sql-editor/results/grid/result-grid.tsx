import 'react-data-grid/lib/styles.css'
import { ContextMenu, gridHeaderHeightPx, gridRowHeightPx, gridStyle } from '@colonnade/ui'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { DataGrid, type DataGridHandle } from 'react-data-grid'
import { formatNumber } from '../../../../lib/bytes.ts'
import { freeFrozenCells } from '../../../../lib/data-grid/cells/free-frozen.ts'
import { placeColumns, renderPlacedCell } from '../../../../lib/data-grid/cells/placed-cell.tsx'
import { tooltipOf } from '../../../../lib/data-grid/cells/cell-tooltip.ts'
import { hideColumns, moveColumn, resizeColumn, type ColumnLayout } from '../../../../lib/data-grid/columns/column-layout.ts'
import { measuredRows } from '../../../../lib/data-grid/limits.ts'
import { placeOf } from '../../../../lib/data-grid/columns/column-keys.ts'
import { followDrag } from '../../../../lib/data-grid/ranges/drag-selection.ts'
import type { CellPoint } from '../../../../lib/data-grid/ranges/range.ts'
import { onGridKey, type GridCommands } from '../../../../lib/data-grid/ranges/range-keys.ts'
import { menuPlaceOf, onGridMouseDown, type MenuPlace, type PointedGrid } from '../../../../lib/data-grid/ranges/range-pointer.ts'
import { RangeContext, type RangeStore } from '../../../../lib/data-grid/ranges/range-store.ts'
import type { ResultRow } from '../../run/run-state.ts'
import { gridColumns, leadColumns } from './grid-columns.tsx'
import { SoughtContext } from './result-cell.tsx'
import { valueAt, type ResultColumn } from './result-columns.ts'
import { ResultHeadMenu } from './result-head-menu.tsx'
import type { ResultModel } from './result-model.ts'
import type { ResultSort } from './sort-rows.ts'

export interface ResultGridProps {
  /** The number of the run that these rows answer; the grid may have shown those of another one before. */
  readonly run: number
  readonly grid: RefObject<DataGridHandle | null>
  readonly label: string
  readonly model: ResultModel
  /** All columns of the result. */
  readonly columns: readonly ResultColumn[]
  readonly store: RangeStore
  /** Where one was before this grid was drawn. */
  readonly active: CellPoint | null
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly sort: ResultSort | null
  /** Undefined while rows are still coming. */
  readonly onSort: ((sort: ResultSort | null) => void) | undefined
  /** In lower case. */
  readonly sought: string
  readonly commands: Pick<GridCommands, 'onFind' | 'onEscape' | 'onOpenCell'>
  readonly onActive: (point: CellPoint) => void
  readonly onScrolled: () => void
  readonly onCopy: (data: DataTransfer) => void
  /** Items of the menu of a cell. */
  readonly renderMenu: (at: CellPoint) => ReactNode
}

/** The cells of a result; rows may still be coming. */
export function ResultGrid(props: ResultGridProps) {
  const { grid, model, columns, store, layout, onLayout, sort, onSort, commands } = props
  const { rows } = model
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null)
  const sample = useSample(props.run, rows)
  const isSortable = onSort !== undefined
  const digits = useDigits(props.run, rows.length, isSortable)
  const drawn = useMemo(() => gridColumns(model.columns, sample, layout, digits, isSortable), [model.columns, sample, layout, digits, isSortable])
  useLayoutEffect(() => placeColumns(drawn.length), [drawn.length])
  const pointOf = (row: number, key: string): CellPoint | null => {
    const place = placeOf(key)
    return place === null ? null : { row, column: model.columns.findIndex((column) => column.place === place) }
  }
  const go = ({ row, column }: CellPoint) => grid.current?.setActivePosition({ idx: column + leadColumns, rowIdx: row }, { shouldFocus: true })
  const goBack = useEffectEvent(() => {
    const { active } = props
    const range = store.get()
    if (active === null || active.row >= rows.length || active.column >= model.columns.length) return
    const place = { rowIdx: active.row, idx: active.column + leadColumns }
    grid.current?.setActivePosition(place)
    grid.current?.scrollToCell(place)
    // to go to a cell is to select it alone
    store.set(range)
  })
  useEffect(() => goBack(), [])
  const last = { row: rows.length - 1, column: model.columns.length - 1 }
  const selectRow = (row: number, isExtended: boolean) => {
    const anchor = isExtended ? (store.get()?.anchor.row ?? row) : row
    if (!isExtended) go({ row, column: 0 })
    store.set({ anchor: { row: anchor, column: 0 }, head: { row, column: last.column } })
  }
  const drag = (onMove: (to: CellPoint) => void) => {
    const element = grid.current?.element
    if (element) followDrag({ grid: element, lead: leadColumns, headPx: gridHeaderHeightPx, onMove, onEnd: () => {} })
  }
  const pointed: PointedGrid = { store, pointOf, selectRow, drag }
  const keys: GridCommands = {
    ...commands,
    onMove: go,
    onReveal: ({ row, column }) => grid.current?.scrollToCell({ rowIdx: row, idx: column + leadColumns }),
    onClear: () => {},
    onFillOver: () => {},
    onToggleRows: ({ top, bottom }) => store.set({ anchor: { row: top, column: 0 }, head: { row: bottom, column: last.column } }),
    onAskRow: () => {},
    onFirst: () => go({ row: 0, column: 0 }),
    onLast: () => go(last),
  }
  const idOf = (key: string) => columns[placeOf(key) ?? -1]?.id
  const move = (from: string | undefined, to: string | undefined) => {
    if (from === undefined || to === undefined) return
    onLayout(
      moveColumn(
        columns.map(({ id }) => id),
        layout,
        from,
        to,
      ),
    )
  }
  const menuColumn = menuAt?.kind === 'head' ? model.columns[menuAt.column] : undefined
  const menuItems =
    menuAt?.kind === 'cell'
      ? rows[menuAt.at.row] !== undefined && props.renderMenu(menuAt.at)
      : menuColumn !== undefined && (
          <ResultHeadMenu
            column={menuColumn}
            direction={sort?.column.id === menuColumn.id ? (sort.isDescending ? 'DESC' : 'ASC') : null}
            onSort={onSort}
            onHide={() => onLayout(hideColumns(layout, [menuColumn.id], true))}
          />
        )

  return (
    <SoughtContext value={props.sought}>
      <RangeContext value={store}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what its grid does not know of */}
        <div
          className="h-full select-none"
          onCopy={(event) => {
            if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return
            event.preventDefault()
            props.onCopy(event.clipboardData)
          }}
          onKeyDownCapture={(event) => {
            // a grid is one stop of the tab key (ARIA's pattern of grids): its own would go through every cell of every row
            if (event.key === 'Tab') return event.stopPropagation()
            const head = event.target instanceof HTMLElement ? event.target.closest('[role=columnheader]') : null
            if (head === null || !event.altKey || !event.key.startsWith('Arrow')) return
            event.preventDefault()
            event.stopPropagation()
            const at = Number(head.getAttribute('aria-colindex')) - 1 - leadColumns
            move(model.columns[at]?.id, model.columns[at + (event.key === 'ArrowLeft' ? -1 : 1)]?.id)
          }}
          onPointerOver={(event) => {
            const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role=gridcell]') : null
            const column = model.columns[Number(cell?.getAttribute('aria-colindex')) - 1 - leadColumns]
            const row = rows[Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2]
            if (!cell || !column || !row) return
            const title = tooltipOf(column, valueAt(row, column))
            if (title === null) cell.removeAttribute('title')
            else cell.title = title
          }}
        >
          <ContextMenu
            className="h-full"
            onOpen={(target) => setMenuAt(menuPlaceOf(target, leadColumns, store, go, (row) => selectRow(row, false)))}
            items={menuItems}
          >
            <DataGrid
              ref={grid}
              aria-label={props.label}
              aria-rowcount={rows.length + 1}
              columns={drawn}
              rows={rows}
              renderers={renderers}
              rowHeight={gridRowHeightPx}
              headerRowHeight={gridHeaderHeightPx}
              style={gridStyle}
              sortColumns={sort === null ? [] : [{ columnKey: String(sort.column.place), direction: sort.isDescending ? 'DESC' : 'ASC' }]}
              onSortColumnsChange={(sorts) => {
                const chosen = sorts.at(-1)
                const column = chosen && columns[placeOf(chosen.columnKey) ?? -1]
                onSort?.(chosen && column ? { column, isDescending: chosen.direction === 'DESC' } : null)
              }}
              onColumnsReorder={(source, target) => move(idOf(source), idOf(target))}
              onColumnResize={(column, width) => {
                const id = idOf(column.key)
                if (id !== undefined) onLayout(resizeColumn(layout, id, width))
              }}
              onScroll={({ currentTarget }) => {
                freeFrozenCells(currentTarget)
                props.onScrolled()
              }}
              onActivePositionChange={({ rowIdx, column }) => {
                const point = column === undefined || rowIdx < 0 ? null : pointOf(rowIdx, column.key)
                if (point === null) return
                store.start(point)
                props.onActive(point)
              }}
              onCellMouseDown={(args, event) => onGridMouseDown(args, event, pointed)}
              onCellDoubleClick={({ rowIdx, column }) => {
                const point = pointOf(rowIdx, column.key)
                if (point !== null) commands.onOpenCell(point)
              }}
              onCellKeyDown={({ mode, rowIdx, column, row }, event) => {
                if (mode !== 'ACTIVE' || row === undefined) return
                // nothing is filled or gone to by number here: these keys stay the browser's
                if ((event.ctrlKey || event.metaKey) && ['d', 'r', 'g'].includes(event.key.toLowerCase())) return
                const point = column === undefined ? null : pointOf(rowIdx, column.key)
                if (!onGridKey(event, point ?? { row: rowIdx, column: 0 }, model, store, keys)) return
                event.preventGridDefault()
                // the page's own: the sheet of shortcuts
                if (event.key !== '?') event.preventDefault()
              }}
            />
          </ContextMenu>
        </div>
      </RangeContext>
    </SoughtContext>
  )
}

const renderers = { renderCell: renderPlacedCell }

/** The first rows of a run that arrived. */
function useSample(run: number, rows: readonly ResultRow[]): readonly ResultRow[] {
  const [sample, setSample] = useState<{ readonly run: number; readonly rows: readonly ResultRow[] }>({ run, rows: [] })
  const { length } = sample.run === run ? sample.rows : []
  // again once when rows came few at first; until then columns stay as they are
  const isMeasured = sample.run === run && (length === 0 ? rows.length === 0 : length >= measuredRows || rows.length < measuredRows)
  if (isMeasured) return sample.rows
  const first = rows.slice(0, measuredRows)
  setSample({ run, rows: first })
  return first
}

/** Room for numbers of rows that are still coming, in characters: "999,999". */
const roomyDigits = 7

/** Returns the width of the last row number in characters. It never shrinks within a run and grows early, because a change draws all columns again. */
function useDigits(run: number, count: number, areAllHere: boolean): number {
  const [kept, setKept] = useState({ run, digits: 0 })
  const before = kept.run === run ? kept.digits : 0
  const exact = formatNumber(count).length
  const digits = Math.max(before, exact, areAllHere || count < measuredRows ? 0 : roomyDigits)
  if (digits !== before || kept.run !== run) setKept({ run, digits })
  return digits
}
