import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { getColumnTypesSql } from '../table-editor/column-types.ts'
import type { Entity } from '../table-editor/entity.ts'
import { getTableEditorByNameSql } from '../table-editor/table-editor.ts'
import { getConstraintColumnsSql } from './constraint-columns.ts'
import { getInsteadRulesSql } from './instead-rules.ts'
import { getRowEditSql, getRowsInsertSql, getWholeCellsSql } from './row-edits.ts'
import { keyFilter } from './row-order.ts'
import { getRowVersionsSql } from './row-versions.ts'
import { getTableRowsSql } from './table-rows.ts'

/** A value of every sort of type, as one writes it. */
const values: readonly (readonly [type: string, text: string])[] = [
  ...(['int2', 'int8', 'oid'] as const).map((type) => [type, '7'] as const),
  ['numeric', '0.100000000000000000000000000000000001'],
  ['numeric', 'NaN'],
  ['float4', '0.1'],
  ['float8', '-Infinity'],
  ['money', '1234.5'],
  ['bool', 'true'],
  ['char(5)', 'ab'],
  ['"char"', 'x'],
  ['name', 'n'],
  ['varchar(9)', ' x '],
  ['text', ''],
  ['text', 'it\'s \\ "quoted" 🏛\n'],
  ['text collate blind', 'Case'],
  ['bytea', '\\xdeadbeef'],
  ['date', '0044-03-15 BC'],
  ['date', 'infinity'],
  ['time', '24:00'],
  ['timetz', '12:00:00.5+05:30'],
  ['timestamp', '2026-01-31 13:45:00.123456'],
  ['timestamptz', '2026-01-31 13:45:00+14'],
  ['interval', '-1 year 2 days -03:00'],
  ['uuid', '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'],
  ['json', '{"a": 1.0, "a" :2}'],
  ['jsonb', '{"b":1.50,"a":null}'],
  ['jsonb', 'null'],
  ['inet', '10.0.0.1'],
  ['cidr', '10.0.0.0/8'],
  ['macaddr', '08:00:2b:01:02:03'],
  ['bit(4)', '1010'],
  ['varbit', ''],
  ['point', '(1,2.5)'],
  ['circle', '<(1,2),3>'],
  ['box', '((1,1),(0,0))'],
  ['tsvector', "'a':1 'b'"],
  ['tsquery', "'a' & 'b'"],
  ['int4range', '[1,5]'],
  ['tstzrange', '["2026-01-01",)'],
  ['nummultirange', '{[1,2),(3,]}'],
  ['int[]', '[0:1]={1,NULL}'],
  ['bool[]', '{t,f}'],
  ['inet[]', '{10.0.0.1}'],
  ['text[]', '{{a,"b c"},{NULL,""}}'],
  ['json[]', '{"{\\"a\\": 1}"}'],
  ['box[]', '{(1,1),(0,0);(3,3),(2,2)}'],
  ['mood', 'Very happy'],
  ['mood[]', '{sad,"Very happy"}'],
  ['fine', 'sad'],
  ['pair', '(1,"a b")'],
  ['pair', '(,)'],
  ['pair[]', '{"(1,x)"}'],
  ['regclass', 'pg_class'],
  ['pg_lsn', '16/B374D848'],
  ['jsonpath', '$."a"'],
  ['oidvector', '1 2'],
  ['int2vector', '3 4'],
]
const long = 'ab\\ 🏛'.repeat(3_000)

