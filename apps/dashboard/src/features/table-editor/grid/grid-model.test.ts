import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'
import { gridModel } from './grid-model.ts'

const table = entity({ columns: [column('id', { is_nullable: false }), column('name', { base_format: 'text' })] })
const row = (id: string, name: string): GridRow => ({ cells: [id, name], id: JSON.stringify([id]), key: { columns: ['id'], values: [id] } })
const modelOf = (rows: readonly GridRow[]) => {
  const window = { entity: table, scope: { entity: table, rights: {} }, indexOf: (id: string) => rows.findIndex((each) => each.id === id) }
  return gridModel(window as unknown as RowWindow, { inserts: [], rows: new Map() } as unknown as Staging, rows, table.columns, 0, 1)
}
const typed: GridRow = { ...row('2', 'old'), draft: { column: 'name', input: { kind: 'text', text: 'typed' } } }

test('what was typed into a row is a change of that row as it is by now, wherever it has moved', () => {
  const change = { row: '["2"]', key: typed.key, column: 'name', input: { kind: 'text', text: 'typed' } }
  expect(modelOf([row('1', 'a'), row('2', 'old')]).draftOf(typed)).toEqual([{ ...change, base: 'old' }])
  expect(modelOf([row('0', 'new'), row('1', 'a'), row('2', 'saved')]).draftOf(typed)).toEqual([{ ...change, base: 'saved' }])
  expect(modelOf([row('1', 'a')]).draftOf(typed)).toEqual([{ ...change, base: 'old' }])
})

test('where nothing was typed there is no change', () => {
  expect(modelOf([row('2', 'old')]).draftOf(row('2', 'old'))).toEqual([])
})
