import { expect, test } from 'vitest'
import { column, entity } from '../fixtures.ts'
import type { TableScope } from '../table-scope.ts'
import { StagingStore } from './staging-store.ts'
import type { CellChange } from './staging.ts'

const table = entity({
  columns: [column('id', { is_nullable: false }), column('name', { base_format: 'text' }), column('note', { base_format: 'text' })],
})
const rights = { canInsert: true, canUpdate: true, canDelete: true, reason: null }
const scope: TableScope = { projectRef: 'ref', entity: table, rights, as: undefined }
const change = (name: string): CellChange => ({
  row: '["1"]',
  key: { columns: ['id'], values: ['1'] },
  column: name,
  base: 'before',
  input: { kind: 'text', text: 'mine' },
})

test('what was to be changed in a row that is gone is forgotten at once, in all its cells', () => {
  const store = new StagingStore()
  void store.set(scope, [change('name'), change('note')])
  store.notice(table, '["1"]', null)
  const [conflict] = store.get().conflicts
  store.resolve(table, conflict!, 'theirs')
  expect(store.staged.rows.size).toBe(0)
  expect(store.get().conflicts).toEqual([])
})

test('a row that is gone stays in conflict while another one is changed', () => {
  const store = new StagingStore()
  void store.set(scope, [change('name')])
  store.notice(table, '["1"]', null)
  void store.set(scope, [{ ...change('name'), row: '["2"]', key: { columns: ['id'], values: ['2'] } }])
  expect(store.get().conflicts).toEqual([{ row: '["1"]', column: 'name', theirs: undefined }])
})
