import { describe, expect, test } from 'vitest'
import { functionExamples } from '../examples/function-examples.ts'
import { relationExamples } from '../examples/relation-examples.ts'
import { draftFor, operationsOf } from './first-draft.ts'

const column = { type: 'text', is_nullable: true, default: null, generated: null, is_key: false, comment: null, labels: [] }
const films = {
  schema: 'public',
  name: 'films',
  is_insertable: true,
  is_updatable: true,
  is_deletable: true,
  columns: [
    { ...column, name: 'id', type: 'bigint', is_nullable: false, is_key: true },
    { ...column, name: 'odd,name' },
  ],
  references: [],
  isView: false,
}

describe('the first request of an operation', () => {
  const examples = relationExamples(films)

  test('is offered if there is an example of it', () => {
    expect(operationsOf(examples)).toEqual(['read', 'insert', 'upsert', 'update', 'delete'])
    expect(operationsOf(relationExamples({ ...films, is_insertable: false, is_updatable: false, is_deletable: false }))).toEqual(['read'])
    expect(operationsOf(functionExamples({ name: 'ping', arguments: [] }))).toEqual(['call'])
  })

  test('has the values of its example, and never changes all rows', () => {
    expect(draftFor('read', examples)).toMatchObject({ select: '*', filters: [], limit: '10' })
    expect(JSON.parse(draftFor('insert', examples).body)).toEqual({ id: 1, 'odd,name': 'example' })
    expect(draftFor('upsert', examples)).toMatchObject({ onConflict: 'id' })
    for (const operation of ['update', 'delete'] as const) {
      expect(draftFor(operation, examples).filters).toEqual([{ column: 'id', operator: 'eq', value: '1' }])
    }
  })

  test('keeps the conditions that somebody has written', () => {
    const filters = [{ column: '"odd,name"', operator: 'is', value: 'null' }]
    expect(draftFor('delete', examples, { ...draftFor('read', examples), filters }).filters).toBe(filters)
  })

  test('calls a function with its arguments', () => {
    const add = { name: 'add', arguments: [{ name: 'a', type: 'integer', has_default: false, is_variadic: false }] }
    expect(draftFor('call', functionExamples(add))).toMatchObject({ operation: 'call', body: '{\n  "a": 1\n}', limit: '' })
  })
})
