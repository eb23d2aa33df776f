import { expect, test } from 'vitest'
import { typeChangeText, typeFormText } from './messages.ts'
import { rename } from './renames.ts'
import { alterationOf, valuePlan, type Held } from './type-alteration.ts'
import { creationOf, definitionOf, draftOf, duplicateOf, newDraft, type TypeDraft } from './type-draft.ts'
import type { TypeDefinition } from './type-queries.ts'

const row: TypeDefinition = {
  id: 7,
  schema: 'shop',
  name: 'mo"od',
  format: '',
  kind: 'enum',
  owner: 'postgres',
  enums: ['sad', 'ok', 'happy'],
  attributes: [],
  attribute_details: null,
  domain: null,
  range: null,
  comment: null,
}
const composite: TypeDefinition = {
  ...row,
  kind: 'composite',
  name: 'pair',
  enums: [],
  attribute_details: [
    { name: 'x', type: 'integer', collation: null },
    { name: 'y', type: 'text', collation: { schema: 'pg_catalog', name: 'C' } },
  ],
}
const domain: TypeDefinition = {
  ...row,
  kind: 'domain',
  name: 'word',
  enums: [],
  domain: {
    base_type: 'text',
    collation: null,
    default_value: "'none'::text",
    not_null: false,
    checks: [
      { name: 'a', expression: "(VALUE <> ''::text)", is_validated: true },
      { name: 'b', expression: '(length(VALUE) < 9)', is_validated: false },
    ],
  },
}
const free: Held = { uses: { columns: [], typed_tables: [], others: null }, held: [] }
const column = {
  schema: 'shop',
  table: 'visit',
  column: 'mood',
  is_array: false,
  is_own: true,
  is_foreign: false,
  default_value: "'ok'::shop.mood",
  rows_estimate: 3,
  bytes: 8192,
}
const used: Held = { uses: { columns: [column], typed_tables: [], others: null }, held: [] }
const value = (from: string | null, text = from ?? '') => ({ key: `${from} ${text}`, from, value: text })
const edit = (original: TypeDefinition, part: Partial<TypeDraft>, known = free) => alterationOf(original, { ...draftOf(original), ...part }, known)
const sqlOf = (outcome: ReturnType<typeof edit>) => (outcome.kind === 'change' ? outcome.change.commands.map(({ sql }) => sql) : [])
const problemOf = (outcome: ReturnType<typeof edit>, name = 'values') =>
  outcome.kind === 'incomplete' ? (outcome.problems[name] ?? '') : outcome.kind

test('nothing is run where nothing is changed', () => {
  for (const original of [row, composite, domain]) expect(edit(original, {})).toEqual({ kind: 'unchanged' })
})

test('values are added beside their neighbours and renamed in place, by the name of the type', () => {
  const values = [value(null, 'awful'), value('sad'), value('ok', 'fine'), value(null, 'so so'), value('happy'), value(null, 'last')]
  const [sql, ...more] = sqlOf(edit(row, { values, name: 'feeling' }))
  expect(more).toEqual([])
  expect(sql).toMatch(/^(?:alter type shop\."mo""od" .+;\n?)+$/)
  const parts = ["rename value 'ok' to 'fine'", "add value 'awful' before 'sad'", "add value 'so so' after 'fine'", "add value 'last' after 'happy'"]
  const places = parts.map((part) => sql!.indexOf(part))
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
  expect(valuePlan(row, { ...draftOf(row), values })).toEqual({ removed: [], isRewrite: false })
})

test('another order or one value less makes another type, after the renames and before the other changes', () => {
  const commands = sqlOf(edit(row, { values: [value('happy', 'glad'), value(null, 'new'), value('ok')], comment: 'c' }))
  expect(commands).toHaveLength(3)
  expect(commands[0]).toContain('rename value')
  expect(commands[1]!.replaceAll("''", "'")).toContain("as enum ('glad', 'new', 'ok')")
  expect(commands[2]).toContain('comment on type')
})

test('a value that rows hold, that is a default, or an enum that more depends on is refused with what uses it', () => {
  const without = { values: [value('sad'), value('happy')] }
  const held = [{ value: 'ok', schema: 'shop', table: 'visit', column: 'mood', rows: 1200 }]
  expect(problemOf(edit(row, without, { ...used, held }))).toContain('1,200 rows use it in shop.visit.mood')
  expect(problemOf(edit(row, without, used))).toContain('default of shop.visit.mood')
  expect(problemOf(edit(row, without, { ...free, uses: { ...free.uses!, others: 'view shop.seen' } }))).toContain('view shop.seen')
  expect(problemOf(edit(row, without, { uses: used.uses, held: undefined }))).toBe(typeChangeText.checking)
  expect(sqlOf(edit(row, without, free))).toHaveLength(1)
  expect(problemOf(edit(row, { values: [value('sad'), value(null, 'sad')] }), 'value null sad')).toBe(typeFormText.valueTaken)
})

