import { expect, test } from 'vitest'
import { enumCreations } from '../statements/new-enums.ts'
import { enumProblem } from './enum-problem.ts'
import { blankColumn } from './table-draft.ts'

const mood = { schema: 'public', name: 'Mood', values: ['sad', "it's ok"] }

test.each([
  [{ ...mood, name: '' }, 'name'],
  [{ ...mood, name: 'status' }, 'name'],
  [{ ...mood, values: [] }, 'values'],
  [{ ...mood, values: ['a', 'a'] }, 'values'],
  [{ ...mood, values: ['x'.repeat(64)] }, 'values'],
])('%j is refused at its %s', (one, field) => {
  expect(enumProblem(one, ['public.status'])?.field).toBe(field)
})

test('an enum that a column is of is created before the table, another one is not', () => {
  expect(enumProblem(mood, ['public.status'])).toBeNull()
  const columns = [{ ...blankColumn('new:4'), name: 'mood', type: 'public."Mood"[]' }]
  expect(enumCreations({ newEnums: [mood, { ...mood, name: 'unused' }], columns })).toEqual([
    { sql: `create type public."Mood" as enum ('sad', 'it''s ok');`, path: 'column:new:4:type' },
  ])
})
