import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { column, entity } from '../../fixtures.ts'
import type { StagedChanges } from '../staged-changes.ts'
import type { StagedRow } from '../staging.ts'
import { keepChanges, keptTables, readChanges } from './kept-changes.ts'

const room = { left: Infinity }
beforeEach(() => {
  room.left = Infinity
  const values = new Map<string, string>()
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    removeItem: (name: string) => values.delete(name),
    setItem: (name: string, value: string) => {
      if (value.length > room.left) throw new DOMException('full', 'QuotaExceededError')
      values.set(name, value)
    },
  }
  // as browsers do: the names of what is stored are its own keys
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, { ownKeys: () => [...values.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const place = { person: 'p', projectRef: 'ref', table: 7 }
const table = entity({ columns: [column('id'), column('name')] })
const staged: StagedChanges = {
  rows: new Map<string, StagedRow>([
    [
      '["1"]',
      {
        kind: 'update',
        key: { columns: ['id'], values: ['1'] },
        cells: new Map([['name', { input: { kind: 'text', text: 'é\u0000' }, base: null }]]),
      },
    ],
    ['["2"]', { kind: 'delete', key: { columns: ['id'], values: ['2'] }, cells: ['2', null] }],
    ['new:1', { kind: 'insert', values: new Map([['name', { kind: 'null' }]]) }],
  ]),
  inserts: ['new:1'],
}

test('what is staged comes back as it was, for the same person, project and table', () => {
  expect(keepChanges(place, table, staged)).toBe(true)
  expect(readChanges(place, table)?.staged).toEqual(staged)
  expect(readChanges({ ...place, person: 'q' }, table)).toBeNull()
  expect(readChanges({ ...place, projectRef: 'other' }, table)).toBeNull()
  expect(keptTables('p')).toEqual([{ projectRef: 'ref', table: 7 }])
})

test('a table is found again when it was renamed, or restored under another oid, but not another one that took its name', () => {
  keepChanges(place, table, staged)
  expect(readChanges(place, { ...table, name: 'renamed' })?.staged).toEqual(staged)
  expect(readChanges({ ...place, table: 8 }, { ...table, columns: [column('id')] })).toBeNull()
  expect(readChanges({ ...place, table: 8 }, table)?.staged).toEqual(staged)
  // it goes on under its new oid
  expect(keptTables('p')).toEqual([])
})

test('without room nothing older is offered in its place', () => {
  keepChanges(place, table, staged)
  room.left = 10
  expect(keepChanges(place, table, { ...staged, inserts: [] })).toBe(false)
  expect(readChanges(place, table)).toBeNull()
})
