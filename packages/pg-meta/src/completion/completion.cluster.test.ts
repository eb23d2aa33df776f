import { hostileNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { quoteIdent } from '@colonnade/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPsqlCommand } from '../psql/psql.ts'
import { getBuiltinCatalogSql, getCompletionCatalogSql } from './completion-catalog.ts'
import { getFunctionDetailsSql, getRelationDetailsSql } from './completion-details.ts'

describe.each(await testVersions())('what an editor knows of a database on Postgres $major', (version) => {
  // ports from 49 600
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create table customers (id int primary key generated always as identity, name text not null default 'x');
      create schema shop; create table shop."select" (id int, customer int references customers, twice int generated always as (id * 2) stored, primary key (id, customer));
      comment on table customers is 'who buys'; comment on column customers.name is 'as written';
      create function greet(who text, loud boolean default false) returns text language sql as 'select who'; comment on function greet is 'says hello';
      create type mood as enum ('a')`)
  })
  const catalog = async () => (await readOne(database, getCompletionCatalogSql()))!.catalog
  const idOf = async (name: string) => (await catalog()).relations.find(([, own]) => own === name)![3]

  test('the names of what people made', async () => {
    const { relations, functions, types, schemas, roles, search_path: path } = await catalog()
    expect(relations.map(([schema, name, kind]) => [schema, name, kind])).toEqual([
      ['public', 'customers', 'r'],
      ['shop', 'select', 'r'],
    ])
    expect(functions).toEqual([['public', 'greet', 'who text, loud boolean DEFAULT false', 'text', 'f']])
    expect(types).toEqual([['public', 'mood']])
    expect(schemas).toEqual(['information_schema', 'pg_catalog', 'public', 'shop'])
    expect(path).toEqual(['public'])
    expect(roles).toContain('postgres')
  })

  test('what every database has, without what nobody calls', async () => {
    const { catalog: builtin } = (await readOne(database, getBuiltinCatalogSql()))!
    const names = new Set(builtin.functions.map(([, name]) => name))
    for (const name of [
      'now',
      'coalesce',
      'lower',
      'count',
      'row_number',
      'jsonb_build_object',
      'generate_series',
      'string_agg',
      'date_trunc',
      'pg_sleep',
      'to_char',
    ])
      if (name !== 'coalesce') expect(names).toContain(name)
    expect(names).not.toContain('int4in')
    expect(names).not.toContain('int4pl')
    expect(builtin.functions.length).toBeLessThan(2_500)
    expect(builtin.relations.map(([, name]) => name)).toContain('pg_stat_activity')
    expect(builtin.types.map(([, name]) => name)).toEqual(expect.arrayContaining(['integer', 'text', 'timestamp with time zone', 'jsonb']))
  })

  test('of single relations: columns, foreign keys both ways, comments', async () => {
    const [customers] = await readList(database, getRelationDetailsSql([await idOf('customers')]))
    expect(customers).toMatchObject({ name: 'customers', kind: 'r', rows: null, comment: 'who buys' })
    expect(customers!.columns).toEqual([
      { name: 'id', type: 'integer', is_nullable: false, default: null, generated: 'identity', is_key: true, comment: null },
      { name: 'name', type: 'text', is_nullable: false, default: "'x'::text", generated: null, is_key: false, comment: 'as written' },
    ])
    expect(customers!.references).toEqual([
      { constraint: 'select_customer_fkey', is_incoming: true, other_schema: 'shop', other: 'select', columns: ['id'], other_columns: ['customer'] },
    ])
    const [other] = await readList(database, getRelationDetailsSql([await idOf('select')]))
    expect(other!.references).toEqual([
      {
        constraint: 'select_customer_fkey',
        is_incoming: false,
        other_schema: 'public',
        other: 'customers',
        columns: ['customer'],
        other_columns: ['id'],
      },
    ])
    expect(other!.columns.map(({ generated }) => generated)).toEqual([null, null, 'stored'])
    expect(await readList(database, getRelationDetailsSql([]))).toEqual([])
  })

  test('of functions: every one of a name', async () => {
    const [greet] = await readList(database, getFunctionDetailsSql(null, 'greet'))
    expect(greet).toMatchObject({
      schema: 'public',
      arguments: 'who text, loud boolean DEFAULT false',
      returns: 'text',
      language: 'sql',
      comment: 'says hello',
    })
    expect(greet!.definition).toMatch(/^CREATE OR REPLACE FUNCTION public\.greet/)
    expect((await readList(database, getFunctionDetailsSql('pg_catalog', 'count'))).length).toBe(2)
    expect(await readList(database, getFunctionDetailsSql('shop', 'greet'))).toEqual([])
  })

  test('commands of psql run as queries, for any name', async () => {
    const run = async (line: string) => {
      const meaning = readPsqlCommand(line)
      return meaning.kind === 'query' ? database.run(meaning.sql) : expect.fail(meaning.words)
    }
    const commands = [
      '\\d',
      '\\dt *.*',
      '\\dtS+',
      '\\dv',
      '\\dm',
      '\\di+',
      '\\ds',
      '\\dE',
      '\\df+',
      '\\da',
      '\\dn+',
      '\\du+',
      '\\dg',
      '\\l+',
      '\\dx',
      '\\dT',
      '\\dp',
      '\\z',
      '\\sf greet',
      '\\conninfo',
    ]
    for (const line of [...commands, '\\d+ customers', '\\d shop."select"', '\\d customers_pkey']) await run(line)
    expect((await run('\\dt')).map(({ Name }) => Name)).toEqual(['customers'])
    expect((await run('\\dt shop.*')).map(({ Name }) => Name)).toEqual(['select'])
    expect((await run('\\df g?eet')).map(({ Name }) => Name)).toEqual(['greet'])
    await expect(run('\\d nothing')).rejects.toThrow('relation "nothing" does not exist')
    for (const name of hostileNames.filter((hostile) => !hostile.includes('\n'))) {
      await database.run(`create table ${quoteIdent(name)} (id int)`)
      expect((await run(`\\dt "${name.replaceAll('"', '""')}"`)).map(({ Name }) => Name)).toEqual([name])
      await run(`\\d "${name.replaceAll('"', '""')}"`)
      await database.run(`drop table ${quoteIdent(name)}`)
    }
  })
})
