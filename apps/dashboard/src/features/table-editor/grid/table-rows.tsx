import { isCutCell, type EntityColumn, type RowKey, type RowSort } from '@colonnade/pg-meta'
import { copyText, gridHeaderHeightPx } from '@colonnade/ui'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { DataGridHandle, SortColumn } from 'react-data-grid'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { fixedReason } from '../changes/editability.ts'
import { takeExpectedColumn } from '../columns/added-column.ts'
import { ColumnActionsContext, type ColumnActions } from '../columns/column-actions.ts'
import { ColumnMenu } from '../columns/column-menu.tsx'
import { freezeColumn, hideColumns, nudgeColumn, resizeColumn, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { rowHeightsPx, type GridDisplay } from '../columns/display.ts'
import type { LongestValues } from '../columns/longest-values.ts'
import type { FilterParam } from '../filters/filter-param.ts'
import { FindBar } from '../../../lib/data-grid/find/find-bar.tsx'
import { valueOfRow } from '../foreign-rows/pointing-rows.tsx'
import { ReferenceMenuItems } from '../foreign-rows/reference-menu-items.tsx'
import { useOpen } from '../open/open-context.ts'
import { fetchCell } from '../queries.ts'
import type { Bounds, CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import { rangeActions } from '../ranges/range-actions.ts'
import { RowTicks } from '../ranges/row-ticks.ts'
import type { GridCommands } from '../../../lib/data-grid/ranges/range-keys.ts'
import { RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import { RangeStatus } from '../../../lib/data-grid/ranges/range-status.tsx'
import type { RowWindow, WindowState } from '../rows/row-window.ts'
import { changeSort } from '../sorts/sort-list.ts'
import type { Staging } from '../staging/staging.ts'
import { CellMenu } from './cell-menu.tsx'
import { isInline } from '../cells/cell-rules.ts'
import { CellWindow } from './cell-window.tsx'
import { noRow } from './grid-model.ts'
import { entryId } from './staged-rows.ts'
import { usePasteAnywhere } from '../ranges/use-paste-anywhere.ts'
import { StagingNotes } from './staging-notes.tsx'
import { TableFooter } from './table-footer.tsx'
import { exportCells } from '../transfer/export/export-cells.ts'
import { fittingWidth } from '../../../lib/data-grid/columns/fitting-width.ts'
import { TableGrid } from './table-grid.tsx'
import { useGridModel } from './use-grid-model.ts'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'

export interface TableRowsProps {
  readonly window: RowWindow
  readonly state: WindowState
  /** Values that columns are as wide as. */
  readonly longest: LongestValues
  readonly staging: Staging
  readonly selected: ReadonlyMap<string, RowKey | null>
  readonly display: GridDisplay
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  /** Number of rows before the one to go to, and which time it is asked. */
  readonly target: { readonly row: number; readonly time: number } | null
  readonly onDisplay: (display: GridDisplay) => void
  readonly onSelect: (selected: ReadonlyMap<string, RowKey | null>) => void
  readonly onSort: (sorts: readonly RowSort[]) => void
  readonly onFilter: (param: FilterParam) => void
  /** Asks for a condition on a column. */
  readonly onFilterColumn: ((column: EntityColumn) => void) | undefined
  /** Looks for a text in the whole table. */
  readonly onFilterText: ((text: string) => void) | undefined
  readonly onDelete: (rows: ReadonlyMap<string, RowKey | null>) => void
  /** Counted from 1. */
  readonly onGoTo: (row: number) => void
  readonly onLast: () => void
  /** Reads the table and its rows again. */
  readonly onRefresh: () => void
  /** Said below the header while the table has no rows; null while it has some. */
  readonly empty: ReactNode
  /** Between the grid and its footer. */
  readonly bar: ReactNode
  /** At the end of the footer. */
  readonly children: ReactNode
}

/** The grid of a table with what goes with it: finding, notes at cells, the window of a long value, and the footer. */
export function TableRows(props: TableRowsProps) {
  const { window, state, staging, selected, display, layout, onLayout: setLayout, target } = props
  const { scope, view } = window
  const { entity, rights } = scope
  const grid = useRef<DataGridHandle>(null)
  const [store] = useState(() => new RangeStore())
  const isNarrow = useIsNarrow()
  const [opened, setOpened] = useState<CellPoint | null>(null)
  const [active, setActive] = useState<CellPoint | null>(null)
  const [sought, setSought] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [scrolled, setScrolled] = useState(0)
  const [said, setSaid] = useState('')
  const model = useGridModel(window, state, staging, layout, props.empty !== null && rights.canInsert)
  const actions = rangeActions(model, store, setSaid)
  usePasteAnywhere(props.empty !== null && rights.canInsert, (data) => {
    // a key that the database numbers is no place for the first value
    const first = model.columns.findIndex((column) => !column.is_identity && fixedReason(column) === null)
    store.start({ row: 0, column: Math.max(0, first) })
    actions.onPaste(data)
  })
  const { onOpen } = useOpen()
  const names = entity.columns.map(({ name }) => name)
  const go = ({ row, column }: CellPoint) => grid.current?.setActivePosition({ idx: column + model.lead, rowIdx: row }, { shouldFocus: true })
  const focus = () => active !== null && go(active)

  const isTable = entity.entity_type === 'r' || entity.entity_type === 'p'
  useEffect(() => {
    const place = takeExpectedColumn(
      entity.id,
      model.columns.map(({ name }) => name),
    )
    if (place >= 0) grid.current?.scrollToCell({ idx: place + model.lead })
  }, [entity.id, model.columns, model.lead])
  const length = model.rows.length
  const rowHeightPx = rowHeightsPx[display.rowHeight]
  const row = target === null ? null : target.row - model.from + model.inserted
  const isThere = row !== null && row >= 0 && row < length
  useEffect(() => {
    if (!isThere || row === null) return
    const to = { row, column: store.get()?.head.column ?? 0 }
    const element = grid.current?.element
    const [top, height] = [row * rowHeightPx, (element?.clientHeight ?? 0) - gridHeaderHeightPx]
    if (element && (top < element.scrollTop || top + rowHeightPx > element.scrollTop + height)) element.scrollTop = top - height / 2
    const screen = Math.ceil(height / rowHeightPx / 2)
    window.show(row - model.inserted - screen, row - model.inserted + screen)
    grid.current?.setActivePosition({ idx: to.column + model.lead, rowIdx: row }, { shouldFocus: true })
    store.start(to)
    // once for each time that it is asked
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, isThere])

  /** Opens the editor in the cell, or the window for what does not fit there or can only be looked at. */
  const openCell = (point: CellPoint) => {
    if (model.isOpenAt(point) && isInline(model.columns[point.column]!, model.shownAt(point).text)) {
      grid.current?.setActivePosition({ idx: point.column + model.lead, rowIdx: point.row }, { enableEditor: true })
      return
    }
    const { id, cells } = model.rows[point.row] ?? noRow
    const column = model.columns[point.column]!
    if (id === entryId) onOpen({ kind: 'panel', panel: { kind: 'row-add' } })
    else if (id !== null) onOpen({ kind: 'panel', panel: { kind: cellKind(column) === 'json' ? 'json' : 'cell-text', row: id, column: column.name } })
    else if (cells) setOpened(point)
  }
  /** Opens all fields of the row; the cell where the row has no key to find it by. */
  const openRecord = (point: CellPoint) => {
    const id = model.rows[point.row]?.id ?? null
    if (id === null) openCell(point)
    else onOpen({ kind: 'panel', panel: id === entryId ? { kind: 'row-add' } : { kind: 'row-edit', row: id } })
  }
  const commands: GridCommands = {
    onMove: go,
    onReveal: ({ row: rowIdx, column }) => grid.current?.scrollToCell({ rowIdx, idx: column + model.lead }),
    onOpenCell: isNarrow ? openRecord : openCell,
    onClear: actions.clear,
    onFillOver: (bounds, isDown) => actions.fillOver(bounds, isDown),
    onToggleRows: ({ top, bottom }) => {
      const isAll = model.rows.slice(top, bottom + 1).every(({ id }) => id !== null && selected.has(id))
      void new RowTicks(() => ({ model, selected, onSelect: props.onSelect })).select(top, bottom, !isAll)
    },
    onFind: () => setSought((before) => before ?? ''),
    onAskRow: () => setIsAsking(true),
    onFirst: () => props.onGoTo(1),
    onLast: props.onLast,
    onEscape: () => {
      const point = store.get()?.anchor
      if (sought !== null) setSought(null)
      else if (point) store.start(point)
      return true
    },
  }
  const columnActions: ColumnActions = {
    onSort: (column, sort) => props.onSort(changeSort(view.sorts, column, sort)),
    onFilter: props.onFilterColumn,
    onFreeze: (name, isFrozen) => setLayout(freezeColumn(layout, name, isFrozen)),
    onMove: (name, by) => setLayout(nudgeColumn(names, layout, name, by)),
    onHide: (name) => setLayout(hideColumns(layout, [name], true)),
    onFit: (name) => setLayout(resizeColumn(layout, name, fittingWidth(grid.current?.element ?? null, columnOf(name) + model.lead))),
    onSelect: (name) => {
      go({ row: 0, column: columnOf(name) })
      store.set({ anchor: { row: 0, column: columnOf(name) }, head: { row: length - 1, column: columnOf(name) } })
    },
    onCopyName: (name) => void copyText(name),
    onEdit: rights.canUpdate && isTable ? (column) => onOpen({ kind: 'panel', panel: { kind: 'column-edit', column } }) : undefined,
    onDelete: rights.canUpdate && isTable ? (column) => onOpen({ kind: 'confirmation', confirmation: { kind: 'column-delete', column } }) : undefined,
    onAdd: (rights.canUpdate || rights.canInsert) && isTable ? () => onOpen({ kind: 'panel', panel: { kind: 'column-add' } }) : undefined,
  }
  const columnOf = (name: string) => model.columns.findIndex((column) => column.name === name)
  const sortColumns = useMemo(
    () =>
      view.sorts.map(({ column, ascending }): SortColumn => ({
        columnKey: String(entity.columns.findIndex(({ name }) => name === column)),
        direction: ascending === false ? 'DESC' : 'ASC',
      })),
    [view, entity],
  )
  const openedColumn = opened && model.columns[opened.column]
  const openedRow = (opened && model.rows[opened.row]) ?? noRow

  return (
    <ColumnActionsContext value={columnActions}>
      {sought !== null && (
        <FindBar
          model={model}
          text={sought}
          onText={setSought}
          from={active}
          onGo={go}
          onClose={() => {
            setSought(null)
            focus()
          }}
          onFilter={props.onFilterText}
        />
      )}
      <div className="relative min-h-0 flex-1">
        <TableGrid
          grid={grid}
          model={model}
          store={store}
          longest={props.longest}
          actions={actions}
          commands={commands}
          layout={layout}
          onLayout={setLayout}
          rowHeightPx={rowHeightPx}
          isWrapped={display.rowHeight !== 'compact'}
          sortColumns={sortColumns}
          sought={(sought ?? '').trim().toLowerCase()}
          selected={selected}
          onSelect={props.onSelect}
          onActive={setActive}
          onTap={isNarrow ? openRecord : undefined}
          onScrolled={(top) => (staging.failure || staging.conflicts.length > 0) && setScrolled(top)}
          renderMenu={(place) => {
            if (place.kind === 'head') {
              const column = model.columns[place.column]!
              const direction = sortColumns.find(({ columnKey }) => columnKey === String(model.placeOf(column)))?.direction
              return <ColumnMenu column={column} direction={direction} isFrozen={layout.frozen.includes(column.name)} actions={columnActions} />
            }
            const { at } = place
            const column = model.columns[at.column]!
            const of = model.rows[at.row]!
            const bounds = store.bounds() ?? boundsAt(at)
            const isRange = bounds.top !== bounds.bottom || bounds.left !== bounds.right
            const wide = isRange ? bounds : { ...bounds, left: 0, right: model.columns.length - 1 }
            return (
              <CellMenu
                column={column}
                value={model.shownAt(at).text}
                isRange={isRange}
                isEditable={model.isOpenAt(at)}
                isStaged={model.shownAt(at).input !== null}
                canDelete={of.id !== null && of.id !== entryId && (of.key === null || rights.canDelete)}
                onOpen={() => openCell(at)}
                onCopy={(format) => actions.copyAs(format === 'tsv' ? bounds : wide, format)}
                onExport={() => exportCells(model, bounds)}
                onPaste={actions.pasteFromClipboard}
                onSet={(input) => {
                  const points = Array.from({ length: bounds.bottom - bounds.top + 1 }, (_, index) => bounds.top + index).flatMap((rowIdx) =>
                    Array.from({ length: bounds.right - bounds.left + 1 }, (__, place) => ({ row: rowIdx, column: bounds.left + place })),
                  )
                  model.staging.set(points.filter(model.isOpenAt).flatMap((point) => model.changeOf(point, input)))
                }}
                onFillDown={() => actions.fillOver(bounds, true)}
                onFillSeries={() => actions.fillOver(bounds, true, true)}
                onRevert={() => of.id !== null && staging.revert(of.id, column.name)}
                onFilter={props.onFilter}
                onEditRow={
                  of.id === null
                    ? undefined
                    : () => onOpen({ kind: 'panel', panel: of.id === entryId ? { kind: 'row-add' } : { kind: 'row-edit', row: of.id! } })
                }
                onDelete={() => of.id !== null && props.onDelete(new Map([[of.id, of.key]]))}
                references={
                  <ReferenceMenuItems
                    column={column.name}
                    valueOf={valueOfRow(scope, of.cells, of.key)}
                    onPick={
                      of.id !== null && of.id !== entryId && model.isOpenAt(at)
                        ? () => onOpen({ kind: 'panel', panel: { kind: 'foreign-row-selector', row: of.id!, column: column.name } })
                        : undefined
                    }
                  />
                }
                onDuplicate={
                  of.key !== null && rights.canInsert ? () => onOpen({ kind: 'panel', panel: { kind: 'row-add', from: of.id! } }) : undefined
                }
              />
            )
          }}
        />
        {props.empty !== null && (
          <div className="pointer-events-none absolute inset-x-0 top-18 bottom-0 flex justify-center overflow-hidden p-6">
            <div className="pointer-events-auto self-start">{props.empty}</div>
          </div>
        )}
        <StagingNotes
          staging={staging}
          grid={grid}
          scrolled={scrolled}
          indexOf={model.indexOf}
          columnOf={(name) => (columnOf(name) < 0 ? -1 : columnOf(name) + model.lead)}
          onEdit={(id, name) => {
            const point = { row: model.indexOf(id), column: columnOf(name) }
            // hidden, dropped, or not among the rows that are loaded: no cell to write in
            if (point.row < 0 || point.column < 0) return onOpen({ kind: 'panel', panel: { kind: 'cell-text', row: id, column: name } })
            grid.current?.scrollToCell({ rowIdx: point.row, idx: point.column + model.lead })
            openCell(point)
          }}
          onRefresh={props.onRefresh}
        />
        <output aria-live="polite" className="sr-only">
          {said}
        </output>
      </div>
      {props.bar}
      <TableFooter
        window={window}
        state={state}
        display={display}
        layout={layout}
        isAsking={isAsking}
        onAsking={setIsAsking}
        onDisplay={props.onDisplay}
        onLayout={setLayout}
        onGoTo={props.onGoTo}
        onLast={props.onLast}
        status={<RangeStatus store={store} model={model} />}
      >
        {props.children}
      </TableFooter>
      {opened && openedColumn && (
        <CellWindow
          key={`${opened.row} ${opened.column}`}
          column={openedColumn}
          value={model.shownAt(opened).text}
          rowKey={openedRow.key}
          failed={null}
          isEditable={model.isOpenAt(opened)}
          fetchWhole={async () => {
            const { text, input } = model.shownAt(opened)
            const isCut = input === null && isCutCell(openedColumn, text) && openedRow.key !== null
            return isCut ? fetchCell(scope, openedRow.key, openedColumn.name) : text
          }}
          onSave={(input) => model.staging.set(model.changeOf(opened, input))}
          onClose={() => {
            setOpened(null)
            go(opened)
          }}
        />
      )}
    </ColumnActionsContext>
  )
}

function boundsAt({ row, column }: CellPoint): Bounds {
  return { top: row, bottom: row, left: column, right: column }
}
