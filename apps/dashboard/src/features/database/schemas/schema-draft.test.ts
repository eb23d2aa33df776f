import { expect, test } from 'vitest'
import { fieldsOf, newSchema, schemaDraft } from './schema-draft.ts'

const sales = { name: 'sales', owner: 'postgres', comment: 'sold' }
const sqlOf = (draft: ReturnType<typeof schemaDraft>) => (draft.kind === 'change' ? draft.change.commands.map(({ sql }) => sql).join('\n') : null)

test('a schema is made with its owner and comment, whatever it is called', () => {
  expect(sqlOf(schemaDraft({ ...newSchema, name: 'a"b' }, null))).toBe('create schema "a""b";')
  expect(sqlOf(schemaDraft({ name: 'x', owner: 'anon', comment: "it's" }, null))).toBe(
    "create schema x authorization anon;\ncomment on schema x is 'it''s';",
  )
})

test('a schema is changed in what is different, by its name', () => {
  expect(schemaDraft(fieldsOf(sales), sales)).toEqual({ kind: 'unchanged' })
  const renamed = sqlOf(schemaDraft({ ...fieldsOf(sales), name: 'Sold' }, sales))!
  expect(renamed).toContain('rename to "Sold"')
  expect(renamed).not.toContain('comment on')
  expect(renamed).not.toContain('owner to')
  expect(sqlOf(schemaDraft({ ...fieldsOf(sales), comment: '' }, sales))).toContain('is NULL')
})

test('what no schema can be called is said; one that has such a name can be changed otherwise', () => {
  for (const name of ['', 'pg_mine', 'ä'.repeat(32)]) expect(schemaDraft({ ...newSchema, name }, null).kind).toBe('incomplete')
  expect(schemaDraft({ ...fieldsOf({ ...sales, name: 'pg_old' }), owner: 'anon' }, { ...sales, name: 'pg_old' }).kind).toBe('change')
})
