import fc from 'fast-check'
import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyzeStatements, type AnalyzedStatement, maxAnalyzedBytes } from './analyze.ts'
import { describeDanger, hasDangerWord } from './dangers.ts'
import type { Parser } from './parser.ts'

const parser = { parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser
beforeAll(() => loadModule())

function statementsOf(text: string): readonly AnalyzedStatement[] {
  const analysis = analyzeStatements(parser, text)
  if (analysis.kind !== 'statements') throw new Error(`${text} gives ${analysis.kind}`)
  return analysis.statements
}
const textsOf = (text: string): string[] => statementsOf(text).map(({ start, end }) => text.slice(start, end))
function only(text: string) {
  const statements = statementsOf(text)
  expect(statements).toHaveLength(1)
  expect(statements[0]!.problem).toBeNull()
  return statements[0]!.classification!
}

describe('a text is split', () => {
  test.each([
    ['', []],
    [' \n-- nothing\n;;', []],
    ['select 1', ['select 1']],
    ['select \';\' ; -- a;b\n/* c; */ select "d;e"', ["select ';'", 'select "d;e"']],
    ["select $a$;$$;$a$; select E'\\';'", ['select $a$;$$;$a$', "select E'\\';'"]],
    ["select '🏛'; select 'é' ; sel", ["select '🏛'", "select 'é'", 'sel']],
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; selct; select 3',
      ['create function f() returns int begin atomic select case when true then 1 end; select 2; end', 'selct', 'select 3'],
    ],
    ['create rule r as on insert to t do (select 1; select 2); oops', ['create rule r as on insert to t do (select 1; select 2)', 'oops']],
  ])('%s', (text, pieces) => {
    expect(textsOf(text)).toEqual(pieces)
  })

  test.each([
    ["select 1; select 'abc; drop table t", "'abc", 'unterminated quoted string'],
    ["select 1; select E'abc\\", "E'abc", 'unterminated quoted string'],
    ['select 1; select "abc; ', '"abc', 'unterminated quoted identifier'],
    ['select 1; select "', '"', 'unterminated quoted identifier'],
    ['select 1; do $body$ begin; $$', '$body$', 'unterminated dollar-quoted string'],
    ['select 1; select /* /* */ 1; ', '/*', 'unterminated /* comment'],
  ])('up to a quote without an end: %s', (text, open, message) => {
    const [first, second, ...rest] = statementsOf(text)
    expect([text.slice(first!.start, first!.end), rest]).toEqual(['select 1', []])
    expect(second!.problem).toEqual({ message, offset: text.indexOf(open, 9) })
  })

  test('and every broken statement says where, the others what they do', () => {
    const text = "select '🏛 é' frm from from; delete from t; updte x"
    const [first, second, third] = statementsOf(text)
    expect(first!.problem).toEqual({ message: 'syntax error at or near "from"', offset: text.indexOf('from;') })
    expect(second!.classification!.dangers).toMatchObject([{ code: 'delete_all', object: 't' }])
    expect(third!.problem).toMatchObject({ offset: text.indexOf('updte') })
  })

  test('into pieces that keep their order and leave only space, comments and semicolons out', () => {
    const pieces = fc.constantFrom('select 1', "select ';'", 'delete from t where a = $1', 'selct', 'do $$ ; $$', "insert into t values ('é;🏛')")
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1 }), fc.constantFrom(';', ' ;\n', '; -- x;\n', ';/*;*/;'), (list, separator) => {
        expect(textsOf(list.join(separator))).toEqual(list)
      }),
    )
  })
})

