import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import { expect, test } from 'vitest'
import { attachProblems } from './attach-problems.ts'

const table = (change: object = {}) =>
  ({
    id: 1,
    schema: 's',
    name: 't',
    columns: [
      { name: 'id', type: 'bigint', is_nullable: false },
      { name: 'at', type: 'date', is_nullable: true },
    ],
    constraints: [{ type: 'check', name: 'positive', definition: 'CHECK ((id > 0))', columns: ['id'], expression: 'id > 0' }],
    indexes: [],
    ...change,
  }) as unknown as DefinedTable
const other = (change: object = {}) => table({ id: 2, name: 'p', ...change })
const key = (...columns: string[]) => [...table().constraints, { type: 'primary', name: 'k', definition: '', columns }]

test.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['order of columns is free', { columns: table().columns!.toReversed() }, []],
  ['itself', { id: 1 }, ['A table can’t be a partition of itself']],
  ['a partition', { partition_of: { parent: { schema: 's', name: 'u' }, bound: 'DEFAULT' } }, ['It’s a partition of s.u. Detach it there first']],
  ['an heir', { inherits: [{ schema: 's', name: 'u' }] }, ['It inherits from s.u']],
  [
    'columns',
    {
      columns: [
        { name: 'id', type: 'integer', is_nullable: true },
        { name: 'more', type: 'text' },
      ],
    },
    [
      'id is integer instead of bigint',
      'id allows NULL. Set it NOT NULL first',
      'It has no column at',
      'It has columns that the partitioned table doesn’t have: more',
    ],
  ],
  ['a check that is missing', { constraints: [] }, ['It has no check constraint positive: CHECK ((id > 0))']],
  ['a check that is not valid yet', { constraints: [{ ...table().constraints[0], definition: 'CHECK ((id > 0)) NOT VALID' }] }, []],
  [
    'its own identity',
    { columns: [{ ...table().columns![0], is_identity: true }, table().columns![1]] },
    ['id is an identity column, which a partition can’t have'],
  ],
])('what keeps a table from being a partition: %s', (_, change, problems) => {
  expect(attachProblems(table(), other(change), 180_000)).toEqual(problems)
})

test('another primary key keeps it from being one, and the same one does not', () => {
  expect(attachProblems(table({ constraints: key('id') }), other({ constraints: key('id') }), 180_000)).toEqual([])
  expect(attachProblems(table({ constraints: key('id', 'at') }), other({ constraints: key('id') }), 180_000)).toEqual([
    'Its primary key is (id) instead of (id, at)',
  ])
  // before 17 a partition could number itself
  expect(attachProblems(table(), other({ columns: [{ ...table().columns![0], is_identity: true }, table().columns![1]] }), 150_000)).toEqual([])
})