describe.each(await testVersions())('edits of rows on Postgres $major', (version) => {
  const database = useDatabase(version)
  let kinds: Entity

  beforeAll(async () => {
    await database.run(`create type mood as enum ('sad', 'Very happy')`)
    await database.run('create domain fine as mood')
    await database.run('create type pair as (a int, b text)')
    await database.run(`create collation blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`)
    await database.run(`create table kinds (id int primary key, ${values.map(([type], index) => `c${index} ${type}`).join(', ')}, long text)`)
    kinds = await entityOf('kinds')
    const inputs = values.map(([, text]) => ({ kind: 'text', text }) as const)
    const columns = ['id', ...values.map((_, index) => `c${index}`), 'long']
    await database.run(
      getRowsInsertSql({ table: kinds, columns, rows: [[{ kind: 'text', text: '1' }, ...inputs, { kind: 'text', text: long }]] }).sql,
    )
  })

  async function entityOf(name: string): Promise<Entity> {
    const statement = getTableEditorByNameSql({ schema: 'public', name })
    return statement.zod.parse(await database.run(statement.sql))[0]!.entity
  }
  async function wholeOf(id: string, columns: readonly string[]): Promise<(string | null)[]> {
    const [row] = await database.run(getWholeCellsSql({ table: kinds, keys: { columns: ['id'], values: [[id]] }, columns }).sql)
    return columns.map((_, index) => row![`cell ${index}`] as string | null)
  }
  async function edit(column: string, base: string | null, text = base): Promise<number> {
    const input = text === null ? ({ kind: 'null' } as const) : ({ kind: 'text', text } as const)
    return (await database.run(getRowEditSql({ table: kinds, key: { columns: ['id'], values: ['1'] }, cells: [{ column, base, input }] }).sql)).length
  }

  test('a value of every type is known again by the text that Postgres prints, and only by that', async () => {
    const names = kinds.columns.slice(1).map(({ name }) => name)
    const whole = await wholeOf('1', names)
    expect(whole.slice(-3, -1)).toEqual(['1 2', '3 4'])
    for (const [index, column] of names.entries()) {
      const sign = `${kinds.columns[index + 1]!.type} ${whole[index]}`
      expect(await edit(column, whole[index] ?? null), sign).toBe(1)
      expect(await edit(column, `${whole[index]} `, whole[index] ?? null), sign).toBe(0)
      expect(await edit(column, null, whole[index] ?? null), sign).toBe(0)
    }
    // written back, each is still the same
    expect(await wholeOf('1', names)).toEqual(whole)
    expect(await edit('c15', 'case')).toBe(0)
    expect(await edit('long', long.replace('ab', 'AB'))).toBe(0)
  })

  test('NULL is no empty text, nor a row of NULLs', async () => {
    await database.run('insert into kinds (id) values (2)')
    const names = kinds.columns.slice(1).map(({ name }) => name)
    expect(new Set(await wholeOf('2', names))).toEqual(new Set([null]))
    for (const column of names) {
      const change = (base: string | null) =>
        getRowEditSql({ table: kinds, key: { columns: ['id'], values: ['2'] }, cells: [{ column, base, input: { kind: 'null' } }] }).sql
      expect((await database.run(change(''))).length, column).toBe(0)
      expect((await database.run(change(null))).length, column).toBe(1)
    }
  })

  test.for([
    ['char(5)', 'ab'],
    ['fine', 'sad'],
    ['pair', '(1,"a b")'],
    ['regclass', 'pg_class'],
    ['cidr', '10.0.0.0/8'],
  ] as const)('a row whose key is %s is known by the text that pages show', async ([type, text]) => {
    const name = `keyed by ${type}`
    await database.run(`create table "${name}" (id ${type} primary key, v text); insert into "${name}" values ('${text}', 'a')`)
    const table = await entityOf(name)
    const keys = { columns: ['id'], values: [[text]] }
    const idsOf = async (statement: string) => (await database.run(statement)).map(({ id }) => id)
    expect(await idsOf(getTableRowsSql({ table, filters: [keyFilter(table, keys)] }).sql)).toEqual([text])
    expect(await idsOf(getRowVersionsSql({ table, keys }).split(';')[0]!)).toEqual([text])
    const whole = await database.run(getWholeCellsSql({ table, keys, columns: ['v'] }).sql)
    expect(whole.map(({ id, 'cell 0': value }) => [id, value])).toEqual([[text, 'a']])
    const cells = [{ column: 'v', base: 'a', input: { kind: 'text', text: 'b' } }] as const
    expect(await idsOf(getRowEditSql({ table, key: { columns: ['id'], values: [text] }, cells }).sql)).toEqual([text])
  })

  test('a table without a key is read whatever its columns are, and ordered by those alone that have an order', async () => {
    await database.run('create table keyless (a json[], b box[], c pair, d xml, e cidr, f int[])')
    const table = await entityOf('keyless')
    expect(table.columns.filter(({ is_orderable }) => is_orderable).map(({ name }) => name)).toEqual(['e', 'f'])
    await database.run(getTableRowsSql({ table }).sql)
    for (const column of ['e', 'f']) await database.run(getTableRowsSql({ table, sorts: [{ column }] }).sql)
  })

  test('rows are added with what they give, and their defaults', async () => {
    await database.run('create table filled (id int generated always as identity primary key, a text default $$x$$, b text)')
    const table = await entityOf('filled')
    const rows = [
      [{ kind: 'text', text: '' }, { kind: 'null' }],
      [{ kind: 'default' }, { kind: 'text', text: 'y' }],
    ] as const
    expect(await database.run(getRowsInsertSql({ table, columns: ['a', 'b'], rows }).sql)).toEqual([
      { id: 1, a: '', b: null },
      { id: 2, a: 'x', b: 'y' },
    ])
    expect(await database.run(getRowsInsertSql({ table, columns: [], rows: [[]] }).sql)).toEqual([{ id: 3, a: 'x', b: null }])
  })

  test('columns of constraints and unique indexes are found', async () => {
    await database.run('create table ruled (a int, b int, c int, constraint "both of" check (b > a)); create unique index "only c" on ruled (c)')
    const { id } = await entityOf('ruled')
    const namesOf = async (name: string) => (await database.run(getConstraintColumnsSql({ relation: id, name }).sql)).map((row) => row['name'])
    expect(new Set(await namesOf('both of'))).toEqual(new Set(['a', 'b']))
    expect(await namesOf('only c')).toEqual(['c'])
    expect(await namesOf('no such')).toEqual([])
  })

  test('rules that stand in place of changes are found, and no others', async () => {
    await database.run(`create table guarded (a int);
      create rule "skip some" as on update to guarded where new.a < 0 do instead nothing;
      create rule also as on insert to guarded do also notify guarded`)
    const { id } = await entityOf('guarded')
    expect(await database.run(getInsteadRulesSql({ relation: id }).sql)).toEqual([{ name: 'skip some' }])
  })

  test('the types within the types of columns are told', async () => {
    const statement = getColumnTypesSql({ relation: kinds.id })
    const [row] = statement.zod.parse(await database.run(statement.sql))
    const { columns, types } = row!.column_types
    const byId = new Map(types.map((type) => [type.id, type]))
    const typeOf = (declared: string) => byId.get(columns[`c${values.findIndex(([type]) => type === declared)}`]!)!
    expect(typeOf('mood[]')).toMatchObject({ kind: 'array', name: 'mood[]' })
    expect(byId.get(typeOf('mood[]').inner!)).toMatchObject({ kind: 'enum', enums: ['sad', 'Very happy'] })
    expect(byId.get(typeOf('fine').inner!)).toMatchObject({ format: 'mood' })
    expect(byId.get(byId.get(typeOf('nummultirange').inner!)!.inner!)).toMatchObject({ format: 'numeric', kind: 'plain' })
    expect(byId.get(typeOf('box[]').inner!)).toMatchObject({ delimiter: ';' })
    expect(byId.get(typeOf('pair[]').inner!)!.attributes.map(({ name, type }) => [name, byId.get(type)!.format])).toEqual([
      ['a', 'int4'],
      ['b', 'text'],
    ])
  })
})