describe('any text is safe', () => {
  test('whatever it holds', () => {
    const words = fc.constantFrom(
      'select',
      "'",
      '"',
      '$$',
      '/*',
      '*/',
      '--',
      '\n',
      '(',
      ')',
      ';',
      'begin atomic',
      'end',
      '\\',
      '\0',
      '🏛',
      '\uD83C',
      '1a',
      "E'\\u",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words).map((list) => list.join(' ')),
        ),
        (text) => {
          const analysis = analyzeStatements(parser, text)
          if (analysis.kind !== 'statements') throw new Error(analysis.kind)
          for (const { start, end } of analysis.statements) expect(0 <= start && start <= end && end <= text.length).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a NUL and half a character are refused where they stand', () => {
    expect(statementsOf('select 1\0; drop table t')[0]!.problem).toMatchObject({ offset: 8 })
    expect(statementsOf("select '\uD83C'")[0]!.problem).toMatchObject({ offset: 8 })
  })

  test('one over the cap is not looked at', () => {
    const text = `select '${'é'.repeat(maxAnalyzedBytes / 2)}'`
    expect(analyzeStatements(parser, text)).toEqual({ kind: 'too_large', bytes: maxAnalyzedBytes + 9, maxBytes: maxAnalyzedBytes })
  })
})

describe('a statement', () => {
  test.each([
    ['select 1', false, false],
    ['select * from t', true, false],
    ['select * into x from t', true, true],
    ['with d as (delete from t where a = 1 returning *) select * from d', true, true],
    ['insert into t values (1)', false, true],
    ['explain delete from t', false, false],
    ['explain (analyze) delete from t where a = 1', true, true],
    ['explain (analyze off) delete from t', false, false],
    ['explain analyze select * from t', true, false],
    ['copy t to stdout', true, false],
    ['copy (delete from t where a = 1 returning *) to stdout', true, true],
    ["copy t to program 'x'", true, true],
    ['copy t from stdin', false, true],
    ['show all', false, false],
    ['set role anon', false, false],
    ['begin', false, false],
    ['do $$ begin end $$', false, true],
    ['call f()', false, true],
    ['explain analyze execute p', false, true],
    ['create table t (a int)', false, true],
    ['create table x as select * from t', true, true],
    ['grant select on t to anon', false, true],
    ['prepare p as delete from t', false, false],
  ])('%s: reads %s, writes %s', (text, reads, writes) => {
    expect(only(text)).toMatchObject({ reads, writes })
  })

  test('whose work is not in its text says so, and names the functions it calls', () => {
    expect(only('do $$ begin end $$').isOpaque).toBe(true)
    expect(only('explain analyze execute p').isOpaque).toBe(true)
    expect(only('select f(g(1)), s.h() from t').functions).toEqual(['f', 'g', 's.h'])
    expect(only('call s.p(1)').functions).toEqual(['s.p'])
    expect(only('begin').isTransactionControl).toBe(true)
  })

  test.each([
    'vacuum t',
    'create index concurrently i on t (a)',
    'drop index concurrently i',
    'reindex table concurrently t',
    'reindex schema public',
    'create database x',
    'drop database x',
    'alter system set work_mem = 1',
    'alter table p detach partition q concurrently',
    'cluster',
    'create subscription s connection $$x$$ publication p',
    'discard all',
    'drop subscription s',
  ])('%s runs outside of transactions only', (text) => {
    expect(only(text).isOutsideTransaction).toBe(true)
  })

  test.each([
    'analyze t',
    'create index i on t (a)',
    'reindex table t',
    'refresh materialized view concurrently m',
    'alter type t add value $$x$$',
    'create subscription s connection $$x$$ publication p with (create_slot = false)',
  ])('%s runs inside of one', (text) => {
    expect(only(text).isOutsideTransaction).toBe(false)
  })
})

