import { expect, test } from 'vitest'
import { operationText, publicationFormText, tablePartsText } from './messages.ts'
import { alterationOf, creationOf, definitionOf, draftOf, isRemade, newPublication, switching, type PublicationDraft } from './publication-draft.ts'
import type { PublicationDefinition } from './publication-queries.ts'

const row: PublicationDefinition = {
  id: 1,
  name: 'p"q',
  owner: 'postgres',
  publish_insert: true,
  publish_update: true,
  publish_delete: false,
  publish_truncate: false,
  tables: [],
  publish_via_partition_root: false,
  publish_generated_columns: null,
  schemas: [],
  parts: [
    { schema: 's', name: 'a', columns: null, filter: null },
    { schema: 's', name: 'b', columns: ['id', 'the "x'], filter: '(id > 1)' },
  ],
  comment: null,
}
const edit = (part: Partial<PublicationDraft>, original = row) => alterationOf(original, { ...draftOf(original), ...part })
const sqlOf = (outcome: ReturnType<typeof edit>) => (outcome.kind === 'change' ? outcome.change.commands.map(({ sql }) => sql) : [])
const [a, b] = draftOf(row).tables

test('a publication is made of tables with their columns and rows, of schemas, or of all tables', () => {
  expect(sqlOf(creationOf({ ...newPublication, name: 'n', tables: [a!, b!], schemas: ['x y'] }))).toEqual([
    `create publication n for table only s.a, only s.b (id, "the ""x") where ((id > 1)), tables in schema "x y" with (publish = 'insert, update, delete, truncate');`,
  ])
  expect(sqlOf(creationOf({ ...newPublication, name: 'n', scope: 'all', tables: [a!], operations: ['insert'] }))).toEqual([
    `create publication n for all tables with (publish = 'insert');`,
  ])
  expect(definitionOf(row)).toContain(`create publication "p""q" for table`)
  expect(creationOf({ ...newPublication, tables: [{ ...a!, columns: [] }] })).toMatchObject({
    kind: 'incomplete',
    problems: { name: publicationFormText.nameMissing, '["s","a"]': tablePartsText.noColumn },
  })
})

test('only what differs is changed, by name, and one flag is switched alone', () => {
  expect(edit({})).toEqual({ kind: 'unchanged' })
  const [sql] = sqlOf(edit({ operations: ['insert', 'delete', 'update'], name: 'r' }))
  expect(sql).toContain(`where p.pubname = 'p"q'`)
  expect(sql).toContain(`case when true then 'delete' end`)
  expect(sql).toContain('case when target.pubinsert')
  expect(sql).not.toContain('add table')
  expect(switching('p', 'truncate', true)).toMatchObject({ name: publicationFormText.switching(operationText.truncate, 'p', true) })
})

test('it is given to another owner, and schemas go and come as a whole', () => {
  const [given] = sqlOf(edit({ owner: 'the "x' }))
  expect(given).toContain('owner to "the ""x"')
  const whole = { ...row, schemas: ['s', 'x y'] }
  expect(edit({ schemas: ['x y', 's'] }, whole)).toEqual({ kind: 'unchanged' })
  const [fewer] = sqlOf(edit({ schemas: ['x y'] }, whole))
  expect(fewer).toContain(`n.nspname not in ('x y'::name)`)
  expect(fewer).toContain('drop tables in schema')
  expect(sqlOf(edit({ schemas: ['x y'], scope: 'all' }, whole))[0]).not.toContain('in schema')
})

test('tables that stay keep what is published of them, and one that loses its columns and rows is taken out first', () => {
  const [kept] = sqlOf(edit({ tables: [b!] }))
  expect(kept).not.toContain('where (')
  const commands = sqlOf(edit({ tables: [a!, { ...b!, columns: null, filter: '' }] }))
  expect(commands).toHaveLength(2)
  expect(commands[0]).not.toContain("'b'")
  expect(commands[1]).toContain("'b'")
  expect(sqlOf(edit({ tables: [a!, { ...b!, filter: 'id > 2' }] }))[0]).toContain('where (id > 2)')
})

test('between a list and all tables it is made again', () => {
  expect(isRemade(row, { ...draftOf(row), scope: 'all' })).toBe(true)
  expect(sqlOf(edit({ scope: 'all' }))[0]).toContain('for all tables')
  const all = { ...row, tables: null, parts: null }
  expect(edit({}, all)).toEqual({ kind: 'unchanged' })
  expect(sqlOf(edit({ scope: 'tables', tables: [a!] }, all))[0]).toContain('drop publication')
})
