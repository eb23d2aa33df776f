import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { expect, test } from 'vitest'
import { addCheck, addColumn, addForeignKey, addIndex, addUnique, changeColumn, setInKey } from './edits.ts'
import { isLarge, lockWarnings } from './locks.ts'
import { draftOf, noIdentityOptions, type ColumnSource, type TableDraft } from './table-draft.ts'

const definition = {
  id: 1,
  schema: 'public',
  name: 't',
  columns: [
    { name: 'a', type: 'integer', is_nullable: true },
    { name: 'b', type: 'character varying(10)', is_nullable: true },
    { name: 'c', type: 'text', is_nullable: true },
    { name: 'g', type: 'integer', generation_expression: 'a + 1', generation_kind: 'STORED' },
  ],
  constraints: [{ type: 'check', name: 'proof', expression: '(c IS NOT NULL)', columns: ['c'], is_validated: true, is_inherited: false }],
  indexes: [],
} as unknown as DefinedTable
const base = { definition, draft: draftOf(definition, false), partitions: [] }
const large = { rows: 1_000_000, bytes: 0 }
const warnings = (edit: (draft: TableDraft) => TableDraft, versionNumber = 170_000) =>
  lockWarnings(base, edit(base.draft), large, versionNumber).map(({ path, work }) => `${path}: ${work}`)
const defaultOf = (text: string): ColumnSource => ({ kind: 'default', text, format: 'expression' })

test.each<readonly [string, (draft: TableDraft) => TableDraft, readonly string[]]>([
  ['nothing', (draft) => draft, []],
  ['a longer varchar', (draft) => changeColumn(draft, 'column:b', { type: 'varchar(20)' }), []],
  ['varchar as text', (draft) => changeColumn(draft, 'column:b', { type: 'text' }), []],
  [
    'a shorter varchar',
    (draft) => changeColumn(draft, 'column:b', { type: 'varchar(5)' }),
    ['column:column:b:type: Rewrites every row and every index'],
  ],
  ['a wider integer', (draft) => changeColumn(draft, 'column:a', { type: 'bigint' }), ['column:column:a:type: Rewrites every row and every index']],
  [
    'an expression, whatever the type',
    (draft) => changeColumn(draft, 'column:b', { type: 'text', using: 'upper(b)' }),
    ['column:column:b:type: Rewrites every row and every index'],
  ],
  ['no NULL', (draft) => changeColumn(draft, 'column:a', { isNullable: false }), ['column:column:a:nullable: Checks every row']],
  [
    'becoming an identity',
    (draft) => changeColumn(draft, 'column:a', { source: { kind: 'identity', generation: 'ALWAYS', options: noIdentityOptions } }),
    ['column:column:a:nullable: Checks every row'],
  ],
  ['no NULL, which a check says already', (draft) => changeColumn(draft, 'column:c', { isNullable: false }), []],
  ['NULL', (draft) => changeColumn(draft, 'column:c', { isNullable: true, name: 'd', comment: 'x' }), []],
  [
    'a new expression',
    (draft) => changeColumn(draft, 'column:g', { source: { kind: 'generated', expression: 'a', storage: 'STORED' } }),
    ['column:column:g:source: Rewrites every row'],
  ],
  ['a new column', (draft) => addColumn(draft, { name: 'n' }), []],
  ['one that is the same for all rows', (draft) => addColumn(draft, { name: 'n', source: defaultOf('now()') }), []],
  ['one of literals', (draft) => addColumn(draft, { name: 'n', source: defaultOf("coalesce('random()', lower('X'))") }), []],
  ['one that differs', (draft) => addColumn(draft, { name: 'n', source: defaultOf('gen_random_uuid()') }), ['column:new:1: Rewrites every row']],
  [
    'one by a function that nobody knows',
    (draft) => addColumn(draft, { name: 'n', source: defaultOf('f(1)') }),
    ['column:new:1: Rewrites every row'],
  ],
  [
    'one that numbers itself',
    (draft) => addColumn(draft, { name: 'n', source: { kind: 'identity', generation: 'ALWAYS', options: noIdentityOptions } }),
    ['column:new:1: Rewrites every row'],
  ],
  [
    'one that is stored',
    (draft) => addColumn(draft, { source: { kind: 'generated', expression: 'a', storage: 'STORED' } }),
    ['column:new:1: Rewrites every row'],
  ],
  ['one that is worked out', (draft) => addColumn(draft, { source: { kind: 'generated', expression: 'a', storage: 'VIRTUAL' } }), []],
  ['a primary key', (draft) => setInKey(draft, 'column:a', true), ['key:new:1: Builds a unique index']],
  ['a unique constraint', (draft) => addUnique(draft, ['column:a']), ['key:new:1: Builds a unique index']],
  ['an index', (draft) => addIndex(draft, { columns: ['column:a'] }), ['index:new:1: Builds an index']],
  ['a check', (draft) => addCheck(draft, { expression: 'a > 0' }), ['key:new:1: Checks every row']],
  ['a check without a look', (draft) => addCheck(draft, { expression: 'a > 0', isValidated: false }), []],
  ['a foreign key', (draft) => addForeignKey(draft), ['key:new:1: Looks up every row in the other table']],
  ['a foreign key without a look', (draft) => addForeignKey(draft, { isValidated: false }), []],
  ['being unlogged', (draft) => ({ ...draft, isUnlogged: true }), ['unlogged: Rewrites every row']],
  ['security, a comment, a name', (draft) => ({ ...draft, isRlsEnabled: true, comment: 'c', name: 'u' }), []],
])('of a large table, %s', (_, edit, expected) => {
  expect(warnings(edit)).toEqual(expected)
})

test('a small table is changed without a word, and a large one by rows or by bytes', () => {
  const draft = setInKey(base.draft, 'column:a', true)
  expect(lockWarnings(base, draft, { rows: 99_999, bytes: 1024 }, 170_000)).toEqual([])
  expect([isLarge({ rows: 100_000, bytes: 0 }), isLarge({ rows: 0, bytes: 100 * 1024 * 1024 })]).toEqual([true, true])
  expect(lockWarnings(null, draft, large, 170_000)).toEqual([])
})

test('the gentler way is that of the version', () => {
  const gentler = (version: number) => lockWarnings(base, changeColumn(base.draft, 'column:a', { isNullable: false }), large, version)[0]!.gentler
  expect([gentler(170_000), gentler(180_000)]).toEqual([
    expect.stringContaining('CHECK (a IS NOT NULL) NOT VALID'),
    expect.stringContaining('ADD NOT NULL a NOT VALID'),
  ])
})
