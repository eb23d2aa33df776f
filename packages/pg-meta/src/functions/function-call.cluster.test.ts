import { hostileNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { callFunction, type GivenValue } from './function-call.ts'
import { create } from './functions.ts'
import { listFunctionSummaries, listLanguages, retrieveFunctionArguments } from './function-summaries.ts'

describe.each(await testVersions())('calls of functions on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(() =>
    database.run(`
      create schema calls;
      create function calls.add(a int, b int default 2) returns int language sql immutable as 'select a + b';
      create function calls.add(a text, b text) returns text language sql stable security definer as 'select a || b';
      comment on function calls.add(int, int) is 'sums';
      create function calls.pair(a anyelement, out one anyelement, out two int) language sql as 'select a, 2';
      create function calls.loose() returns record language sql as 'select 1, 2';
      create function calls.all_of(variadic words text[]) returns int language sql as 'select cardinality(words)';
      create function calls.padded(char) returns int language sql as 'select octet_length($1)';
      create function calls.noted() returns trigger language plpgsql as 'begin return new; end';
      create procedure calls.swap(inout a int, inout b int) language plpgsql as 'begin select b, a into a, b; end'`),
  )

  const text = (value: string): GivenValue => ({ kind: 'text', text: value })
  const call = async (name: string, values: readonly GivenValue[], at = 0, schema = 'calls') => {
    const found = (await readList(database, listFunctionSummaries({ schema }))).filter((row) => row.name === name)[at]!
    const { arguments: args } = (await readOne(database, retrieveFunctionArguments(found)))!
    return callFunction({ ...found, type: found.type === 'procedure' ? 'procedure' : 'function', arguments: args, values })
  }
  const result = async (...given: Parameters<typeof call>) => (await database.run(await call(...given))).map((row) => Object.values(row))

  test('lists have overloads apart, without bodies', async () => {
    const found = await readList(database, listFunctionSummaries({ schema: 'calls' }))
    expect(found.map(({ name, type, argument_types }) => `${type} ${name}(${argument_types})`)).toEqual([
      'function add(a integer, b integer DEFAULT 2)',
      'function add(a text, b text)',
      'function all_of(VARIADIC words text[])',
      'function loose()',
      'function noted()',
      'function padded(character)',
      'function pair(a anyelement, OUT one anyelement, OUT two integer)',
      'procedure swap(INOUT a integer, INOUT b integer)',
    ])
    expect(found[0]).toMatchObject({ comment: 'sums', behavior: 'IMMUTABLE', security_definer: false, return_type: 'integer', extension: null })
    expect(found[1]).toMatchObject({ comment: null, behavior: 'STABLE', security_definer: true, identity_argument_types: 'a text, b text' })
    expect(found.at(-1)!.return_type).toBe('')
    for (const schema of hostileNames) expect(await readList(database, listFunctionSummaries({ schema }))).toEqual([])
    expect(await readOne(database, retrieveFunctionArguments({ id: 1 }))).toBeUndefined()
    expect((await readList(database, listLanguages())).map(({ name }) => name)).toEqual(['plpgsql', 'sql'])
  })

  test('give values, nothing, what is left out, and expressions', async () => {
    expect(await result('add', [text('1'), { kind: 'default' }])).toEqual([[3]])
    expect(await result('add', [text('1'), { kind: 'null' }])).toEqual([[null]])
    expect(await result('add', [{ kind: 'expression', text: '1 + 1 -- two' }, text('5')])).toEqual([[7]])
    expect(await result('add', [text("it's"), text('\\x')], 1)).toEqual([["it's\\x"]])
    expect(await result('pair', [{ kind: 'expression', text: "'two'::text" }])).toEqual([['two', 2]])
    expect(await result('loose', [])).toEqual([['(1,2)']])
    expect(await result('all_of', [text('{a,b,c}')])).toEqual([[3]])
    expect(await result('padded', [text('four')])).toEqual([[4]])
    expect(await result('swap', [text('1'), text('2')])).toEqual([[2, 1]])
  })

  test('refuse expressions that would leave their place', async () => {
    await expect(call('add', [{ kind: 'expression', text: '1); commit; select (1' }, { kind: 'default' }])).rejects.toThrow('Unbalanced quotes')
    await expect(call('add', [{ kind: 'expression', text: '1; commit' }, { kind: 'default' }])).rejects.toThrow('semicolon')
    await expect(call('add', [{ kind: 'expression', text: ' ' }, { kind: 'default' }])).rejects.toThrow('empty')
  })

  test.each(hostileNames)('reach what is called %j', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(
      create({ schema: 'calls', name, args: [`${quoted} int default 1`, 'b int default 1'], definition: 'select $1 + $2', return_type: 'int' }).sql,
    )
    expect(await result(name, [{ kind: 'default' }, text('4')])).toEqual([[5]])
  })
})
