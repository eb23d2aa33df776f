import type { ColumnAccess } from '@colonnade/pg-meta/column-access'
import { expect, test } from 'vitest'
import {
  changeKey,
  changesOf,
  commandsOf,
  heldBy,
  isSame,
  keptBy,
  levelOf,
  losersBy,
  nextLevel,
  withColumn,
  withTable,
  type Held,
} from './access-changes.ts'

const grant = (column: string | null, grantee: string, isGrantable = false) =>
  ({ column, grantee, grantor: 'postgres', privilege: 'SELECT', is_grantable: isGrantable }) as const
const access: ColumnAccess = {
  id: 1,
  owner: 'postgres',
  columns: ['id', 'constructor', 'the "x'],
  grants: [grant(null, 'anon'), grant('id', 'reader'), grant('the "x', 'reader', true)],
  roles: ['anon', 'reader'],
}
const sqlOf = (grantee: string, after: Held) =>
  commandsOf({ schema: 's', name: 't' }, access, new Map([[changeKey(grantee, 'SELECT'), after]])).flatMap(({ sql, recorded }) =>
    recorded === null ? [] : [sql],
  )

test('what counts is the more of the table and the column', () => {
  const anon = heldBy(access, 'anon', 'SELECT')
  const reader = heldBy(access, 'reader', 'SELECT')
  expect(access.columns.map((column) => levelOf(anon, column))).toEqual([1, 1, 1])
  expect(access.columns.map((column) => levelOf(reader, column))).toEqual([1, 0, 2])
  expect(levelOf(heldBy(access, 'nobody', 'SELECT'), 'id')).toBe(0)
})

test('each press is the next level; everybody can have no right to grant', () => {
  expect(([0, 1, 2] as const).map((level) => nextLevel(level, 'anon'))).toEqual([1, 2, 0])
  expect(([0, 1] as const).map((level) => nextLevel(level, 'public'))).toEqual([1, 0])
})

test('a column less than its table takes the grant of the table and gives the rest', () => {
  const anon = heldBy(access, 'anon', 'SELECT')
  expect(sqlOf('anon', withColumn(anon, 'constructor', 0, access.columns))).toEqual([
    'revoke SELECT on table s.t from anon;',
    'grant SELECT (id, "the ""x") on table s.t to anon;',
  ])
  expect(sqlOf('anon', withColumn(anon, 'id', 2, access.columns))).toEqual(['grant SELECT (id) on table s.t to anon with grant option;'])
  expect(sqlOf('anon', withTable(anon, 2))).toEqual(['grant SELECT on table s.t to anon with grant option;'])
  expect(sqlOf('anon', withTable(anon, 0))).toEqual(['revoke SELECT on table s.t from anon;'])
})

test('columns are given and taken by themselves, the right to grant apart', () => {
  const reader = heldBy(access, 'reader', 'SELECT')
  const after = withColumn(withColumn(withColumn(reader, 'id', 0, access.columns), 'the "x', 1, access.columns), 'constructor', 1, access.columns)
  expect(sqlOf('reader', after)).toEqual([
    'revoke SELECT (id) on table s.t from reader;',
    'revoke grant option for SELECT ("the ""x") on table s.t from reader;',
    'grant SELECT (constructor) on table s.t to reader;',
  ])
  expect(sqlOf('public', withTable(heldBy(access, 'public', 'SELECT'), 1))).toEqual(['grant SELECT on table s.t to public;'])
})

test('what is changed back is no change', () => {
  const reader = heldBy(access, 'reader', 'SELECT')
  const back = withColumn(withColumn(reader, 'id', 2, access.columns), 'id', 1, access.columns)
  expect(isSame(reader, back, access.columns)).toBe(true)
  expect(sqlOf('reader', back)).toEqual([])
})

test('what others granted is told, and goes along with their right to grant it; at last it is seen that all is so', () => {
  const by = (grantor: string, ...args: Parameters<typeof grant>) => ({ ...grant(...args), grantor })
  const passed = {
    ...access,
    grants: [grant('id', 'editor', true), by('editor', 'id', 'reader', true), by('reader', 'id', 'anon'), grant('id', 'reader')],
  }
  const without = (role: string) => [changeKey(role, 'SELECT'), { table: 0, columns: { id: 0 } }] as const
  const told = (...roles: string[]) => {
    const changes = new Map(roles.map(without))
    return changesOf(passed, changes).map((change) => [keptBy(passed, changes, change), losersBy(passed, change)])
  }
  expect(told('reader')).toEqual([[['editor'], ['anon']]])
  expect(told('reader', 'editor')).toEqual([
    [[], ['anon']],
    [[], ['reader', 'anon']],
  ])
  const commands = commandsOf({ schema: 's', name: 't' }, passed, new Map([without('editor')]))
  expect(commands[0]!.sql).toBe('revoke SELECT (id) on table s.t from editor cascade;')
  expect(commands.slice(1)).toMatchObject([{ recorded: null, sql: expect.stringContaining('Cannot revoke') }])
})
