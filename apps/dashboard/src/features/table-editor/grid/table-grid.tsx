import 'react-data-grid/lib/styles.css'
import { referencesOf, type RowKey } from '@colonnade/pg-meta'
import { ContextMenu, gridHeaderHeightPx, gridStyle } from '@colonnade/ui'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { DataGrid, type DataGridHandle, type SortColumn } from 'react-data-grid'
import { moveColumn, resizeColumn, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { placeOf } from '../../../lib/data-grid/columns/column-keys.ts'
import { followDrag } from '../../../lib/data-grid/ranges/drag-selection.ts'
import type { CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import type { RangeActions } from '../ranges/range-actions.ts'
import { onGridKey, type GridCommands } from '../../../lib/data-grid/ranges/range-keys.ts'
import { gridPlaceOf, menuPlaceOf, onGridMouseDown, type MenuPlace, type PointedGrid } from '../../../lib/data-grid/ranges/range-pointer.ts'
import { RangeContext, type RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import { isInline } from '../cells/cell-rules.ts'
import { freeFrozenCells } from '../../../lib/data-grid/cells/free-frozen.ts'
import { placeColumns, renderPlacedCell } from '../../../lib/data-grid/cells/placed-cell.tsx'
import { tooltipOf } from '../../../lib/data-grid/cells/cell-tooltip.ts'
import { dataColumns, leadColumns, trailColumns } from './columns.tsx'
import { GridContext, type GridContextValue } from './grid-context.ts'
import type { GridModel } from './grid-model.ts'
import { gridText } from '../messages.ts'
import type { LongestValues } from '../columns/longest-values.ts'
import type { GridRow } from '../rows/row-window.ts'
import { RowTicks } from '../ranges/row-ticks.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'

export interface TableGridProps {
  readonly grid: RefObject<DataGridHandle | null>
  readonly model: GridModel
  readonly store: RangeStore
  /** Values that columns are as wide as. */
  readonly longest: LongestValues
  readonly actions: RangeActions
  readonly commands: GridCommands
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly rowHeightPx: number
  readonly isWrapped: boolean
  readonly sortColumns: readonly SortColumn[]
  readonly sought: string
  readonly selected: ReadonlyMap<string, RowKey | null>
  readonly onSelect: (selected: ReadonlyMap<string, RowKey | null>) => void
  readonly onActive: (point: CellPoint | null) => void
  /** Opens the record of a row that is tapped; undefined where a tap selects the cell. */
  readonly onTap: ((point: CellPoint) => void) | undefined
  /** Items of the menu of a cell, or of a column at its header. */
  readonly renderMenu: (place: MenuPlace) => ReactNode
  readonly onScrolled: (scrollTop: number) => void
}

/** The cells of a table, of which only those near the screen are fetched and drawn. */
export function TableGrid(props: TableGridProps) {
  const { grid, model, store, longest, actions, commands, layout, onLayout, rowHeightPx, selected } = props
  const { window, staging, rows, from, inserted, lead } = model
  const { entity, rights } = window.scope
  const hint = useId()
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null)
  const wrapper = useRef<HTMLDivElement>(null)
  const digits = numberText(from + rows.length).length
  const columns = useMemo(
    () => [...leadColumns(window, digits), ...dataColumns(window, model.columns, longest, layout, lead), ...trailColumns(window)],
    [window, digits, model.columns, longest, layout, lead],
  )
  useLayoutEffect(() => placeColumns(columns.length), [columns.length])
  const isWriter = rights.canUpdate || rights.canInsert
  const drag = (onMove: (to: CellPoint) => void, onEnd = () => {}) => {
    const element = grid.current?.element
    const last = model.columns.length - 1
    if (element)
      followDrag({
        grid: element,
        lead,
        headPx: gridHeaderHeightPx,
        onMove: ({ row, column }) => onMove({ row, column: Math.min(column, last) }),
        onEnd,
      })
  }
  const { rows: staged, conflicts, failure, saved } = staging
  // what cells are given stays the same while pages come and go: otherwise each page would draw all of them again
  const latest = useRef({ fill: actions.fill, onSelect: props.onSelect, rows, model, selected })
  useLayoutEffect(() => {
    latest.current = { fill: actions.fill, onSelect: props.onSelect, rows, model, selected }
  })
  const [ticks] = useState(() => new RowTicks(() => latest.current))
  const context = useMemo(
    (): GridContextValue => ({
      selected,
      toggle: (toggled, isSelected) => {
        const next = new Map(selected)
        for (const { id, key } of toggled) {
          if (isSelected) next.set(id, key)
          else next.delete(id)
        }
        latest.current.onSelect(isSelected || toggled.length === 1 ? next : new Map())
      },
      onTick: (index, isSelected, isExtended) => void ticks.tick(index, isSelected, isExtended),
      staging: { rows: staged, conflicts, failure, saved },
      sought: props.sought,
      isWrapped: props.isWrapped,
      nameOf: (index) => (index < inserted ? 'new' : numberText(from + index - inserted + 1)),
      idAt: (index) => latest.current.rows[index]?.id ?? null,
      onRetry: () => window.retry(),
      onFillStart: isWriter
        ? (event) => {
            event.preventDefault()
            event.stopPropagation()
            drag(
              (to) => store.dragFill(to),
              () => {
                const [source, over] = [store.bounds(), store.fill()]
                store.dragFill(null)
                if (source && over) latest.current.fill(source, over)
              },
            )
          }
        : undefined,
    }),
    // the functions are new at each turn, and do the same
    // oxlint-disable-next-line react/exhaustive-deps
    [selected, staged, conflicts, failure, saved, props.sought, props.isWrapped, inserted, from, window, isWriter],
  )
  const rowClass = useCallback(
    (row: GridRow) => {
      if (row.cells === null) return row.error === undefined ? 'row-absent' : undefined
      return row.id !== null && selected.has(row.id) ? 'row-selected' : undefined
    },
    [selected],
  )
  const pointOf = (rowIdx: number, key: string): CellPoint | null => {
    const place = placeOf(key)
    return place === null ? null : { row: rowIdx, column: model.columns.findIndex((column) => model.placeOf(column) === place) }
  }
  const go = ({ row, column }: CellPoint) => grid.current?.setActivePosition({ idx: column + lead, rowIdx: row }, { shouldFocus: true })
  const selectRow = (row: number, isExtended: boolean) => {
    const anchor = isExtended ? (store.get()?.anchor.row ?? row) : row
    if (!isExtended) go({ row, column: 0 })
    store.set({ anchor: { row: anchor, column: 0 }, head: { row, column: model.columns.length - 1 } })
  }
  const pointed: PointedGrid = { store, pointOf, selectRow, drag }

  return (
    <GridContext value={context}>
      <RangeContext value={store}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- what its grid does not know of; keys are in range-keys.ts */}
        <div
          ref={wrapper}
          className="h-full"
          onCopy={(event) => {
            if (isTyping(event.target)) return
            event.preventDefault()
            actions.onCopy(event.clipboardData)
          }}
          onCut={(event) => {
            if (isTyping(event.target)) return
            event.preventDefault()
            actions.onCopy(event.clipboardData)
            const bounds = store.bounds()
            if (bounds && isWriter) actions.clear(bounds)
          }}
          onPaste={(event) => {
            if (isTyping(event.target)) return
            event.preventDefault()
            actions.onPaste(event.clipboardData)
          }}
          onKeyDownCapture={(event) => {
            const head = event.target instanceof HTMLElement ? event.target.closest('[role=columnheader]') : null
            if (head === null || event.target !== head) return
            const column = columns[Number(head.getAttribute('aria-colindex')) - 1]
            const menu = head.querySelector<HTMLElement>('[data-column-menu]')
            if ((event.key === 'Enter' || event.key === ' ' || event.key === 'ContextMenu') && menu) {
              event.preventDefault()
              event.stopPropagation()
              menu.click()
            } else if (event.altKey && event.key.startsWith('Arrow') && column) {
              event.preventDefault()
              event.stopPropagation()
              const names = entity.columns.map(({ name }) => name)
              const shown = model.columns.map(({ name }) => name)
              const target = shown[shown.indexOf(String(column.name)) + (event.key === 'ArrowLeft' ? -1 : 1)]
              if (target !== undefined) onLayout(moveColumn(names, layout, String(column.name), target))
            }
          }}
          onClick={(event) => {
            const target = event.target instanceof HTMLElement ? event.target : null
            const idx = Number(target?.closest('[role=columnheader]')?.getAttribute('aria-colindex') ?? Number.NaN)
            if (Number.isNaN(idx) || idx <= lead || idx > lead + model.columns.length || target?.closest('button, input')) return
            const column = idx - 1 - lead
            const anchor = event.shiftKey ? (store.get()?.anchor.column ?? column) : column
            store.set({ anchor: { row: 0, column: anchor }, head: { row: rows.length - 1, column } })
          }}
          onPointerLeave={() => store.point(null)}
          onPointerOver={(event) => {
            // what the cells open elsewhere in the page is no part of the grid
            if (!(event.target instanceof Element) || wrapper.current?.contains(event.target) !== true) return
            const cell = event.target.closest<HTMLElement>('[role=gridcell]')
            const at = cell === null ? null : gridPlaceOf(cell)
            const column = at === null ? undefined : model.columns[at.column - lead]
            const row = at === null ? undefined : rows[at.row]
            const isReference = column !== undefined && row?.cells != null && referencesOf(entity, column.name).length > 0
            store.point(isReference && event.pointerType !== 'touch' ? { row: at!.row, column: at!.column - lead } : null)
            if (cell === null || column === undefined || !row?.cells) return
            const title = tooltipOf(column, model.shown(row, column).text)
            if (title === null) cell.removeAttribute('title')
            else cell.title = title
          }}
        >
          {props.onTap && (
            <span id={hint} className="sr-only">
              {gridText.opensRecord}
            </span>
          )}
          <ContextMenu
            className="h-full"
            onOpen={(target) => setMenuAt(menuPlaceOf(target, lead, store, go, (row) => selectRow(row, false)))}
            items={
              menuAt !== null &&
              (menuAt.kind === 'head'
                ? menuAt.column < model.columns.length
                : menuAt.at.column < model.columns.length && rows[menuAt.at.row]?.cells != null) &&
              props.renderMenu(menuAt)
            }
          >
            <DataGrid
              ref={grid}
              aria-label={gridText.rowsOf(entity.name)}
              {...(props.onTap && { 'aria-describedby': hint })}
              aria-rowcount={rows.length + 1}
              columns={columns}
              rows={rows}
              renderers={renderers}
              rowHeight={rowHeightPx}
              headerRowHeight={gridHeaderHeightPx}
              style={gridStyle}
              sortColumns={props.sortColumns}
              rowClass={rowClass}
              onColumnsReorder={(source, target) => {
                const nameOf = (key: string) => entity.columns[placeOf(key) ?? -1]?.name
                const [moved, at] = [nameOf(source), nameOf(target)]
                if (moved !== undefined && at !== undefined)
                  onLayout(
                    moveColumn(
                      entity.columns.map(({ name }) => name),
                      layout,
                      moved,
                      at,
                    ),
                  )
              }}
              onColumnResize={(column, width) => {
                const place = placeOf(column.key)
                if (place !== null) onLayout(resizeColumn(layout, entity.columns[place]!.name, width))
              }}
              onRowsChange={(changed, { indexes }) => {
                const changes = indexes.flatMap((index) => model.draftOf(changed[index]!))
                if (changes.length > 0) staging.set(changes)
              }}
              onScroll={({ currentTarget }) => {
                const { scrollTop, clientHeight } = currentTarget
                freeFrozenCells(currentTarget)
                const top = scrollTop - inserted * rowHeightPx
                window.show(top / rowHeightPx, (top + clientHeight - gridHeaderHeightPx) / rowHeightPx)
                props.onScrolled(scrollTop)
              }}
              onActivePositionChange={({ rowIdx, column }) => {
                const point = column === undefined || rowIdx < 0 ? null : pointOf(rowIdx, column.key)
                if (point !== null) store.start(point)
                props.onActive(point)
              }}
              onCellClick={({ rowIdx, column, row }, event) => {
                const point = pointOf(rowIdx, column.key)
                if (props.onTap === undefined || point === null || row.cells === null) return
                // buttons in a cell have their own action
                if (event.target instanceof Element && event.target.closest('button, a, input') === null) props.onTap(point)
              }}
              onCellMouseDown={(args, event) => onGridMouseDown(args, event, pointed)}
              onCellDoubleClick={({ rowIdx, column, row }) => {
                const point = pointOf(rowIdx, column.key)
                if (point === null) return
                const field = model.columns[point.column]!
                if (!model.isOpen(row, field) || !isInline(field, model.shownAt(point).text)) commands.onOpenCell(point)
              }}
              onCellKeyDown={({ mode, rowIdx, column, row }, event) => {
                if (mode !== 'ACTIVE' || row === undefined) return
                const point = column === undefined ? null : pointOf(rowIdx, column.key)
                if (!onGridKey(event, point ?? { row: rowIdx, column: 0 }, model, store, commands)) return
                event.preventGridDefault()
                // the page's own: the sheet of shortcuts
                if (event.key !== '?') event.preventDefault()
              }}
              // the wrapper pastes: this only keeps Ctrl+V from being typed
              onCellPaste={({ row }) => row}
            />
          </ContextMenu>
        </div>
      </RangeContext>
    </GridContext>
  )
}

const renderers = { renderCell: renderPlacedCell }

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null && !isCheckbox(target)
}

function isCheckbox(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}
