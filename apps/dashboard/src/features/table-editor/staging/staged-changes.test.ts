import type { CellInput } from '@colonnade/pg-meta'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf, redo, step, undo } from './history.ts'
import {
  countStaged,
  savedText,
  insertRows,
  nothingStaged,
  rebaseCell,
  removeRows,
  revertRow,
  setCells,
  settleSaved,
  type StagedChanges,
} from './staged-changes.ts'
import type { CellChange } from './staging.ts'

const text = (value: string): CellInput => ({ kind: 'text', text: value })
const key = (row: string) => ({ columns: ['id'], values: [row] })
const change = (row: string, column: string, base: string | null, input: CellInput): CellChange => ({ row, key: key(row), column, base, input })
const update = (staged: StagedChanges, row: string) => {
  const found = staged.rows.get(row)
  return found?.kind === 'update' ? Object.fromEntries(found.cells) : found
}

test('a cell that gets back what was there drops out, and its row with the last of them', () => {
  const one = setCells(nothingStaged, [change('1', 'a', 'x', text('y')), change('1', 'b', null, text(''))])
  expect(countStaged(one)).toEqual({ cells: 2, updates: 1, inserts: 0, deletes: 0 })
  const two = setCells(one, [change('1', 'a', 'x', text('x'))])
  expect(update(two, '1')).toEqual({ b: { input: text(''), base: null } })
  expect(setCells(two, [change('1', 'b', null, { kind: 'null' })]).rows.size).toBe(0)
})

test('the value that was seen first stays the base, until a person saw another', () => {
  const one = setCells(nothingStaged, [change('1', 'a', 'x', text('y'))])
  const two = setCells(one, [change('1', 'a', 'theirs', text('z'))])
  expect(update(two, '1')).toEqual({ a: { input: text('z'), base: 'x' } })
  expect(update(rebaseCell(two, '1', 'a', 'theirs', 1), '1')).toEqual({ a: { input: text('z'), base: 'theirs' } })
  expect(rebaseCell(two, '1', 'a', 'z', 1).rows.size).toBe(0)
})

test('a new row holds what it is given; deleted, it is forgotten', () => {
  const one = insertRows(nothingStaged, [
    [
      'new:1',
      new Map([
        ['a', text('x')],
        ['b', { kind: 'default' } as const],
      ]),
    ],
  ])
  const two = setCells(one, [{ row: 'new:1', key: null, column: 'b', base: null, input: { kind: 'null' } }])
  expect(two.rows.get('new:1')).toEqual({
    kind: 'insert',
    values: new Map<string, CellInput>([
      ['a', text('x')],
      ['b', { kind: 'null' }],
    ]),
  })
  const three = removeRows(two, [{ row: 'new:1', key: null, cells: null }])
  expect([three.rows.size, three.inserts]).toEqual([0, []])
})

test('a row that is to be deleted takes no changes, and comes back whole', () => {
  const one = removeRows(nothingStaged, [{ row: '1', key: key('1'), cells: ['1', 'x'] }])
  expect(setCells(one, [change('1', 'a', 'x', text('y'))])).toBe(one)
  expect(rebaseCell(one, '1', 'a', 'theirs', 1).rows.get('1')).toMatchObject({ kind: 'delete', cells: ['1', 'theirs'] })
  expect(revertRow(one, '1', 'a').rows.size).toBe(0)
})

test('what was changed while a save ran stays, on top of what was saved', () => {
  const one = setCells(nothingStaged, [change('1', 'id', '1', text('5')), change('1', 'b', 'x', text('y'))])
  const two = setCells(one, [change('1', 'b', 'x', text('z'))])
  const now = { id: '5', key: key('5'), valueOf: (column: string) => (column === 'b' ? 'y' : '5') }
  const left = settleSaved(two, [{ row: '1', staged: one.rows.get('1')!, now }])
  expect([...left.rows]).toEqual([['5', { kind: 'update', key: key('5'), cells: new Map([['b', { input: text('z'), base: 'y' }]]) }]])
  expect(settleSaved(one, [{ row: '1', staged: one.rows.get('1')!, now }]).rows.size).toBe(0)
})

const row = fc.constantFrom('1', '2', '3')
const input = fc.oneof(fc.constantFrom('x', 'y', '').map(text), fc.constantFrom<CellInput>({ kind: 'null' }, { kind: 'default' }))
const action = fc.oneof(
  fc.tuple(row, fc.constantFrom('a', 'b'), input).map(
    ([id, column, to]) =>
      (staged: StagedChanges) =>
        setCells(staged, [change(id, column, 'x', to)]),
  ),
  fc.tuple(row, input).map(
    ([id, to]) =>
      (staged: StagedChanges) =>
        insertRows(staged, [[`new:${id}`, new Map([['a', to]])]]),
  ),
  row.map(
    (id) => (staged: StagedChanges) =>
      removeRows(staged, [
        { row: `new:${id}`, key: null, cells: null },
        { row: id, key: key(id), cells: null },
      ]),
  ),
  row.map((id) => (staged: StagedChanges) => revertRow(staged, id)),
)

test('after any steps: each is undone and redone to the very same, rows to insert have their place, no cell is staged as it was', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      const states = [nothingStaged]
      let history = historyOf(nothingStaged)
      for (const act of actions) {
        history = step(history, act(history.present))
        if (history.present !== states.at(-1)) states.push(history.present)
        const { rows, inserts } = history.present
        expect([...rows].flatMap(([id, { kind }]) => (kind === 'insert' ? [id] : [])).sort()).toEqual([...new Set(inserts)].sort())
        for (const staged of rows.values()) {
          if (staged.kind !== 'update') continue
          expect(staged.cells.size).toBeGreaterThan(0)
          for (const { input: to, base } of staged.cells.values()) expect(to).not.toEqual(text(base ?? ''))
        }
      }
      for (const state of states.toReversed().slice(1)) {
        history = undo(history)
        expect(history.present).toBe(state)
      }
      expect(undo(history)).toEqual(history)
      for (const state of states.slice(1)) {
        history = redo(history)
        expect(history.present).toBe(state)
      }
    }),
  )
})

test.each([
  [{ updates: 1, inserts: 0, deletes: 0 }, '1 row saved'],
  [{ updates: 2, inserts: 1, deletes: 0 }, '3 rows saved'],
  [{ updates: 0, inserts: 0, deletes: 1 }, '1 row deleted'],
  [{ updates: 1, inserts: 0, deletes: 2_000 }, '1 row saved, 2,000 rows deleted'],
  [{ updates: 0, inserts: 0, deletes: 0 }, ''],
])('a save confirms what it did to rows: %o', (count, text) => {
  expect(savedText(count)).toBe(text)
})
