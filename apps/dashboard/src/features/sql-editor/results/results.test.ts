import type { QueryField } from '@colonnade/contracts/data/queries'
import { expect, test } from 'vitest'
import { finish } from '../../../lib/late/slices.ts'
import { resultText, writtenRows } from './files/result-text.ts'
import { momentOf } from './grid/moment-of.ts'
import { baseFormat, distinctNames, resultColumns } from './grid/result-columns.ts'
import { sortRows } from './grid/sort-rows.ts'

const field = (name: string, type = 'text'): QueryField => ({ name, type, type_oid: 0, table_oid: 0, column_number: 0 })
const [number] = resultColumns([field('n', 'numeric')])
const [moment] = resultColumns([field('at', 'timestamp with time zone')])
const [text] = resultColumns([field('t')])
const sorted = (column: typeof text, values: readonly (string | null)[], isDescending = false) =>
  [
    ...finish(
      sortRows(
        values.map((value) => [value]),
        { column: column!, isDescending },
      ),
    ),
  ].map((place) => values[place])
const written = (format: Parameters<typeof resultText>[0], fields: readonly QueryField[], rows: readonly (string | null)[][]) =>
  [...resultText(format, resultColumns(fields), rows, { schema: null, name: 'select' })].join('')

test('numbers are sorted to the last digit, with NaN and NULL behind them', () => {
  const values = ['10', '9', null, 'NaN', '9007199254740993', '9007199254740992', '-Infinity', '1e-3', 'Infinity', '0.0010']
  expect(sorted(number, values)).toEqual(['-Infinity', '1e-3', '0.0010', '9', '10', '9007199254740992', '9007199254740993', 'Infinity', 'NaN', null])
  expect(sorted(number, ['1', null, '2'], true)).toEqual([null, '2', '1'])
})

test('money is sorted by its amount', () => {
  const [money] = resultColumns([field('m', 'money')])
  expect(sorted(money, ['$1,000.00', '$9.50', '-$3.00'])).toEqual(['-$3.00', '$9.50', '$1,000.00'])
})

test('moments are sorted whatever their zones, eras and years, infinite ones at the ends', () => {
  const values = ['infinity', '2026-01-01 00:00:00+00', '2026-01-01 00:30:00+01', '10000-01-01 00:00:00+00', '0044-03-15 00:00:00+00 BC', '-infinity']
  expect(sorted(moment, values)).toEqual([
    '-infinity',
    '0044-03-15 00:00:00+00 BC',
    '2026-01-01 00:30:00+01',
    '2026-01-01 00:00:00+00',
    '10000-01-01 00:00:00+00',
    'infinity',
  ])
  expect(sorted(moment, ['2026-01-01 00:00:00.000002+00', '2026-01-01 00:00:00.000001+00'])).toEqual([
    '2026-01-01 00:00:00.000001+00',
    '2026-01-01 00:00:00.000002+00',
  ])
  expect(momentOf('2026-01-31 12:00:00+05:30')).toBe(Date.UTC(2026, 0, 31, 6, 30))
  expect(momentOf('no date')).toBeNull()
})

test('texts are sorted by their characters, and equal ones stay in order', () => {
  expect(sorted(text, ['b', '', null, 'B', 'a'])).toEqual(['', 'B', 'a', 'b', null])
  expect([...finish(sortRows([['x'], ['x'], ['a']], { column: text!, isDescending: true }))]).toEqual([0, 1, 2])
})

test('the type of a column says how its values are read', () => {
  expect(
    ['numeric(10,2)', 'timestamp(3) with time zone', 'character varying(20)', 'integer[]', 'interval(0)', 'interval day to second'].map(baseFormat),
  ).toEqual(['numeric', 'timestamptz', 'varchar', '_int4', 'interval', 'interval'])
  expect(distinctNames(['id', 'id', 'id_2', 'id'])).toEqual(['id', 'id_3', 'id_2', 'id_4'])
})

