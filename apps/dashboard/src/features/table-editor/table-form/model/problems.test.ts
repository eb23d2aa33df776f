import { AppError, type ErrorDetails, type ErrorCode } from '@colonnade/core'
import { expect, test } from 'vitest'
import { creationOf } from '../statements/creation.ts'
import {
  addCheck,
  addColumn,
  addForeignKey,
  addPartition,
  addUnique,
  changeColumn,
  moveColumn,
  removeColumn,
  restoreColumn,
  setInKey,
} from './edits.ts'
import { pairUp, targetColumnsOf, withKeyOf } from './foreign-targets.ts'
import { fittingName, nameProblem } from './names.ts'
import { partsOfKey } from '../statements/partition-bounds.ts'
import { columnAt, placeError } from './place-error.ts'
import { problemsOf } from './problems.ts'
import { hasPlace } from './shown-error.ts'
import { newTableDraft, noIdentityOptions, type TableDraft } from './table-draft.ts'

const named: TableDraft = { ...newTableDraft('public'), name: 't' }
const identity = { kind: 'identity', generation: 'ALWAYS', options: noIdentityOptions } as const

test.each<readonly [string, TableDraft, Readonly<Record<string, string>>]>([
  ['is fine', named, {}],
  ['has no name', { ...named, name: '' }, { name: 'The table needs a name' }],
  ['has a name of 64 bytes', { ...named, name: 'ä'.repeat(32) }, { name: 'A name can be at most 63 bytes long; this one has 64' }],
  ['has a column without a name', addColumn(named), { 'column:new:4:name': 'The column needs a name' }],
  ['has two columns of one name', addColumn(named, { name: 'id' }), { 'column:new:4:name': 'Another column is already named id' }],
  [
    'has an identity of text',
    changeColumn(named, 'new:2', { type: 'text', source: identity }),
    { 'column:new:2:source': 'An identity column must be a smallint, an integer or a bigint' },
  ],
  [
    'counts by a word',
    changeColumn(named, 'new:1', { source: { ...identity, options: { ...noIdentityOptions, increment: 'two' } } }),
    { 'column:new:1:source': 'two isn’t a whole number' },
  ],
  [
    'has an empty expression',
    changeColumn(named, 'new:2', { source: { kind: 'default', text: ' ', format: 'expression' } }),
    { 'column:new:2:source': 'Enter an expression, or choose no default' },
  ],
  ['has an empty text as its default', changeColumn(named, 'new:2', { source: { kind: 'default', text: '', format: 'literal' } }), {}],
  [
    'has two expressions in one',
    changeColumn(named, 'new:2', { source: { kind: 'default', text: 'now(); drop table x', format: 'expression' } }),
    { 'column:new:2:source': 'The expression contains a semicolon: now(); drop table x' },
  ],
  ['has a check that is not closed', addCheck(named, { expression: '(a' }), { 'key:new:4': 'Unbalanced quotes or brackets at character 3 of: (a' }],
  ['has an empty check', addCheck(named), { 'key:new:4': 'The check needs a condition' }],
  ['has a unique constraint over nothing', addUnique(named, []), { 'key:new:4': 'Choose a column' }],
  ['references nothing', addForeignKey(named, { columns: ['new:1'] }), { 'key:new:4': 'Choose a table to reference' }],
  [
    'references a part of a pair',
    addForeignKey(named, { columns: ['new:1', null], target: { kind: 'table', schema: 's', table: 'p', columns: ['a', 'b'] } }),
    { 'key:new:4': 'Choose both columns of each pair' },
  ],
])('a table that %s', (_, draft, problems) => {
  expect(problemsOf(draft, 'range').all).toEqual(problems)
})

test('what is only not filled in yet is not told while one types', () => {
  expect(problemsOf(addCheck(addColumn({ ...named, name: '' })), 'range').wrong).toEqual({})
  expect(problemsOf(addColumn(named, { name: 'id' }), 'range').wrong).toEqual({ 'column:new:4:name': 'Another column is already named id' })
})

test('partitions of a hash are told by modulus and remainder', () => {
  const draft = addPartition({ ...named, partitionBy: { strategy: 'hash', columns: ['new:1'] } }, 1)
  const [partition] = draft.newPartitions
  const problem = (change: object) => problemsOf({ ...draft, newPartitions: [{ ...partition!, name: 'p', ...change }] }, 'hash').all
  expect([problem({}), problem({ remainder: '2' }), problem({ modulus: '0' })]).toEqual([
    {},
    { [`partition:${partition!.id}`]: 'Enter a remainder from 0 to 1' },
    { [`partition:${partition!.id}`]: 'Enter the number of partitions' },
  ])
  expect(partsOfKey('RANGE (a, lower(b, c), "d,(e")')).toEqual(['a', 'lower(b, c)', '"d,(e"'])
})

test('a column that goes takes what was about it alone', () => {
  const draft = addForeignKey(addCheck(addUnique(setInKey(named, 'new:2', true), ['new:2']), { column: 'new:2', expression: 'x' }), {
    columns: ['new:2'],
    target: { kind: 'self', columns: ['new:1'] },
  })
  const left = removeColumn(draft, 'new:2')
  expect([left.primaryKey?.columns, left.uniques, left.checks, left.foreignKeys]).toEqual([['new:1'], [], [], []])
  expect(removeColumn(left, 'new:1').primaryKey).toBeNull()
  expect(restoreColumn(left, draft, draft.columns[1]!)).toEqual(draft)
})

