import type { RowKey } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { gridModel } from '../grid/grid-model.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'
import { RowTicks } from './row-ticks.ts'

const table = entity({ columns: [column('id', { is_nullable: false })] })
const row = (id: number): GridRow => ({ cells: [String(id)], id: `["${id}"]`, key: { columns: ['id'], values: [String(id)] } })
const absent: GridRow = { cells: null, id: null, key: null }

/** A grid of rows 1 to 9, of which some aren't in memory. */
function gridOf(isAbsent: (id: number) => boolean = () => false) {
  const all = Array.from({ length: 9 }, (_, place) => row(place + 1))
  const rows = all.map((each, place) => (isAbsent(place + 1) ? absent : each))
  const window = {
    entity: table,
    scope: { entity: table, rights: {} },
    indexOf: (id: string) => rows.findIndex((each) => each.id === id),
    rowsBetween: async (from: number, to: number) => all.slice(from, to + 1),
  }
  const model = gridModel(window as unknown as RowWindow, { inserts: [], rows: new Map() } as unknown as Staging, rows, table.columns, 0, 1)
  let selected: ReadonlyMap<string, RowKey | null> = new Map()
  const ticks = new RowTicks(() => ({ model, selected, onSelect: (next) => (selected = next) }))
  return { ticks, ids: () => [...selected.keys()].map((id) => Number((JSON.parse(id) as string[])[0])).sort((a, b) => a - b) }
}

test('Shift selects all rows from the one clicked before, in both directions, and takes them back the same way', async () => {
  const { ticks, ids } = gridOf()
  await ticks.tick(6, true, false)
  await ticks.tick(3, true, true)
  expect(ids()).toEqual([4, 5, 6, 7])
  await ticks.tick(5, false, true)
  expect(ids()).toEqual([7])
})

test('without a row clicked before, and without Shift, one row is selected', async () => {
  const { ticks, ids } = gridOf()
  await ticks.tick(4, true, true)
  await ticks.tick(8, true, false)
  expect(ids()).toEqual([5, 9])
})

test('rows of the range that are not in memory are fetched and selected', async () => {
  const { ticks, ids } = gridOf((id) => id > 3 && id < 7)
  await ticks.tick(1, true, false)
  await ticks.tick(7, true, true)
  expect(ids()).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('a range beyond the limit is refused and changes nothing', async () => {
  const { ticks, ids } = gridOf()
  await ticks.select(0, 10_000, true)
  expect(ids()).toEqual([])
})
