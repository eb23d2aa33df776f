import 'react-data-grid/lib/styles.css'
import { isCutCell, type CellInput, type RowKey } from '@colonnade/pg-meta'
import { ContextMenu, copyText, gridHeaderHeightPx, gridRowHeightPx, gridStyle } from '@colonnade/ui'
import { useMemo, useRef, useState } from 'react'
import { DataGrid, type DataGridHandle, type SortColumn } from 'react-data-grid'
import { inputOfText } from '../changes/cell-draft.ts'
import { lockedReason, type Editability } from '../changes/editability.ts'
import type { CellChanges } from '../changes/use-cell-changes.ts'
import { measuredRows } from '../limits.ts'
import { fetchCell } from '../queries.ts'
import type { GridRow, RowWindow, WindowState } from '../rows/row-window.ts'
import { CellMenu } from './cell-menu.tsx'
import { CellWindow } from './cell-window.tsx'
import { buildColumns, isInline, placeOf } from './columns.tsx'
import { FailureNote } from './failure-note.tsx'
import { GridContext } from './grid-context.ts'
import { rowJson } from './row-json.ts'

export interface TableGridProps {
  readonly projectRef: string
  readonly window: RowWindow
  readonly state: WindowState
  readonly rights: Editability
  readonly changes: CellChanges
  readonly from: number
  readonly sortColumns: readonly SortColumn[]
  readonly selected: ReadonlyMap<string, RowKey>
  readonly onSelect: (selected: ReadonlyMap<string, RowKey>) => void
  readonly onSort: (sortColumns: readonly SortColumn[]) => void
  readonly onDelete: (rows: ReadonlyMap<string, RowKey>) => void
  readonly onOpenTable: (id: number) => void
}

interface CellAddress {
  readonly index: number
  readonly place: number
}