describe('what destroys is named', () => {
  test.each([
    ['drop table a.b, c cascade', ['Drops table a.b and everything that depends on it', 'Drops table c and everything that depends on it']],
    ['drop materialized view m', ['Drops materialized view m']],
    ['drop function s.f(int)', ['Drops function s.f']],
    ['drop type s.t', ['Drops type s.t']],
    ['drop policy p on s.t', ['Drops policy s.t.p']],
    ['drop schema s', ['Drops schema s']],
    ['drop database d', ['Drops database d']],
    ['drop role r', ['Drops role r']],
    ['drop owned by current_user', ['Drops everything owned by current_user']],
    [
      'alter table s.t drop column a, alter column b type int, drop constraint c cascade',
      [
        'Drops column a of s.t with its data',
        'Changes the type of column b of s.t. Values may be truncated, and the table may be rewritten',
        'Drops constraint c of s.t and everything that depends on it',
      ],
    ],
    [
      'truncate a, b cascade',
      ['Deletes all rows of a and of all tables that reference it', 'Deletes all rows of b and of all tables that reference it'],
    ],
    ['delete from t', ['Deletes all rows of t (no WHERE clause)']],
    ['delete from t where true', ['Deletes all rows of t (no WHERE clause)']],
    ['delete from t where 1 = 1', ['Deletes all rows of t (no WHERE clause)']],
    ['update t set a = 1 where a = a', ['Changes all rows of t (no WHERE clause)']],
    ['with d as (update t set a = 1 returning *) select * from d', ['Changes all rows of t (no WHERE clause)']],
    ['merge into t using s on t.a = s.a when not matched by source then delete', ['Deletes the unmatched rows of t']],
    ['merge into t using s on t.a = s.a when matched then delete', ['Deletes the matched rows of t']],
    ['prepare q as delete from t', ['Deletes all rows of t (no WHERE clause)']],
    ['do $$ begin delete from t; end $$', ['Deletes all rows of t (no WHERE clause)']],
    [
      `do $$ declare r record; begin
        for r in select 1 loop
          if r.a then truncate u; end if;
          execute 'drop table a';
        end loop;
        perform f(); update t set a = 1 where b;
      exception when others then drop view v; end $$`,
      ['Deletes all rows of u', 'Drops table a', 'Drops view v'],
    ],
    ['alter type t drop attribute a', ['Drops attribute a of t with its data']],
  ])('%s', (text, words) => {
    expect(only(text).dangers.map(describeDanger)).toEqual(words)
    expect([text, text.toUpperCase()].map(hasDangerWord)).toEqual([true, true])
  })

  test.each([
    'delete from t where a = 1',
    'update t set a = 1 where false',
    'delete from t where a = b',
    'alter table t add column a int',
    'explain delete from t',
    'prepare p as truncate_me',
    'prepare p as delete from t where a = $1',
    'do $$ begin delete from t where a; execute x; end $$',
    'do $$ begi delete from t; end $$',
    'do language plperl $$ delete from t; $$',
    'create function f() returns void language sql begin atomic delete from t; end',
  ])('and nothing else: %s', (text) => {
    expect(statementsOf(text)[0]!.classification?.dangers ?? []).toEqual([])
  })

  test('what a function would destroy is told of it, not of its making', () => {
    const routineOf = (text: string) => {
      const { routine, dangers } = only(text)
      expect(dangers).toEqual([])
      return [routine?.name, ...(routine?.dangers ?? []).map(describeDanger)]
    }
    const all = 'Deletes all rows of t (no WHERE clause)'
    expect(routineOf('create function s.f() returns void language plpgsql as $$ begin delete from t; end $$')).toEqual(['f', all])
    expect(routineOf('create or replace procedure p() language sql as $$ select 1; delete from t $$')).toEqual(['p', all])
    expect(routineOf('create function f() returns void language sql begin atomic delete from t; end')).toEqual(['f', all])
    expect(routineOf("create function f() returns int language c as 'delete from t', 'x'")).toEqual(['f'])
    expect(routineOf('create function f() returns int language plpgsql as $$ delet $$')).toEqual(['f'])
    expect(only('drop function f').routine).toBeNull()
  })

  test('a text without its words needs no parser', () => {
    expect(hasDangerWord("select 'dr' || 'op' from t where a = 1; insert into t values (1); set role anon")).toBe(false)
  })
})
