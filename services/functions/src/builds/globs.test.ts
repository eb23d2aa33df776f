import { expect, test } from 'vitest'
import { isMatch } from './globs.ts'

test.each([
  ['a/b.html', 'a/*.html', true],
  ['a/b.html', './a/*.html', true],
  ['a/b.html', '*.html', false],
  ['a/b/c.html', 'a/*.html', false],
  ['a/b/c.html', 'a/**/*.html', true],
  ['a/c.html', 'a/**/*.html', true],
  ['a/b/c/d.txt', 'a/**', true],
  ['a/b/c/d.txt', '**/c/*', true],
  ['a/b.html', 'a/?.html', true],
  ['a/bc.html', 'a/?.html', false],
  ['a/b.html', 'a/b.html', true],
  ['a/b.html', 'a/b.html/', false],
  ['a/b*.html', 'a/*\u002a.html', true],
  ['a.b', 'a?b', true],
  ['a', '', false],
])('%s and %s: %s', (path, pattern, expected) => {
  expect(isMatch(path, pattern)).toBe(expected)
})

test('no pattern takes long', () => {
  const startedAt = performance.now()
  expect(isMatch('a'.repeat(255), `${'*a'.repeat(120)}b`)).toBe(false)
  expect(isMatch(Array(400).fill('a').join('/'), `${Array(400).fill('**').join('/')}/b`)).toBe(false)
  // the usual way would need longer than there is time
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
