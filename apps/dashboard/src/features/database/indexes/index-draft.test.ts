import type { IndexMethod } from '@colonnade/pg-meta/index-details'
import { expect, test } from 'vitest'
import { migrationOf } from '../../../scope/changes/database-change.ts'
import {
  alterationOf,
  classKey,
  creationOf,
  duplicateOf,
  isConcurrent,
  leftoverDrop,
  newDraft,
  rebuildOf,
  suggestedName,
  type IndexDraft,
} from './index-draft.ts'
import { indexDraftText } from './messages.ts'

const table = { id: 1, schema: 's', name: 'Or"der', type: 'r', rows_estimate: 10, bytes_estimate: 8192 } as const
const large = { ...table, rows_estimate: 1_000_000 }
const btree: IndexMethod = {
  name: 'btree',
  can_order: true,
  can_be_unique: true,
  can_have_many: true,
  can_include: true,
  operator_classes: [{ schema: 'pg_catalog', name: 'text_ops', type: 'text', is_default: true }],
}
const gin = { ...btree, name: 'gin', can_order: false, can_be_unique: false, can_include: false }
const entry = { key: '0', kind: 'column', text: 'a', order: 'asc', nulls: null, operatorClass: '' } as const
const draft: IndexDraft = { ...newDraft('Or"der'), entries: [entry] }
const textOf = (outcome: ReturnType<typeof creationOf>) =>
  outcome.kind === 'change' ? outcome.change.commands.map(({ sql }) => sql).join('\n') : outcome
const text = (part: Partial<IndexDraft>, method = btree, of = table as Parameters<typeof creationOf>[1]) =>
  textOf(creationOf({ ...draft, ...part }, of, method))

test('an index is made of columns and expressions, with what its method can do', () => {
  expect(text({})).toBe('create index "Or""der_a_idx" on s."Or""der" using btree (a);')
  const full: Partial<IndexDraft> = {
    name: 'mine',
    isUnique: true,
    entries: [
      { ...entry, order: 'desc', nulls: 'last' },
      { ...entry, key: '1', kind: 'expression', text: ' lower(b) ', operatorClass: classKey({ schema: 'pg_catalog', name: 'text_pattern_ops' }) },
    ],
    included: ['c'],
    predicate: 'd > 0 ',
  }
  expect(text(full)).toBe(
    'create unique index mine on s."Or""der" using btree (a desc nulls last, (lower(b)) pg_catalog.text_pattern_ops) include (c) where (d > 0);',
  )
  expect(text({ ...full, method: 'gin' }, gin)).toBe(
    'create index mine on s."Or""der" using gin (a, (lower(b)) pg_catalog.text_pattern_ops) where (d > 0);',
  )
})

test('large tables are indexed concurrently unless told otherwise; of partitions Postgres can not', () => {
  expect(text({}, btree, large)).toContain('create index concurrently ')
  expect(text({ isConcurrent: false }, btree, large)).toContain('create index "')
  expect(text({ isConcurrent: true })).toContain('create index concurrently ')
  expect(isConcurrent({ isConcurrent: true }, { ...table, type: 'p' })).toBe(false)
  const outcome = creationOf({ ...draft, isConcurrent: true }, table, btree)
  expect(outcome.kind === 'change' && outcome.change.commands[0]!.isOutsideTransaction).toBe(true)
})

test('what is missing or would leave its place is said by its field', () => {
  const problems = (part: Partial<IndexDraft>, of: typeof table | null = table) => {
    const outcome = creationOf({ ...draft, ...part }, of ?? undefined, btree)
    return outcome.kind === 'incomplete' ? Object.keys(outcome.problems) : outcome.kind
  }
  expect(problems({ entries: [] })).toEqual(['entries'])
  expect(problems({ entries: [{ ...entry, text: '' }] })).toEqual(['entry 0'])
  expect(problems({ entries: [{ ...entry, kind: 'expression', text: 'a); drop table x; --' }] })).toEqual(['entry 0'])
  expect(problems({ predicate: 'true) ; drop table x; --' })).toEqual(['predicate'])
  expect(problems({ name: 'ä'.repeat(32) })).toEqual(['name'])
  expect(problems({}, null)).toEqual(['table'])
  expect(problems({ name: 'x\0' })).toEqual(['form'])
})

test('a suggested name is one that Postgres keeps', () => {
  expect(suggestedName({ table: 't', isUnique: true, entries: [entry, { ...entry, kind: 'expression', text: 'f(x)' }] })).toBe('t_a_expr_key')
  const long = suggestedName({ table: '😀'.repeat(20), isUnique: false, entries: [entry] })
  expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(63)
  expect(long).toMatch(/^(😀)+_idx$/u)
})

test('a copy has all that its original has but the name', () => {
  const copy = duplicateOf(
    {
      id: 1,
      schema: 's',
      table: 'Or"der',
      name: 'x',
      is_of_constraint: false,
      is_of_partition: false,
      method: 'btree',
      elements: [
        {
          column: 'a',
          order: 'desc',
          nulls: 'first',
          operator_class: { schema: 'pg_catalog', name: 'text_ops' },
          collation: { schema: 'pg_catalog', name: 'C' },
        },
        { expression: 'lower(b)', order: 'asc', nulls: 'first', operator_class: { schema: 'pg_catalog', name: 'text_pattern_ops' } },
      ],
      include: ['c'],
      is_unique: true,
      nulls_not_distinct: true,
      predicate: '(d > 0)',
      storage_parameters: { fillfactor: '70' },
    },
    btree,
  )
  expect(textOf(creationOf(copy, table, btree))).toBe(
    'create unique index "Or""der_a_expr_key" on s."Or""der" using btree (a collate pg_catalog."C" desc, (lower(b)) pg_catalog.text_pattern_ops nulls first) include (c) nulls not distinct with (fillfactor = \'70\') where ((d > 0));',
  )
})

test('a change has only what differs, and rebuilds and deletions name the index', () => {
  const index = { schema: 's', name: 'i' }
  expect(alterationOf(index, { comment: 'c' }, { name: 'i', comment: 'c' })).toEqual({ kind: 'unchanged' })
  expect(alterationOf(index, { comment: 'c' }, { name: ' ', comment: 'c' })).toMatchObject({ problems: { name: indexDraftText.noName } })
  expect(textOf(alterationOf(index, { comment: 'c' }, { name: 'j', comment: 'c' }))).toContain('rename to')
  expect(textOf(alterationOf(index, { comment: 'c' }, { name: 'i', comment: '' }))).not.toContain('rename to')
  expect(textOf(rebuildOf(index, true))).toBe('reindex index concurrently s.i;')
  const [concurrent, blocking] = [true, false].map((isConcurrent) => rebuildOf(index, isConcurrent))
  for (const draft of [concurrent, blocking]) expect(draft?.kind === 'change' && migrationOf(draft.change)).toEqual({})
  const dropped = { name: 'Delete index i', commands: [leftoverDrop(index)] }
  expect(migrationOf(dropped)).toEqual({ migration: { name: 'Delete index i' } })
  expect(leftoverDrop({ schema: 's', name: 'I' })).toEqual({ sql: 'drop index concurrently if exists s."I";', isOutsideTransaction: true })
})
