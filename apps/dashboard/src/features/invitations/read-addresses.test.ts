import { expect, test } from 'vitest'
import { addressProblem, readAddresses } from './read-addresses.ts'

test.each<[string, string[]]>([
  ['', []],
  ['  \n ', []],
  ['a@b.example', ['a@b.example']],
  ['a@b.example, c@d.example;e@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['a@b.example\r\n\r\nc@d.example', ['a@b.example', 'c@d.example']],
  ['a@b.example c@d.example', ['a@b.example', 'c@d.example']],
  ['Ada Lovelace <ada@example.com>, "Grace" <grace@example.com>', ['ada@example.com', 'grace@example.com']],
  ['a@b.example\na@b.example', ['a@b.example']],
  ['nobody', ['nobody']],
])('%j is read as addresses', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

test.each<[string, string | undefined]>([
  ['', 'Give an address'],
  ['a@b.example, c@d.example', undefined],
  ['a@b.example, nobody', '“nobody” is not an email address'],
  ['a@b.example\r\nBcc: x@y.example', '“Bcc:” is not an email address'],
  ['p q r s t', '“p”, “q”, “r”, and 2 more are not email addresses'],
  [Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join(' '), 'Invite at most 50 at once'],
])('%j can be invited but for %j', (text, problem) => {
  expect(addressProblem(readAddresses(text))).toBe(problem)
})
