import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SampleCell } from '../reading/sample.ts'
import { guessType } from './guess-type.ts'
import { columnNames, cutName, tableName } from './names.ts'

const plain = (texts: readonly (string | null)[]): SampleCell[] => texts.map((text) => (text === null ? null : { text, form: 'plain' }))

test.for<[values: (string | null)[], type: string]>([
  [['1', '-5', null], 'integer'],
  [['2147483647', '-2147483648'], 'integer'],
  [['2147483648'], 'bigint'],
  [['9223372036854775808'], 'numeric'],
  [['1', '2.50', '-0.5'], 'numeric'],
  [['1', '2.50', '-.5'], 'text'],
  [['-0.00'], 'text'],
  [['1', '1e10'], 'text'],
  [['1E5', '2E3'], 'text'],
  [['0.1', '1e+20', '1.5e-07'], 'double precision'],
  [['F', 'F'], 'text'],
  [['t', 'f', 'T'], 'text'],
  [['t', 'f', null], 'boolean'],
  [['true', null], 'boolean'],
  [['true', 'TRUE'], 'text'],
  [['007', '12'], 'text'],
  [['+49 221'], 'text'],
  [['0', '0.5'], 'numeric'],
  [['true', 'F', null], 'text'],
  [['yes', 'no'], 'text'],
  [['2024-02-29'], 'date'],
  [['2023-02-29'], 'text'],
  [['2024-01-01 12:00', '2024-01-02 13:00'], 'timestamp'],
  [['2024-01-01', '2024-01-01 12:00'], 'text'],
  [['2024-01-01T12:00:00.120Z', '2024-01-01T12:00:00.000Z'], 'timestamptz'],
  [['2024-01-01T12:00:00Z', '2024-01-01'], 'text'],
  [['2024-01-01T12:00:00+01:00', '2024-07-01T12:00:00+02:00'], 'text'],
  [['2024-01-01 12:00:00.123456+00'], 'timestamptz'],
  [['08:30', '23:59'], 'time'],
  [['08:30', '23:59:59'], 'text'],
  [['31.12.2024'], 'text'],
  [['6f9619ff-8b86-d011-b42d-00c04fc964ff'], 'uuid'],
  [['{"a": 1}', '[]'], 'jsonb'],
  [['{"b":1, "a":2}'], 'json'],
  [['6F9619FF-8B86-D011-B42D-00C04FC964FF', '6f9619ff-8b86-d011-b42d-00c04fc964ff'], 'text'],
  [['{a,b}'], 'text'],
  [['1', 'x'], 'text'],
  [['1', '2024-01-01'], 'text'],
  [[''], 'text'],
  [[null, null], 'text'],
  [[], 'text'],
])('%j is %s', ([values, type]) => {
  expect(guessType(plain(values)).type).toBe(type)
})

test('strings of JSON are no numbers, but may be times', () => {
  const strings = (...texts: string[]) => texts.map((text): SampleCell => ({ text, form: 'string' }))
  expect(guessType(strings('1')).type).toBe('text')
  expect(guessType(strings('true')).type).toBe('text')
  expect(guessType(strings('2024-01-01T00:00:00Z')).type).toBe('timestamptz')
  expect(guessType([{ text: '1e2', form: 'number' }]).type).toBe('numeric')
  expect(guessType([{ text: '{}', form: 'document' }, null]).type).toBe('jsonb')
  expect(
    guessType([
      { text: '{}', form: 'document' },
      { text: '3', form: 'number' },
    ]).type,
  ).toBe('jsonb')
  expect(guessType([{ text: '{}', form: 'document' }, ...strings('x')]).type).toBe('text')
})

test.for<[string[], string]>([
  [['1,5', '2,25', '3'], 'Decimal commas'],
  [['1,500', '12,000,000'], 'Commas as thousands'],
  [['00501', '90210'], 'leading zeros'],
  [['31.12.2024'], 'Day and month'],
])('%j: the note says %s', ([values, note]) => {
  expect(guessType(plain(values)).note).toContain(note)
})

test('one more value never narrows the type', () => {
  const steps = ['boolean', 'integer', 'bigint', 'numeric', 'double precision', 'text']
  const value = fc.oneof(
    fc.integer().map(String),
    fc.bigInt().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), value, (values, another) => {
      const before = steps.indexOf(guessType(plain(values)).type)
      const after = steps.indexOf(guessType(plain([...values, another])).type)
      expect(before < 0 || after < 0 || after >= before).toBe(true)
    }),
  )
})

test('columns are named once each, and what was renamed says why', () => {
  expect(columnNames(['a', 'a', '', ' b ', 'xmin', 'a_2'])).toEqual([
    { name: 'a', renamed: null },
    { name: 'a_3', renamed: '“a” is in the file more than once' },
    { name: 'column_3', renamed: 'has no name in the file' },
    { name: 'b', renamed: null },
    { name: 'xmin_2', renamed: '“xmin” is reserved by Postgres' },
    { name: 'a_2', renamed: null },
  ])
  expect(columnNames([null, null]).map(({ name, renamed }) => [name, renamed])).toEqual([
    ['column_1', null],
    ['column_2', null],
  ])
})

test('names of any headings are distinct, not empty, and fit', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'a_2', '', 'é'.repeat(40)))), (headings) => {
      const names = columnNames(headings).map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(names.every((name) => name !== '' && new TextEncoder().encode(name).length <= 63)).toBe(true)
    }),
  )
})

test.for([
  ['Sales Report (2024).csv', 'sales_report_2024'],
  ['data.csv.txt', 'data'],
  ['2024.csv', 't_2024'],
  ['Übersicht Köln.tsv', 'ubersicht_koln'],
  ['日本.json', '日本'],
  ['---.csv', 'imported'],
  [`${'x'.repeat(80)}.csv`, 'x'.repeat(63)],
] as const)('%s becomes the table %s', ([file, name]) => {
  expect(tableName(file)).toBe(name)
})

test('a name is cut between characters', () => {
  expect(cutName('a🏛🏛', 6)).toBe('a🏛')
})