test('attributes are dropped, renamed, given another type and added, in this order', () => {
  const attributes = [
    { key: '0', from: 'x', name: 'y', type: 'bigint' },
    { key: '1', from: null, name: 'z', type: 'numeric(4,1)' },
  ]
  const [sql] = sqlOf(edit(composite, { attributes, isCascade: true }))
  const places = [
    'drop attribute y cascade',
    'rename attribute x to y cascade',
    'alter attribute y type bigint cascade',
    'add attribute z numeric(4,1) cascade',
  ].map((part) => sql!.indexOf(part))
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
})

test('checks are dropped, renamed, validated and added, with the rows that are there or without', () => {
  const [a, b] = draftOf(domain).checks
  const [sql] = sqlOf(
    edit(domain, {
      checks: [
        { ...b!, name: 'length', isValidated: true },
        { ...a!, expression: 'value > 1', isValidated: false },
      ],
      default: '',
      isRequired: true,
    }),
  )
  for (const part of [
    'drop constraint a',
    'rename constraint b to length',
    'validate constraint length',
    'add constraint a check (value > 1) not valid',
    'drop default',
    'set not null',
  ])
    expect(sql).toContain(part)
})

test('a type is made of what was written, and its definition makes it as it is', () => {
  expect(problemOf(creationOf(newDraft('shop'), null), 'name')).toBe(typeFormText.nameMissing)
  expect(sqlOf(creationOf({ ...newDraft('shop'), name: 'a"b', values: [value(null, "x'y")] }, null))).toEqual([
    `create type shop."a""b" as enum ('x''y');`,
  ])
  expect(definitionOf(composite)).toBe('create type shop.pair as (x integer, y text collate pg_catalog."C");')
  expect(sqlOf(creationOf(duplicateOf(domain), domain))).toEqual([
    `create domain shop.word_copy as text default ('none'::text) constraint a check ((VALUE <> ''::text));`,
    expect.stringContaining('not valid'),
  ])
  expect(problemOf(creationOf({ ...newDraft('shop'), kind: 'domain', name: 'd', default: '1); drop table x' }, null), 'form')).toContain('Unbalanced')
})

test('names that go round step aside, and none is given twice', () => {
  expect(
    rename(
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
      ['a', 'b'],
    ),
  ).toEqual([
    { rename: 'b', to: 'c' },
    { rename: 'a', to: 'b' },
  ])
  expect(
    rename(
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
      ['a', 'b', 'renaming'],
    ),
  ).toEqual([
    { rename: 'a', to: 'renaming 1' },
    { rename: 'b', to: 'a' },
    { rename: 'renaming 1', to: 'b' },
  ])
})

test('it is given to another owner, and a range has its own order and distance', () => {
  const given = alterationOf(row, { ...draftOf(row), owner: 'the "x' }, free)
  expect(given.kind === 'change' && given.change.commands[0]!.sql).toContain('owner to "the ""x"')
  const range: TypeDefinition = {
    ...row,
    kind: 'range',
    name: 'span',
    enums: [],
    range: {
      subtype: 'text',
      subtype_opclass: { schema: 'pg_catalog', name: 'text_pattern_ops' },
      collation: null,
      subtype_diff: { schema: 'shop', name: 'the Diff' },
      multirange: { schema: 'shop', name: 'spans' },
    },
  }
  expect(definitionOf(range)).toBe(
    'create type shop.span as range (subtype = text, subtype_opclass = pg_catalog.text_pattern_ops, subtype_diff = shop."the Diff", multirange_type_name = shop.spans);',
  )
  const copy = creationOf({ ...duplicateOf(range), operatorClass: '', difference: ' "My s".f' }, range)
  expect(copy.kind === 'change' && copy.change.commands[0]!.sql).toBe(
    'create type shop.span_copy as range (subtype = text, subtype_diff = "My s".f);',
  )
  expect(creationOf({ ...duplicateOf(range), difference: 'f(x)' }, range)).toMatchObject({
    problems: { difference: expect.stringContaining('one name') },
  })
})
