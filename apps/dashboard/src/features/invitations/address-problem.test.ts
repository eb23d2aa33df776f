import { splitEmailAddresses } from '@colonnade/core'
import { expect, test } from 'vitest'
import { addressProblem } from './address-problem.ts'

test.each<[string, string | undefined]>([
  ['', 'Give an address'],
  ['a@b.example, c@d.example', undefined],
  ['a@b.example, nobody', '“nobody” is not an email address'],
  ['a@b.example\r\nBcc: x@y.example', '“Bcc:” is not an email address'],
  ['p q r s t', '“p”, “q”, “r”, and 2 more are not email addresses'],
  [Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join(' '), 'Invite at most 50 at once'],
])('%j can be invited but for %j', (text, problem) => {
  expect(addressProblem(splitEmailAddresses(text))).toBe(problem)
})