test('a result is written in every form with odd names and values', () => {
  const fields = [field('id', 'bigint'), field('id', 'integer'), field('say "hi"'), field('j', 'jsonb'), field('b', 'boolean')]
  const rows = [
    ['9007199254740993', '1', 'a|b\nc', '{"a": 1}', 't'],
    [null, 'NaN', '', null, 'f'],
  ]
  expect(written('csv', fields, rows)).toBe('id,id,"say ""hi""",j,b\r\n9007199254740993,1,"a|b\nc","{""a"": 1}",t\r\n,NaN,"",,f')
  expect(written('json', fields, rows)).toBe(
    String.raw`[
  { "id": "9007199254740993", "id_2": 1, "say \"hi\"": "a|b\nc", "j": {"a": 1}, "b": true },
  { "id": null, "id_2": "NaN", "say \"hi\"": "", "j": null, "b": false }
]`,
  )
  expect(JSON.parse(written('json', fields, rows))).toHaveLength(2)
  expect(
    written('ndjson', fields, rows)
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object).length),
  ).toEqual([5, 5])
  expect(written('markdown', fields.slice(0, 3), rows)).toBe(
    String.raw`| id | id | say "hi" |
| ---: | ---: | --- |
| 9007199254740993 | 1 | a\|b<br>c |
| *NULL* | NaN |  |`,
  )
  expect(written('sql', fields.slice(0, 2), rows)).toBe(`insert into "select" (id, id_2) values\n  ('9007199254740993', '1'),\n  (NULL, 'NaN');\n`)
})

test('items of arrays are written as values of their own type are', () => {
  const types = ['integer[]', 'bigint[]', 'numeric(4,1)[]', 'double precision[]', 'boolean[]', 'jsonb[]', 'character varying(9)[]', 'box[]']
  const row = [
    '{{1,NULL},{-3,4}}',
    '{9007199254740993}',
    '{1.0}',
    '{1.5,NaN}',
    '{t,NULL,f}',
    String.raw`{"{\"a\": [1]}",NULL}`,
    '{1,"NULL"}',
    '{(1,1),(0,0)}',
  ]
  const [line] = written(
    'ndjson',
    types.map((type) => field(type, type)),
    [row],
  ).split('\n')
  expect(Object.values(JSON.parse(line!) as object)).toEqual([
    [
      [1, null],
      [-3, 4],
    ],
    ['9007199254740993'],
    ['1.0'],
    [1.5, 'NaN'],
    [true, null, false],
    [{ a: [1] }, null],
    ['1', 'NULL'],
    ['(1,1),(0,0)'],
  ])
  // one that came cut, or is not numbered from 1, is the text that it is
  expect(written('ndjson', [field('n', 'integer[]')], [['{1,2'], ['[0:1]={1,2}']])).toBe('{ "n": "{1,2" }\n{ "n": "[0:1]={1,2}" }\n')
})

test('a document of several lines is one line of NDJSON', () => {
  expect(written('ndjson', [field('j', 'json')], [['{\n  "a": "x\\ny"\r\n}']])).toBe('{ "j": {   "a": "x\\ny" } }\n')
})

test('an INSERT leaves out what the table generates, and overrides what it would number', () => {
  const table = { schema: null, name: 't', generated: new Set(['twice']), always: new Set(['id']) }
  const columns = resultColumns([field('id', 'integer'), field('twice', 'integer')])
  expect([...resultText('sql', columns, [['1', '2']], table)].join('')).toBe("insert into t (id) overriding system value values\n  ('1');\n")
})

test('nothing is lost between two slices, and no rows are no rows', () => {
  const rows = Array.from({ length: writtenRows * 2 + 1 }, (_, index) => [String(index)])
  expect(JSON.parse(written('json', [field('n', 'integer')], rows))).toHaveLength(rows.length)
  expect(written('csv', [field('n', 'integer')], rows).split('\r\n')).toHaveLength(rows.length + 1)
  expect(written('json', [field('n')], [])).toBe('[]')
  expect(written('csv', [field('n')], [])).toBe('n')
  expect(written('sql', [field('n')], [])).toBe('')
})
