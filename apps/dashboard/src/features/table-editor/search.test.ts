import { expect, test } from 'vitest'
import { EditorSearch, entityRefOf, formatSorts, parseSorts } from './search.ts'

const columns = [
  { name: 'a:b', is_orderable: true },
  { name: 'doc', is_orderable: false },
]

test('a link names a table by oid or by name', () => {
  expect(entityRefOf({ table: '16402' })).toEqual({ id: 16402 })
  expect(entityRefOf({ table: '4294967296' })).toEqual({ schema: 'public', name: '4294967296' })
  expect(entityRefOf({ table: 'album' })).toEqual({ schema: 'public', name: 'album' })
  expect(entityRefOf({ schema: 'Ünï "x', table: 'T"🏛' })).toEqual({ schema: 'Ünï "x', name: 'T"🏛' })
  expect(entityRefOf({})).toBeNull()
})

test('sorts survive the address; what can not be sorted by is left out', () => {
  expect(parseSorts(['a:b:desc', 'doc:asc', 'gone:asc', 'a:b:sideways'], columns)).toEqual([{ column: 'a:b', ascending: false }])
  expect(formatSorts([{ column: 'a:b', ascending: false }])).toEqual(['a:b:desc'])
  expect(formatSorts([])).toBeUndefined()
})

test('a mangled address is still an address', () => {
  expect(EditorSearch.parse({ table: 5, from: 'x', sort: 'name:asc' })).toEqual({
    table: undefined,
    from: undefined,
    sort: undefined,
    schema: undefined,
  })
})
