import { parseRequest } from '@colonnade/rest-query'
import { describe, expect, test } from 'vitest'
import { emptyDraft, queryOf, type RequestDraft, requestOf, splitList, withEmbed, withQuery } from './request-draft.ts'

const films = { name: 'films', schema: null }
const full: RequestDraft = {
  ...emptyDraft,
  select: '*,directors(name)',
  filters: [
    { column: 'title', operator: 'ilike', value: '*50%*' },
    { column: 'or', operator: '', value: '(year.eq.1979,and(year.gt.2000,rating.lt.8))' },
    { column: '"odd,name"', operator: 'not.in', value: '("a,b",c)' },
    { column: 'details->>by', operator: 'eq', value: 'a & b=c' },
  ],
  orders: [
    { column: 'year', direction: 'desc.nullslast' },
    { column: '"odd,name"', direction: 'asc' },
  ],
  limit: '5',
  offset: '10',
}

describe('a request', () => {
  test('is written into a query string, and read back from it', () => {
    expect(withQuery(emptyDraft, queryOf(full))).toEqual(full)
    expect(queryOf(withQuery(emptyDraft, `?${queryOf(full)}`))).toBe(queryOf(full))
  })

  test('is one that the data API understands', () => {
    for (const operation of ['read', 'insert', 'upsert', 'update', 'delete', 'call'] as const) {
      const { method, path, query, headers, body } = requestOf({ ...full, operation, onConflict: 'id', body: '{"title":"x"}' }, films)
      const { request } = parseRequest({ method, path: `/${path}`, search: query, headers, body: new TextEncoder().encode(body ?? '') })
      expect(request.target).toEqual({ kind: operation === 'call' ? 'routine' : 'relation', name: 'films' })
    }
  })

  test('names a schema that isn’t the default, in the header of its method', () => {
    expect(requestOf(emptyDraft, { name: 'a b', schema: 'shop' })).toMatchObject({ path: 'a%20b', headers: { 'accept-profile': 'shop' } })
    expect(requestOf({ ...emptyDraft, operation: 'call' }, { name: 'f', schema: 'shop' })).toMatchObject({
      method: 'POST',
      path: 'rpc/f',
      headers: { 'content-profile': 'shop', 'content-type': 'application/json' },
    })
  })

  test('says what a write returns, and merges only as an upsert', () => {
    expect(requestOf({ ...emptyDraft, operation: 'upsert', onConflict: 'id' }, films)).toMatchObject({
      query: 'on_conflict=id',
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    })
    expect(requestOf({ ...full, operation: 'delete', isReturning: false }, films).headers).toMatchObject({ prefer: 'return=minimal' })
    expect(requestOf({ ...emptyDraft, isCounted: true }, films).headers).toMatchObject({ prefer: 'count=exact' })
    expect(requestOf({ ...full, operation: 'insert' }, films).query).toBe('select=*,directors(name)')
  })

  test('keeps what is half written', () => {
    expect(withQuery(emptyDraft, 'title=ilike.%&x')).toMatchObject({
      select: '*',
      filters: [
        { column: 'title', operator: 'ilike', value: '%' },
        { column: 'x', operator: '', value: '' },
      ],
    })
  })
})

test('lists are split outside of quotes and parentheses', () => {
  expect(splitList('*,"a,\\"b",rel(x,y(z)),c')).toEqual(['*', '"a,\\"b"', 'rel(x,y(z))', 'c'])
})

test('an embedding is added, and taken out again', () => {
  expect(withEmbed('*', 'directors(*)')).toBe('*,directors(*)')
  expect(withEmbed('id,directors(*)', 'directors(*)')).toBe('id')
  expect(withEmbed('', 'a(*)')).toBe('*,a(*)')
})
