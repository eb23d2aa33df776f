import { AppError } from '@colonnade/core'
import { analyzeStatements, type Parser } from '@colonnade/pg-meta/statements'
import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'
import { describe, expect, test } from 'vitest'
import { migrationText } from './messages.ts'
import { parsable, placeholdersIn, replacePlaceholders } from './placeholders.ts'
import { saveSource } from './save-source.ts'
import { blamedParameter, columnsSql, returnsTable, saveStatements, takenField } from './save-sql.ts'

test.each([
  ['select :a, :b, :a', ['a', 'b']],
  [`select ':a', ":b", x::text -- :c`, []],
  ['select $$ :a $$, $t$ :b $t$, /* :c */ :d', ['d']],
  ["select 'it''s :a', arr[1:2], :_x1::int", ['_x1']],
  ['select a :: text', []],
])('values of %s', (text, expected) => {
  expect(placeholdersIn(text)).toEqual(expected)
  expect(parsable(text)).toHaveLength(text.length)
  expect(replacePlaceholders(text, (name) => `:${name}`)).toBe(text)
})

test('a statement that ends with a value is saved with its whole name', async () => {
  await loadModule()
  const text = 'select 1; select * from customer where country = :country'
  const analysis = analyzeStatements({ parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser, parsable(text))
  const part = { text, offset: 0, start: { line: 1, column: 1 }, isSelection: false }
  expect(saveSource('function', part, text.length, analysis)).toMatchObject({
    statements: ['select * from customer where country = :country'],
    placeholders: ['country'],
  })
})

describe('what is run', () => {
  test('a view has the rights of who reads it, unless that is switched off', () => {
    const draft = {
      kind: 'view',
      schema: 'public',
      name: 'Odd "v"',
      query: 'select 1 as a;',
      isInvoker: true,
      checkOption: 'none',
      owner: null,
      isReplacing: false,
    } as const
    expect(saveStatements(draft)).toEqual(['create view public."Odd ""v""" with (security_invoker = true) as \nselect 1 as a\n;'])
    const [other] = saveStatements({ ...draft, name: 'select', isInvoker: false, checkOption: 'local', isReplacing: true, owner: 'anon' })
    expect(other).toContain('create or replace view public."select" with (security_invoker = false, check_option = local)')
    expect(other).toContain('alter view public."select" owner to anon;')
  })

  test('a materialized view can be made empty', () => {
    const [made] = saveStatements({ kind: 'materialized-view', schema: 's', name: 'm', query: 'select 1', owner: null, isFilled: false })
    expect(made).toContain('create materialized view s.m as')
    expect(made).toContain('with no data')
  })

  test('a function takes its values by their place', () => {
    const [made] = saveStatements({
      kind: 'function',
      schema: 'public',
      name: 'f',
      query: "select :b, :a, ':a'",
      parameters: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'text' },
      ],
      returns: 'table (x text)',
    })
    expect(made).toContain('public.f(a integer, b text)')
    expect(made).toContain("select $2, $1, ':a'")
    expect(made).toContain('returns table (x text)')
    expect(columnsSql('select :a + 1', [{ name: 'a', type: 'integer' }])).toBe('select * from (\nselect null::integer + 1\n) as result limit 0')
    expect(returnsTable([{ name: 'a b', type: 'text' }])).toBe('table ("a b" text)')
  })

  test('what does not fit is told at the parameter that it is about', () => {
    const parameters = [
      { name: 'min', type: 'text' },
      { name: 'name', type: 'nix' },
    ]
    const query = 'select * from t where price > :min and title = :name'
    const at = (part: string) => columnsSql(query, parameters).indexOf(part) + 1
    const blamed = (position: number, sqlstate = '42883', text = query) => blamedParameter(text, parameters, { position, sqlstate })
    expect(blamed(at('>'))).toBe('min')
    expect(blamed(at('nix'), '42704')).toBe('name')
    expect(blamed(at('>'), '42703')).toBeNull()
    expect(blamed(25, '42883', `select ${'a, '.repeat(30)} nothing from t where b = :min`)).toBeNull()
    expect(blamed(3, '42883', 'select 1')).toBeNull()
    expect(blamedParameter(query, parameters, {})).toBeNull()
  })

  test('a migration is run and recorded at once, or only recorded', () => {
    const draft = {
      kind: 'migration',
      version: '20260101000000',
      name: 'made',
      statements: ["create table t (a text default ';')", 'select 1'],
      createdBy: 'a@example.com',
    } as const
    const run = saveStatements({ ...draft, isRun: true })
    expect(run).toHaveLength(3)
    expect(run.slice(0, 2)).toEqual(draft.statements)
    expect(run[2]).toContain("values ('20260101000000', 'made', array['create table t (a text default '';'')', 'select 1']::text[], 'a@example.com'")
    expect(saveStatements({ ...draft, isRun: false })).toEqual([run[2]])
    expect(saveStatements({ ...draft, version: '', isRun: true })).toEqual(draft.statements)
    for (const version of ['', '1'.repeat(21)])
      expect(() => saveStatements({ ...draft, version, isRun: false })).toThrow(migrationText.versionInvalid)
  })
})

test('what is there already is told where it was written, and what a migration itself ran into is not', () => {
  const inMigrations = new AppError('unique_violation', { schema: 'supabase_migrations', table: 'schema_migrations' })
  const inRows = new AppError('unique_violation', { schema: 'public', table: 'genre' })
  const relation = new AppError('duplicate_object')
  expect([inMigrations, inRows, relation].map((error) => takenField('migration', error))).toEqual(['version', null, null])
  expect(takenField('view', relation)).toBe('name')
  expect(takenField('function', new AppError('syntax_error'))).toBe(null)
})
