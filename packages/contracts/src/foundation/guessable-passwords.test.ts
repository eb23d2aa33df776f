import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessableBecause } from './guessable-passwords.ts'
import { DatabasePassword } from './values.ts'

test.each([
  ['a word, repeated', ['passwordpassword', 'SunshineSunshine', 'word-word-word-', 'abababab', 'shop1shop1sh'], /repeats/],
  ['a character, repeated', ['aaaaaaaa', '11111111', '        '], /repeats/],
  ['a sequence', ['abcdefgh', '12345678', '1234567890', '87654321', 'qwertyuiop', 'poiuytrewq', 'qwerty123', 'abcd1234', '1qaz2wsx'], /follows/],
  ['words of this place', ['password', 'Password1', 'password123!', 'postgres2026', '!postgresql!', 'colonnade-admin', 'database-2026'], /words/],
] as const)('%s is guessed', (_, passwords, why) => {
  for (const password of passwords) {
    expect([password, guessableBecause(password)]).toEqual([password, expect.stringMatching(why)])
    expect(DatabasePassword.safeParse(password).error?.issues.at(-1)?.message).toMatch(why)
  }
})

test('what everybody knows of a project is guessed, however it is written', () => {
  const own = ['Music shop', 'abqkzwxrtnplmvcyhgfd']
  for (const password of ['Music shop', 'musicshop', 'music-shop', 'MusicShop2026', 'abqkzwxrtnplmvcyhgfd']) {
    expect([password, guessableBecause(password, own)]).toEqual([password, expect.stringMatching(/name or ref/)])
    expect(guessableBecause(password)).toBeNull()
  }
})

test('what takes more than that is not', () => {
  for (const password of [
    'a-database-password',
    'correct horse battery',
    'tr0ub4dor&3',
    'password-of-the-shop',
    'Xk9#mQ2!',
    'music for hours',
    'shop-83912287112',
  ]) {
    expect([password, guessableBecause(password, ['Music shop'])]).toEqual([password, null])
  }
})

test('of random ones none is', () => {
  const character = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_'.split(''))
  fc.assert(
    fc.property(fc.array(character, { minLength: 16, maxLength: 24 }), (characters) => {
      fc.pre(new Set(characters).size > 8)
      return guessableBecause(characters.join('')) === null
    }),
    { seed: 4, numRuns: 2_000 },
  )
})
