import { splitEmailAddresses } from '@colonnade/core'
import { expect, test } from 'vitest'
import { addressProblem } from './address-problem.ts'

test.each<[string, string | undefined]>([
  ['', 'Enter an email address'],
  ['a@b.example, c@d.example', undefined],
  ['a@b.example, nobody', '“nobody” isn’t a valid email address'],
  ['a@b.example\r\nBcc: x@y.example', '“Bcc:” isn’t a valid email address'],
  ['p q r s t', '“p”, “q”, “r”, and 2 more aren’t valid email addresses'],
  [Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join(' '), 'Invite at most 50 people at once'],
])('%j can be invited but for %j', (text, problem) => {
  expect(addressProblem(splitEmailAddresses(text))).toBe(problem)
})
