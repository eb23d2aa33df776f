import { expect, test } from 'vitest'
import type { DiagramColumn, DiagramModel, DiagramNode } from '../model/diagram-model.ts'
import { pngScale } from './diagram-png.ts'
import { diagramSvg } from './diagram-svg.ts'
import { diagramMermaid } from './mermaid.ts'
import { schemaSql } from './schema-sql.ts'

const column = (name: string, more: Partial<DiagramColumn> = {}): DiagramColumn => ({
  name,
  type: 'integer',
  isNullable: false,
  isPrimary: false,
  isUnique: false,
  isForeign: false,
  ...more,
})
const node = (id: string, name: string, columns: DiagramColumn[]): DiagramNode => ({ id, schema: 's', name, type: 'r', comment: null, columns })
const model: DiagramModel = {
  schema: 's',
  nodes: [
    node('1', 'artists', [column('id', { isPrimary: true })]),
    node('2', 'the "al<b>ums\u0001', [
      column('2 much & more', { type: 'character varying(20)', isNullable: true }),
      column('tags', { type: '"My Types"."tag"[]' }),
      column('artist_id', { isForeign: true, isUnique: true }),
    ]),
  ],
  relations: [
    {
      id: 'r',
      name: 'fk "x"',
      from: '2',
      fromColumns: [2],
      to: '1',
      toColumns: [0],
      columnNames: ['artist_id'],
      toColumnNames: ['id'],
      isUnique: false,
      isOptional: true,
    },
  ],
}

test('Mermaid has every table, column and relation, in words that it can read', () => {
  expect(diagramMermaid(model)).toBe(`erDiagram
  "artists" {
    integer id PK
  }
  "the 'al<b>ums_" {
    character_varying_20 _2_much_more "2 much & more, nullable"
    My_Types_tag[] tags
    integer artist_id FK, UK
  }
  "artists" |o--o{ "the 'al<b>ums_" : "fk 'x'"
`)
})

const colors = {
  canvas: '#000',
  surface: '#111',
  raised: '#222',
  line: '#333',
  fg: '#eee',
  soft: '#ccc',
  faint: '#999',
  accent: '#0f0',
  warning: '#ff0',
}

test('a drawing holds all tables and lines, and no name breaks out of its text', () => {
  const places = new Map([
    ['1', { x: -100, y: 0, isFolded: false }],
    ['2', { x: 400, y: 50, isFolded: false }],
  ])
  const { svg, width, height } = diagramSvg(model, places, colors)
  expect(svg).toContain('the &quot;al&lt;b&gt;ums\ufffd')
  expect(svg).toContain('2 much &amp; more')
  expect(svg).toContain('viewBox="-140 -40 844 ')
  expect([width, height]).toEqual([844, 50 + 36 + 3 * 22 + 4 + 80])
  expect(svg.match(/<path d="M400 /)).not.toBeNull()
  const folded = diagramSvg(model, new Map([...places].map(([id, place]) => [id, { ...place, isFolded: true }])), colors)
  expect(folded.svg).not.toContain('artist_id')
})

test('a picture is sharp, and never larger than browsers draw', () => {
  expect(pngScale({ width: 800, height: 600 })).toBe(2)
  for (const size of [
    { width: 20_000, height: 500 },
    { width: 12_000, height: 11_000 },
  ]) {
    const scale = pngScale(size)
    expect(size.width * scale).toBeLessThanOrEqual(16_000)
    expect(size.width * size.height * scale * scale).toBeLessThanOrEqual(64_000_001)
  }
})

const type = (name: string, kind: 'composite' | 'domain' | 'enum') => ({
  id: 1,
  name,
  schema: 's"q',
  format: `"s""q".${name}`,
  kind,
  owner: 'postgres',
  enums: [],
  attributes: [],
  attribute_details: null,
  domain: null,
  range: null,
  comment: null,
})

test('SQL makes types and tables after those that they are made of or inherit from, and the keys between tables last', () => {
  const text = schemaSql(
    's"q',
    [
      { ...type('a', 'composite'), attribute_details: [{ name: 'x', type: '"s""q".b[]', collation: null }] },
      {
        ...type('b', 'domain'),
        domain: { base_type: '"s""q".c', collation: null, default_value: null, not_null: false, checks: [] },
      },
      { ...type('c', 'enum'), enums: ['one'] },
    ],
    [
      { id: 4, schema: 's"q', name: 'an heir of the heir', constraints: [], indexes: [], inherits: [{ schema: 's"q', name: 'heir' }] },
      { id: 1, schema: 's"q', name: 'heir', constraints: [], indexes: [], inherits: [{ schema: 's"q', name: 'base' }] },
      {
        id: 2,
        schema: 's"q',
        name: 'base',
        columns: [{ name: 'id', type: 'int4' }],
        constraints: [
          {
            id: 9,
            type: 'foreign',
            schema: 's"q',
            table: 'base',
            table_id: 2,
            name: 'to_other',
            definition: '',
            index_name: null,
            is_inherited: false,
            comment: null,
            columns: ['id'],
            target: { schema: 's"q', table: 'other', columns: ['id'] },
          },
        ],
        indexes: [],
      },
      { id: 3, schema: 's"q', name: 'other', columns: [{ name: 'id', type: 'int4' }], constraints: [], indexes: [] },
    ],
    [],
  )
  const order = [
    'create schema if not exists',
    'create type "s""q".c',
    'create domain "s""q".b',
    'create type "s""q".a',
    'create table "s""q".base',
    'create table "s""q".heir',
    'create table "s""q"."an heir of the heir"',
    'create table "s""q".other',
    'to_other',
  ].map((part) => text.indexOf(part))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
})
