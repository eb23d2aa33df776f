import { expect, test } from 'vitest'
import { Name } from './values.ts'

test.each([
  ['words', 'Acme, Inc.'],
  ['letters from right to left', 'مرحبا بالعالم'],
  ['a picture of several parts', '👩\u200d💻'],
  ['letters that are joined, and not joined', 'می\u200cخواهم'],
])('a name may be %s', (_, name) => {
  expect(Name.parse(` ${name} `)).toBe(name)
})

test.each([
  ['nothing', '   ', 'Enter a name'],
  ['nothing that is seen', '\u200b\u2060\u3164', 'Use at least one visible character'],
  ['words of which a mark turns the direction', 'Team \u202elive', 'Remove line breaks and other control characters'],
  ['two lines', 'a\nb', 'Remove line breaks and other control characters'],
  ['two lines of other kinds', 'a\u2028b\u0085c', 'Remove line breaks and other control characters'],
  ['half a character', 'a\ud800', 'Remove incomplete characters (unpaired surrogates)'],
])('a name is not %s', (_, name, message) => {
  expect(Name.safeParse(name).error?.issues.map((issue) => issue.message)).toEqual([message])
})
