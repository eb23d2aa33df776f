import { DatabasePassword } from '@colonnade/contracts/foundation/values'
import { systemRandom } from '@colonnade/core'
import { expect, test } from 'vitest'
import { generatePassword } from './database-password.ts'

test('a generated password is accepted, differs each time and needs no escaping in an address', () => {
  const passwords = Array.from({ length: 50 }, () => generatePassword(systemRandom))
  expect(new Set(passwords).size).toBe(passwords.length)
  for (const password of passwords) {
    expect(DatabasePassword.parse(password)).toBe(password)
    expect(encodeURIComponent(password)).toBe(password)
  }
})
