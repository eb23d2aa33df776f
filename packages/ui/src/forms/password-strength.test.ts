import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', ''],
  ['abc', 'Weak'],
  ['password', 'Weak'],
  ['Password1', 'Weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'Weak'],
  ['abcdefghijklmnop', 'Weak'],
  ['12345678901234567890', 'Weak'],
  ['tr4vel!ng', 'Fair'],
  ['a marble column stands', 'Strong'],
  ['Ky2GhyKszRYz2-xsQ-5-hZVr', 'Strong'],
])('%s is %s', (password, expected) => {
  expect(passwordStrength(password).label).toBe(expected)
})

test('one more character never makes it weaker', () => {
  let last = 0
  for (let length = 1; length <= 24; length++) {
    const { score } = passwordStrength('Ky2GhyKszRYz2-xsQ-5-hZVr'.slice(0, length))
    expect(score).toBeGreaterThanOrEqual(last)
    last = score
  }
})