/** The rows of a table, of which only those near the screen are fetched. */
export function TableGrid(props: TableGridProps) {
  const { projectRef, window, state, rights, changes, selected } = props
  const { entity } = window
  const grid = useRef<DataGridHandle>(null)
  const [opened, setOpened] = useState<CellAddress | null>(null)
  const [menuAt, setMenuAt] = useState<CellAddress | null>(null)
  const [scrolled, setScrolled] = useState(0)
  const isReady = state.rows[0]?.cells !== undefined && state.rows[0]?.cells !== null
  const columns = useMemo(
    () => buildColumns(window, window.get().rows.slice(0, measuredRows), rights, props.from),
    // widths come from the first rows, so columns are built again when those arrive
    // oxlint-disable-next-line react/exhaustive-deps
    [window, rights, props.from, isReady],
  )
  const columnAt = (place: number) => entity.columns[place]!
  const valueAt = ({ index, place }: CellAddress) => state.rows[index]?.cells?.[place] ?? null
  const isEditable = ({ index, place }: CellAddress) =>
    rights.canUpdate && lockedReason(columnAt(place)) === null && state.rows[index]?.key !== null && state.rows[index]?.cells !== null
  const set = ({ index, place }: CellAddress, input: CellInput) => changes.save(index, columnAt(place).name, input)
  const whole = async ({ index, place }: CellAddress) => {
    const value = valueAt({ index, place })
    const key = state.rows[index]?.key
    return isCutCell(columnAt(place), value) && key ? fetchCell(projectRef, entity, key, columnAt(place).name) : value
  }
  const copy = async (at: CellAddress) => void copyText((await whole(at)) ?? '')
  const gridColumn = (place: number) => columns.findIndex(({ key }) => key === String(place))
  /** Opens the editor in the cell, or the window for what does not fit there or can only be looked at. */
  const open = (at: CellAddress) => {
    if (isEditable(at) && isInline(columnAt(at.place), valueAt(at))) {
      grid.current?.setActivePosition({ idx: gridColumn(at.place), rowIdx: at.index }, { enableEditor: true })
    } else if (state.rows[at.index]?.cells) setOpened(at)
  }
  const toggle = (rows: readonly { readonly id: string; readonly key: RowKey }[], isSelected: boolean) => {
    const next = new Map(selected)
    for (const { id, key } of rows) {
      if (isSelected) next.set(id, key)
      else next.delete(id)
    }
    props.onSelect(isSelected || rows.length === 1 ? next : new Map())
  }
  const context = { selected, toggle, failure: changes.failure, pending: changes.pending }
  const failurePlace = entity.columns.findIndex(({ name }) => name === changes.failure?.column)
  const menuRow = menuAt && state.rows[menuAt.index]

  return (
    <GridContext value={context}>
      <div className="relative min-h-0 flex-1">
        <ContextMenu
          className="h-full"
          isDisabled={state.rows.length === 0}
          items={
            menuAt &&
            menuRow?.cells && (
              <CellMenu
                entity={entity}
                column={columnAt(menuAt.place)}
                value={valueAt(menuAt)}
                isEditable={isEditable(menuAt)}
                canDelete={rights.canDelete && menuRow.key !== null}
                onOpen={() => open(menuAt)}
                onCopy={() => void copy(menuAt)}
                onCopyRow={() => void copyText(rowJson(entity.columns, menuRow.cells!))}
                onSet={(input) => set(menuAt, input)}
                onDelete={() => menuRow.id !== null && menuRow.key && props.onDelete(new Map([[menuRow.id, menuRow.key]]))}
                onOpenTable={props.onOpenTable}
              />
            )
          }
        >
          <DataGrid
            ref={grid}
            aria-label={`Rows of ${entity.name}`}
            aria-rowcount={state.rows.length + 1}
            columns={columns}
            rows={state.rows}
            rowHeight={gridRowHeightPx}
            headerRowHeight={gridHeaderHeightPx}
            style={gridStyle}
            sortColumns={props.sortColumns}
            onSortColumnsChange={props.onSort}
            rowClass={(row) => (row.id !== null && selected.has(row.id) ? 'bg-(--rdg-row-selected-background-color)!' : undefined)}
            onRowsChange={(rows, { indexes }) => {
              for (const index of indexes) {
                const { draft } = rows[index]!
                if (draft) changes.save(index, draft.column, draft.input)
              }
            }}
            onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
              window.show(scrollTop / gridRowHeightPx, (scrollTop + clientHeight) / gridRowHeightPx)
              if (changes.failure) setScrolled(scrollTop)
            }}
            onCellDoubleClick={({ rowIdx, column }) => {
              const place = placeOf(column.key)
              if (place !== null && !(isEditable({ index: rowIdx, place }) && isInline(columnAt(place), valueAt({ index: rowIdx, place })))) {
                open({ index: rowIdx, place })
              }
            }}
            onCellContextMenu={({ rowIdx, column, setActivePosition }) => {
              const place = placeOf(column.key)
              setMenuAt(place === null ? null : { index: rowIdx, place })
              setActivePosition()
            }}
            onCellKeyDown={({ mode, rowIdx, column, row }, event) => {
              if (mode !== 'ACTIVE' || row === undefined) return
              if (event.key === 'Escape' && changes.failure) return changes.dismiss()
              if (event.key === ' ' && event.shiftKey && row.id !== null && row.key !== null && rights.canDelete) {
                event.preventGridDefault()
                event.preventDefault()
                return toggle([{ id: row.id, key: row.key }], !selected.has(row.id))
              }
              const place = column === undefined ? null : placeOf(column.key)
              if (place === null) return
              const at = { index: rowIdx, place }
              if (event.key === 'Delete') {
                event.preventGridDefault()
                if (isEditable(at) && columnAt(place).is_nullable) set(at, { kind: 'null' })
                return
              }
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              if (isEditable(at) && isInline(columnAt(place), valueAt(at))) return
              event.preventGridDefault()
              event.preventDefault()
              open(at)
            }}
            onCellCopy={({ row, column }) => {
              const place = placeOf(column.key)
              if (place !== null) void copy({ index: state.rows.indexOf(row), place })
            }}
            onCellPaste={({ row, column }, event) => {
              const place = placeOf(column.key)
              if (place === null) return row
              const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
              return { ...row, draft: { column: columnAt(place).name, input: inputOfText(columnAt(place), text) } } satisfies GridRow
            }}
          />
        </ContextMenu>
        {changes.failure && (
          <FailureNote
            failure={changes.failure}
            grid={grid}
            isInPlace={state.rows[changes.failure.rowIndex]?.id === changes.failure.rowId}
            ariaColumn={gridColumn(failurePlace) + 1}
            scrolled={scrolled}
            onEdit={() => {
              grid.current?.scrollToCell({ rowIdx: changes.failure!.rowIndex, idx: gridColumn(failurePlace) })
              open({ index: changes.failure!.rowIndex, place: failurePlace })
            }}
            onRefresh={() => {
              changes.dismiss()
              window.load()
            }}
            onDismiss={changes.dismiss}
          />
        )}
      </div>
      {opened && (
        <CellWindow
          key={`${opened.index} ${opened.place}`}
          column={columnAt(opened.place)}
          value={valueAt(opened)}
          rowKey={state.rows[opened.index]?.key ?? null}
          failed={
            changes.failure?.rowIndex === opened.index && changes.failure.input.kind === 'text' && failurePlace === opened.place
              ? changes.failure.input.text
              : null
          }
          isEditable={isEditable(opened)}
          fetchWhole={() => whole(opened)}
          onSave={(input) => set(opened, input)}
          onClose={() => {
            setOpened(null)
            grid.current?.setActivePosition({ idx: gridColumn(opened.place), rowIdx: opened.index }, { shouldFocus: true })
          }}
        />
      )}
    </GridContext>
  )
}