test('columns are moved as far as there are places', () => {
  const order = (draft: TableDraft) => draft.columns.map(({ name }) => name).join()
  expect([order(moveColumn(named, 'new:2', -1)), order(moveColumn(named, 'new:2', 5)), order(moveColumn(named, 'new:1', 9))]).toEqual([
    'created_at,id',
    'id,created_at',
    'created_at,id',
  ])
})

test('names are made to fit', () => {
  expect(fittingName('t', 'id', 'seq')).toBe('t_id_seq')
  const long = fittingName('ä'.repeat(31), 'b'.repeat(20))
  expect([new TextEncoder().encode(long).length <= 63, long.endsWith(`_${'b'.repeat(20)}`), nameProblem(long, 'It')]).toEqual([true, true, null])
})

test('a foreign key is offered the other key, with the columns that match by name and type', () => {
  const draft = addForeignKey(addColumn(named, { name: 'album_id', type: 'int8' }), {
    columns: [null],
    target: { kind: 'table', schema: 'public', table: 'albums', columns: [null] },
  })
  const definition = {
    columns: [
      { name: 'id', type: 'bigint' },
      { name: 'n', type: 'text' },
    ],
    constraints: [{ type: 'primary', columns: ['id'] }],
  }
  const [key] = draft.foreignKeys
  const targets = targetColumnsOf(key!.target, draft, definition as never)
  expect(targets.map(({ isKey }) => isKey)).toEqual([true, false])
  expect(pairUp(key!, targets, draft)).toEqual({ columns: [draft.columns[2]!.id], ends: ['id'] })
  expect(
    pairUp(
      { ...key!, columns: [draft.columns[2]!.id], target: { kind: 'table', schema: 'public', table: 'albums', columns: ['id'] } },
      targets,
      draft,
    ),
  ).toBeNull()
})

test('a foreign key references the primary key of the table that was chosen, unless another was chosen since', () => {
  const chosen = { kind: 'table', schema: 'public', table: 'albums', columns: [null] } as const
  const draft = addForeignKey(addColumn(named, { name: 'album_id', type: 'int8' }), { columns: [null], target: chosen })
  const definition = { columns: [{ name: 'id', type: 'bigint' }], constraints: [{ type: 'primary', columns: ['id'] }] } as never
  const { id } = draft.foreignKeys[0]!
  const pairs = (now: TableDraft) => now.foreignKeys.map(({ columns, target }) => [columns, target?.columns])
  expect(pairs(withKeyOf(draft, id, chosen, definition))).toEqual([[[draft.columns[2]!.id], ['id']]])
  expect(withKeyOf(draft, id, { ...chosen }, definition)).toBe(draft)
  expect(withKeyOf(draft, id, chosen, null)).toBe(draft)
})

const draft = addUnique(
  addColumn(addColumn(named, { name: 'käse 🧀', type: 'nothing', source: { kind: 'default', text: 'oh()', format: 'expression' } }), { name: 'b' }),
  ['new:5'],
)
const statements = creationOf(draft, null)
const refusal = (code: ErrorCode, details: ErrorDetails, message = 'no') => new AppError(code, details, { message })
const at = (text: string) => Array.from(statements[0]!.sql.slice(0, statements[0]!.sql.indexOf(text))).length + 1

test.each<readonly [string, AppError, string | null]>([
  ['a type', refusal('undefined_object', { sqlstate: '42704', statement: 0, position: at('nothing') }), 'column:new:4:type'],
  ['a default', refusal('undefined_object', { sqlstate: '42883', statement: 0, position: at('oh()') }), 'column:new:4:source'],
  ['the next column', refusal('syntax_error', { sqlstate: '42601', statement: 0, position: at('b text') + 2 }), 'column:new:5:type'],
  ['the name of the table', refusal('duplicate_object', { sqlstate: '42P07', statement: 0 }, 'relation "t" already exists'), 'name'],
  ['the schema', refusal('undefined_object', { sqlstate: '3F000', statement: 0 }), 'schema'],
  ['a column that is named', refusal('database_error', { sqlstate: '42P16', statement: 0 }, 'column "b" appears twice'), 'column:new:5'],
  ['no part: nobody knows what others do', refusal('serialization_failure', { sqlstate: '55P03', statement: 0, position: at('nothing') }), null],
  ['everything', refusal('insufficient_privilege', { sqlstate: '42501', statement: 0 }), null],
])('a refusal is shown at %s', (_, error, path) => {
  expect(placeError(error, statements, draft).path).toBe(path)
})

test('a refusal of a statement is shown where that comes from, and at the top when there is no place', () => {
  const error = refusal('not_null_violation', { sqlstate: '23502', statement: 1, detail: 'd', hint: 'h' })
  const placed = placeError(error, [statements[0]!, { sql: statements[0]!.sql, path: 'column:new:4:nullable' }], draft)
  expect(placed).toEqual({ path: 'column:new:4:nullable', title: 'Existing rows have no value', detail: 'd\nh' })
  expect([
    hasPlace(placed.path!, draft, null, null),
    hasPlace(placed.path!, draft, null, 'new:5'),
    hasPlace('rows', draft, null, null),
    hasPlace('key:new:6', draft, null, null),
  ]).toEqual([true, false, false, true])
  expect(columnAt(statements[0]!.sql, at('unique ('), draft)).toBeNull()
})
