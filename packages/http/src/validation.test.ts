import { isAppError } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from './validation.ts'

const refusalOf = (schema: z.ZodType, part: 'query' | 'body', value: unknown) => {
  try {
    validate(schema, part, value)
  } catch (error) {
    if (isAppError(error, 'invalid_input')) return { message: error.message, issues: error.details['issues'] }
  }
  throw new Error('was not refused')
}

describe('a refused union', () => {
  const text = z.string().regex(/^\d+$/, 'Use digits')
  const byId = z.object({ id: z.number() })
  const byName = z.object({ name: z.string().min(1, 'Enter a name') })

  test.for<[string, z.ZodType, unknown, string]>([
    ['its types', z.union([z.string(), z.array(z.string())]), 3, 'body: Enter text or a list'],
    ['types that JSON has', z.union([z.number(), z.bigint(), z.string()]), null, 'body: Enter a number or text'],
    ['its values', z.union([z.literal('all'), z.array(z.string())]), 3, 'body: Enter "all" or a list'],
    ['a type once', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), 'x', 'body: Enter an object'],
    ['what each object needs', z.union([byId, byName]), {}, 'body: Enter an object with id or an object with name'],
    ['what is wrong in the only one that fits', z.union([z.null(), byName]), { name: '' }, 'name: Enter a name'],
    ['what a text should look like', z.union([z.number(), text]), 'x', 'body: Use digits'],
    ['where it is', z.object({ at: z.array(z.union([byId, z.string()])) }), { at: [true] }, 'at.0: Enter an object or text'],
    [
      'the forms of a union within',
      z.union([z.null(), z.object({ v: z.union([z.string(), z.boolean()]) })]),
      { v: 1 },
      'v: Enter text or true or false',
    ],
  ])('tells %s', ([, schema, value, message]) => {
    expect(refusalOf(schema, 'body', value).message).toBe(message)
  })
})

describe('a number of a query', () => {
  const schema = z.object({ limit: z.coerce.number().int().max(100) })

  test.for([{}, { limit: 'many' }, { limit: '1.5' }, { limit: '1e999' }])('that is none is asked for: %j', (query) => {
    expect(refusalOf(schema, 'query', query)).toEqual({
      message: 'limit: Enter a whole number',
      issues: [{ path: ['query', 'limit'], message: 'Enter a whole number' }],
    })
  })

  test('that is too large keeps its limit', () => {
    expect(refusalOf(schema, 'query', { limit: '101' }).message).toBe('limit: Too big: expected number to be <=100')
  })
})

describe('a request with very much wrong in it', () => {
  const wrong = Array.from({ length: 10_000 }, () => 1)

  test('is told the first of it, and how much there is', () => {
    const { message, issues } = refusalOf(z.object({ names: z.array(z.string()) }), 'body', { names: wrong })
    expect(issues).toHaveLength(20)
    expect(message).toMatch(/^names\.0: .*; and 9980 more$/)
  })

  test('is told so of each form that it could have, too', () => {
    const { message } = refusalOf(z.union([z.array(z.string()), z.array(z.boolean())]), 'body', wrong)
    expect(message.length).toBeLessThan(5_000)
  })
})
