import { useMemo } from 'react'
import { shownColumns, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import type { RowWindow, WindowState } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'
import { leadColumns } from './columns.tsx'
import { gridModel, type GridModel } from './grid-model.ts'
import { entryRow, insertedRows, withEntry } from './staged-rows.ts'

/** The rows and columns that are shown, the staged ones among them; with a row to begin with where there is none. */
export function useGridModel(window: RowWindow, state: WindowState, staging: Staging, layout: ColumnLayout, hasEntry: boolean): GridModel {
  const { entity } = window.scope
  const inserted = useMemo(() => (hasEntry ? [entryRow(entity.columns)] : insertedRows(staging, entity.columns)), [hasEntry, staging, entity])
  const rows = useMemo(() => (inserted.length === 0 ? state.rows : [...inserted, ...state.rows]), [inserted, state.rows])
  const columns = useMemo(() => {
    const names = entity.columns.map(({ name }) => name)
    const byName = new Map(entity.columns.map((column) => [column.name, column]))
    return shownColumns(names, layout).map((name) => byName.get(name)!)
  }, [entity, layout])
  const lead = leadColumns(window, 0).length
  const { from } = state.stretch
  return useMemo(
    () => gridModel(window, hasEntry ? withEntry(staging) : staging, rows, columns, from, lead, inserted.length),
    [window, hasEntry, staging, rows, columns, from, lead, inserted.length],
  )
}
