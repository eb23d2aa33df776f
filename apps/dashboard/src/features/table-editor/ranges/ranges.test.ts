import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import type { GridRow } from '../rows/row-window.ts'
import { csvOf, cellsOfTsv, htmlOf, insertOf, jsonOf, markdownOf, tsvOf } from '../../../lib/data-grid/ranges/clipboard-text.ts'
import { aggregate } from '../../../lib/data-grid/ranges/decimal.ts'
import { continueValues } from './fill-series.ts'
import { emptyInput, planPaste, type PasteTarget } from './paste-plan.ts'
import { boundsOf, fillBounds, stepOf } from '../../../lib/data-grid/ranges/range.ts'
import { atBottom, atCorner, atLeft, atRight, atTop, inFill, inRange, RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'

const text = column('t', { base_format: 'text' })
const id = column('id', { is_nullable: false })
const cells = [
  ['1', 'a\tb'],
  ['2', 'say "hi"'],
  [null, ''],
]

test('texts for spreadsheets survive the way there and back', () => {
  const wild = [
    ['plain', 'a\tb', '"quoted"'],
    ['two\r\nlines', 'in "the" middle', ''],
  ]
  expect(cellsOfTsv(tsvOf(wild))).toEqual(wild)
  expect(cellsOfTsv('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(cellsOfTsv('"not closed\tx')).toEqual([['"not closed', 'x']])
  expect(cellsOfTsv('')).toEqual([['']])
})

test('other forms keep NULL and nothing apart', () => {
  expect(csvOf([id, text], cells)).toBe('id,t\r\n1,a\tb\r\n2,"say ""hi"""\r\n,""')
  expect(JSON.parse(jsonOf([id, text], cells))).toEqual([
    { id: 1, t: 'a\tb' },
    { id: 2, t: 'say "hi"' },
    { id: null, t: '' },
  ])
  expect(markdownOf([id, text], [[null, 'a|b\nc']])).toBe(String.raw`| id | t |
| ---: | --- |
| *NULL* | a\|b<br>c |`)
  expect(markdownOf([text], [['<b>1 < 2</b>']])).toContain(String.raw`| \<b>1 \< 2\</b> |`)
  const lists = [column('n', { base_format: '_int4', is_array: true }), column('l', { base_format: '_text', is_array: true })]
  expect(
    JSON.parse(
      jsonOf(lists, [
        ['{{1,2},{3,NULL}}', '{a,"b, c",NULL}'],
        ['[0:1]={1,2}', '{a,"b'],
        [null, '{}'],
      ]),
    ),
  ).toEqual([
    {
      n: [
        [1, 2],
        [3, null],
      ],
      l: ['a', 'b, c', null],
    },
    { n: '[0:1]={1,2}', l: '{a,"b' },
    { n: null, l: [] },
  ])
  const generated = column('g', { is_generated: true })
  expect(insertOf({ schema: 'public', name: 'T' }, [id, text, generated], [['1', "it's", '9']])).toBe(
    `insert into public."T" (id, t) values\n  ('1', 'it''s');\n`,
  )
  expect(htmlOf([id, text], [['1', '<b>']])).toContain('&lt;b&gt;')
})

test('sums are exact, whatever their size', () => {
  const figures = aggregate(['9007199254740993', '0.1', '0.2', null, 'NaN'].map((value) => ({ text: value, isNumber: true })))
  expect(figures).toEqual({
    count: 4,
    nulls: 1,
    numbers: {
      count: 3,
      sum: '9007199254740993.3',
      min: '0.1',
      max: '9007199254740993.0',
      average: '3002399751580331.1',
      isRounded: false,
    },
  })
  expect(aggregate([{ text: '5', isNumber: false }]).numbers).toBeNull()
  expect(aggregate(['1', '1', '0'].map((value) => ({ text: value, isNumber: true }))).numbers).toMatchObject({ average: '0.666667', isRounded: true })
})

test('numbers, dates and times go on in their steps, everything else repeats', () => {
  expect(continueValues(['1', '3'], 3)).toEqual(['5', '7', '9'])
  expect(continueValues(['0.5', '0.25'], 2)).toEqual(['0.00', '-0.25'])
  expect(continueValues(['9223372036854775806', '9223372036854775807'], 1)).toEqual(['9223372036854775808'])
  expect(continueValues(['2024-02-28', '2024-02-29'], 2)).toEqual(['2024-03-01', '2024-03-02'])
  expect(continueValues(['2024-01-15', '2024-02-15'], 2)).toEqual(['2024-03-15', '2024-04-15'])
  expect(continueValues(['2024-01-01 23:30:00+02', '2024-01-02 00:00:00+02'], 1)).toEqual(['2024-01-02 00:30:00+02'])
  expect(continueValues(['a', 'b'], 3)).toEqual(['a', 'b', 'a'])
  expect(continueValues(['7'], 2)).toEqual(['7', '7'])
  expect(continueValues(['7'], 2, true)).toEqual(['8', '9'])
  expect(continueValues([null, '1'], 2)).toEqual([null, '1'])
})

test('a selection knows its edges, and where a fill would go', () => {
  expect(boundsOf({ anchor: { row: 3, column: 2 }, head: { row: 1, column: 4 } })).toEqual({ top: 1, bottom: 3, left: 2, right: 4 })
  expect(stepOf({ row: 0, column: 1 }, 'ArrowDown', true, 10, 5)).toEqual({ row: 9, column: 1 })
  expect(stepOf({ row: 0, column: 1 }, 'ArrowUp', false, 10, 5)).toEqual({ row: 0, column: 1 })
  const source = { top: 1, bottom: 2, left: 1, right: 1 }
  expect(fillBounds(source, { row: 5, column: 2 })).toEqual({ ...source, bottom: 5 })
  expect(fillBounds(source, { row: 2, column: 4 })).toEqual({ ...source, right: 4 })
  expect(fillBounds(source, { row: 1, column: 1 })).toBeNull()
  const store = new RangeStore()
  store.start({ row: 1, column: 1 })
  expect(store.marksOf(1, 1)).toBe(atCorner)
  store.extend({ row: 2, column: 2 })
  expect([store.marksOf(1, 1), store.marksOf(2, 2), store.marksOf(3, 1)]).toEqual([
    inRange | atTop | atLeft,
    inRange | atBottom | atRight | atCorner,
    0,
  ])
  store.dragFill({ row: 4, column: 1 })
  expect(store.marksOf(4, 2)).toBe(inFill)
})

const row = (...values: (string | null)[]): GridRow => ({ cells: values, id: `["${values[0]}"]`, key: { columns: ['id'], values: [values[0]!] } })

function target(change: Partial<PasteTarget> = {}): PasteTarget {
  const rows = [row('1', 'a'), row('2', 'b')]
  const columns = [id, text]
  return {
    bounds: { top: 0, bottom: 0, left: 1, right: 1 },
    columns,
    rows: rows.length,
    rowAt: (index) => rows[index],
    placeOf: (given) => columns.indexOf(given),
    shown: (given, of) => given.cells?.[columns.indexOf(of)] ?? null,
    isOpen: (_, of) => of === text,
    canInsert: true,
    isInsertable: () => true,
    ...change,
  }
}

test('a pasted block changes what is there, adds rows beyond the end, and counts what does not fit', () => {
  const plan = planPaste(
    [
      ['x', 'too wide'],
      ['b', 'too wide'],
      [null, 'too wide'],
    ],
    target(),
  )
  expect(plan.changes).toEqual([
    { row: '["1"]', key: { columns: ['id'], values: ['1'] }, column: 't', base: 'a', input: { kind: 'text', text: 'x' } },
  ])
  expect(plan.inserts).toEqual([new Map([['t', { kind: 'null' }]])])
  expect(plan.skipped).toBe(3)
  expect(planPaste([['1'], ['2'], ['3']], target({ canInsert: false })).skipped).toBe(1)
  expect(planPaste([['9']], target({ bounds: { top: 0, bottom: 1, left: 0, right: 0 } })).skipped).toBe(2)
})

test('what a cell shows already is no change, also where it takes no values', () => {
  const block = target({ bounds: { top: 0, bottom: 0, left: 0, right: 1 }, isOpen: () => false })
  expect(planPaste([['1', 'a']], block)).toMatchObject({ changes: [], inserts: [], skipped: 0 })
  expect(planPaste([['1', 'b']], block)).toMatchObject({ changes: [], inserts: [], skipped: 1 })
})

test('one value goes into the whole selection', () => {
  const { changes } = planPaste([['z']], target({ bounds: { top: 0, bottom: 1, left: 1, right: 1 } }))
  expect(changes.map(({ row: of }) => of)).toEqual(['["1"]', '["2"]'])
})

test('an emptied cell becomes what its column takes', () => {
  expect(emptyInput(text)).toEqual({ kind: 'null' })
  expect(emptyInput(column('d', { is_nullable: false, default_value: '1' }))).toEqual({ kind: 'default' })
  expect(emptyInput(column('t', { is_nullable: false, base_format: 'text' }))).toEqual({ kind: 'text', text: '' })
  expect(emptyInput(id)).toBeNull()
})
