import { expect, test } from 'vitest'
import { nearestFirst } from './nearest-first.ts'

test('a form offers what is in its own schema first, and what Postgres brings last', () => {
  const functions = ['auth', 'information_schema', 'pg_catalog', 'public', 'shop', 'storage'].map((schema) => ({ schema }))
  const order = (own: string) => nearestFirst(functions, own).map(({ schema }) => schema)
  expect(order('shop')).toEqual(['shop', 'public', 'auth', 'storage', 'information_schema', 'pg_catalog'])
  expect(order('public')).toEqual(['public', 'auth', 'shop', 'storage', 'information_schema', 'pg_catalog'])
})
