import { expect, test } from 'vitest'
import { parseJsonc } from './jsonc.ts'

test.each([
  ['{"a": 1}', { a: 1 }],
  ['\uFEFF{"a": [1, 2,], /* , */ "b": {}, // end\n}', { a: [1, 2], b: {} }],
  ['{"a//b": "/* no */", "c": ",}",}', { 'a//b': '/* no */', c: ',}' }],
  ['{"a": "\\",]"}', { a: '",]' }],
  ['[1 /* one */, /* two */ ]', [1]],
])('%s', (text, expected) => {
  expect(parseJsonc(text)).toEqual(expected)
})

test.each(['', '{', '[1,,]', '{"a" 1}', '{"a": "', '/* open', '[,]x'])('%s is refused', (text) => {
  expect(() => parseJsonc(text)).toThrow(SyntaxError)
})
