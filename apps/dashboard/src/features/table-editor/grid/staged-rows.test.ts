import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import { pasteCells } from '../ranges/change-range.ts'
import type { RowWindow } from '../rows/row-window.ts'
import type { CellChange, Staging } from '../staging/staging.ts'
import { gridModel } from './grid-model.ts'
import { entryId, entryRow, withEntry } from './staged-rows.ts'

test('what is written in the row of an empty table is one new row; other changes stay changes', () => {
  const calls: unknown[] = []
  const { set } = withEntry({
    set: (changes) => calls.push(['set', changes.map(({ row }) => row)]),
    insert: (rows) => {
      calls.push(['insert', rows.map((row) => [...row])])
      return []
    },
  })
  const change = (row: string, column: string, text: string): CellChange => ({ row, key: null, column, base: null, input: { kind: 'text', text } })
  set([change(entryId, 'name', 'Ada'), change('new:1', 'name', 'Grace'), change(entryId, 'age', '36')])
  expect(calls).toEqual([
    [
      'insert',
      [
        [
          ['name', { kind: 'text', text: 'Ada' }],
          ['age', { kind: 'text', text: '36' }],
        ],
      ],
    ],
    ['set', ['new:1']],
  ])
})

test('every line that is pasted into an empty table is a new row, in one step', async () => {
  const table = entity({ columns: [column('name', { base_format: 'text', format: 'text', type: 'text', data_type: 'text' })] })
  const window = { entity: table, scope: { entity: table, rights: { canInsert: true } }, indexOf: () => -1 } as unknown as RowWindow
  const steps: unknown[] = []
  const staging = {
    inserts: [],
    rows: new Map(),
    set: () => steps.push('set'),
    insert: (rows: readonly ReadonlyMap<string, { readonly text: string }>[]) => steps.push(rows.map((row) => row.get('name')?.text)),
  }
  const model = gridModel(window, withEntry(staging as unknown as Staging), [entryRow(table.columns)], table.columns, 0, 1, 1)
  await pasteCells(model, { top: 0, bottom: 0, left: 0, right: 0 }, [['one'], ['two'], ['three']])
  expect(steps).toEqual([['one', 'two', 'three']])
})
