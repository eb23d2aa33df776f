import { expect, test } from 'vitest'
import { sqlTemplates, templateCategories } from './sql-templates.ts'

test('each template has an id and a title of its own, and one sentence', () => {
  for (const values of [sqlTemplates.map(({ id }) => id), sqlTemplates.map(({ title }) => title)]) expect(new Set(values).size).toBe(values.length)
  for (const { id, summary } of sqlTemplates) expect([id, summary]).toEqual([id, expect.stringMatching(/^[A-Z][^\n]+\.$/)])
})

test('a text is called by its first line as its template is', () => {
  for (const { title, sql } of sqlTemplates) expect(sql.split('\n')[0]).toBe(`-- ${title.replace('’', "'")}`)
})

test('every category has something', () => {
  expect([...new Set(sqlTemplates.map(({ category }) => category))].sort()).toEqual([...templateCategories].sort())
  expect(sqlTemplates.length).toBeGreaterThanOrEqual(25)
})
