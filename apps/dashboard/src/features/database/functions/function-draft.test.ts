import { describe, expect, test } from 'vitest'
import type { Draft } from '../../../scope/changes/draft.ts'
import { alterationOf, creationOf, draftOf, duplicateOf, newDraft } from './function-draft.ts'
import type { FunctionDefinition } from './function-queries.ts'
import { callOf, firstValues, kindsOf, runText, valueOfKind } from './run-values.ts'

const sqlOf = (draft: Draft) => (draft.kind === 'change' ? draft.change.commands.map(({ sql }) => sql).join('\n') : draft)
const problemsOf = (draft: Draft) => (draft.kind === 'incomplete' ? Object.keys(draft.problems) : draft.kind)

const row: FunctionDefinition = {
  id: 1,
  schema: 'shop',
  name: 'total',
  type: 'function',
  language: 'sql',
  definition: 'select 1',
  complete_statement: '',
  args: [],
  arguments: [
    { mode: 'in', name: 'a', type: 'integer', cast_type: 'integer', is_pseudo: false, default: null },
    { mode: 'in', name: 'b', type: 'text', cast_type: 'text', is_pseudo: false, default: "'x'::text" },
    { mode: 'table', name: 'id', type: 'integer', cast_type: 'integer', is_pseudo: false, default: null },
  ],
  argument_types: "a integer, b text DEFAULT 'x'::text",
  identity_argument_types: 'a integer, b text',
  return_type_id: 23,
  return_type: 'TABLE(id integer)',
  return_type_relation_id: null,
  is_set_returning_function: true,
  behavior: 'STABLE',
  security_definer: true,
  config_params: { search_path: '""', work_mem: '8MB' },
  owner: 'postgres',
  comment: 'sums',
  strict: true,
  leakproof: false,
  parallel: 'SAFE',
  cost: 5,
  rows: 10,
}

describe('a new function', () => {
  test('needs a name, a body and the types of its arguments', () => {
    const draft = { ...newDraft('public'), returnType: '', arguments: [{ key: 'k', mode: 'in' as const, name: '', type: '', default: '' }] }
    expect(problemsOf(creationOf(draft, null))).toEqual(['name', 'definition', 'returnType', 'argument k'])
    expect(problemsOf(creationOf({ ...newDraft('public'), name: 'ä'.repeat(32), definition: 'x' }, null))).toEqual(['name'])
    expect(problemsOf(creationOf({ ...newDraft('public'), name: 'x', definition: 'x', settings: 'nonsense' }, null))).toEqual(['settings'])
    const sly = { key: 'k', mode: 'in' as const, name: 'a', type: 'int) returns int --', default: '' }
    expect(problemsOf(creationOf({ ...newDraft('public'), name: 'x', definition: 'x', arguments: [sly] }, null))).toEqual(['form'])
  })

  test('says what the specification begins with and what is chosen', () => {
    expect(sqlOf(creationOf({ ...newDraft('public'), name: 'Ping', definition: 'select 1' }, null))).toBe(
      'create function public."Ping"()\nreturns void\nlanguage sql\nVOLATILE\nsecurity invoker\nas $$select 1$$;',
    )
    const out = { key: 'k', mode: 'inout' as const, name: 'order', type: 'numeric(10, 2)', default: '0' }
    expect(sqlOf(creationOf({ ...newDraft('s'), name: 'f', definition: 'select 1', arguments: [out] }, null))).toContain(
      'create function s.f(inout "order" numeric(10, 2) default 0)\nreturns numeric(10, 2)\n',
    )
    expect(sqlOf(creationOf({ ...newDraft('s'), name: 'f', definition: 'x', arguments: [out, { ...out, key: 'l', name: 'b' }] }, null))).toContain(
      'returns record',
    )
    expect(sqlOf(creationOf({ ...newDraft('s'), type: 'procedure', name: 'p', definition: 'x', isStrict: true, behavior: 'STABLE' }, null))).toBe(
      'create procedure s.p()\nlanguage sql\nsecurity invoker\nas $$x$$;',
    )
  })

  test('that is a duplicate is alike in everything but its name', () => {
    expect(sqlOf(creationOf(duplicateOf(row), row))).toBe(
      "create function shop.total_copy(a integer, b text default 'x'::text)\nreturns TABLE(id integer)\nlanguage sql\nSTABLE\nstrict\nparallel SAFE\ncost 5\nrows 10\nsecurity definer\n" +
        "set search_path to ''\nset work_mem to '8MB'\nas $$select 1$$;\n" +
        "comment on routine shop.total_copy(a integer, b text) is 'sums';",
    )
  })
})

describe('a function that is changed', () => {
  test('has nothing to do while nothing differs, and asks for a name and a body', () => {
    expect(alterationOf(row, draftOf(row))).toEqual({ kind: 'unchanged' })
    expect(problemsOf(alterationOf(row, { ...draftOf(row), name: '', definition: ' ' }))).toEqual(['name', 'definition'])
  })

  test('is found by its name and arguments, and only what differs is said', () => {
    const sql = sqlOf(alterationOf(row, { ...draftOf(row), behavior: 'VOLATILE', settings: 'work_mem = 16MB', comment: '' })) as string
    expect(sql).toBe(
      "alter routine shop.total(a integer, b text) VOLATILE set work_mem to '16MB' reset search_path;\n" +
        'comment on routine shop.total(a integer, b text) is NULL;',
    )
  })
})

describe('a call', () => {
  test('begins with the defaults and is written with what is given', () => {
    const values = firstValues(row)
    expect(values).toEqual([{ kind: 'text', text: '' }, { kind: 'default' }])
    expect(callOf(row, [valueOfKind('expression', { kind: 'text', text: '1 + 1' }), values[1]!]).sql).toBe('select * from shop.total((1 + 1));')
    expect(callOf(row, [valueOfKind('expression', { kind: 'null' }), values[1]!]).problem).toContain('empty')
    expect(kindsOf({ ...row.arguments[0]!, is_pseudo: true })).toEqual(['expression', 'null'])
  })

  test('is rolled back unless it is kept; readers have a read-only transaction anyway', () => {
    expect(runText('call x();', { isKept: false, mayWrite: true })).toBe('begin;\ncall x();\nrollback;')
    expect(runText('call x();', { isKept: true, mayWrite: true })).toBe('call x();')
    expect(runText('call x();', { isKept: false, mayWrite: false })).toBe('call x();')
  })
})
