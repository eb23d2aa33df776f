import { expect, test } from 'vitest'
import { keepLineEnds, lineFeeds } from './line-ends.ts'

test('a text that is edited keeps the ends of its lines', () => {
  expect(keepLineEnds('a\r\nb\r\nc', 'a\nb\nc!')).toBe('a\r\nb\r\nc!')
  expect(keepLineEnds('a\r\nb', 'a\n\nb')).toBe('a\r\n\r\nb')
  expect(keepLineEnds('a\r\nb\rc\nd', 'a\nB\nc\nd')).toBe('a\r\nB\rc\nd')
  expect(keepLineEnds('a\r\nb\rc\nd', '')).toBe('')
  expect(keepLineEnds('a\r\nb\r\n', 'b\n')).toBe('b\r\n')
  expect(keepLineEnds('a\r\n\r\n\r\nb', 'a\n\nb')).toBe('a\r\n\r\nb')
  expect(keepLineEnds('a\nb', 'a\nb\n')).toBe('a\nb\n')
  expect(keepLineEnds('', 'x\ny')).toBe('x\ny')
})

test('a field shows lines of any kind', () => {
  expect(lineFeeds('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
})
