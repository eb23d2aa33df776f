import { expect, test } from 'vitest'
import { isTextual, pathOf, prettyBody, readHeaders } from './request-text.ts'

test('headers are read line by line; what a browser refuses is told first', () => {
  expect(readHeaders('X-One: a: b\n\n content-type :text/plain ')).toEqual({
    headers: [
      ['X-One', 'a: b'],
      ['content-type', 'text/plain'],
    ],
    problem: null,
  })
  for (const wrong of ['no colon', 'a b: c', 'x: €', 'Host: example.com', 'Cookie: a=b']) expect(readHeaders(wrong).problem).not.toBeNull()
})

test('a path begins with a slash, and a query stays one', () => {
  expect(['', 'items/1?a=b', '/items', '?a=b'].map(pathOf)).toEqual(['', '/items/1?a=b', '/items', '?a=b'])
})

test('JSON is shown with indents, what is none as it is', () => {
  expect(prettyBody('{"a":1}', 'application/json; charset=utf-8')).toBe('{\n  "a": 1\n}')
  expect(prettyBody('{"a":', 'application/json')).toBe('{"a":')
  expect(prettyBody('{"a":1}', 'text/plain')).toBe('{"a":1}')
  expect(['text/event-stream', 'application/problem+json', 'application/octet-stream', 'image/png', ''].map(isTextual)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
})
