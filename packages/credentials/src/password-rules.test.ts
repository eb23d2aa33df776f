import { contextWords } from '@colonnade/contracts/foundation/guessable-passwords'
import { describe, expect, test } from 'vitest'
import { requireUncommon } from './password-rules.ts'

const owner = { email: 'zofie.novakova@example.com', username: 'Žofie Nováková' }
const attempt = (password: string) => () => requireUncommon(password, owner)

describe('refused', () => {
  test.for(['1234567890', 'qwertyuiop', 'Qwertyuiop', 'basketball', 'password12', '1q2w3e4r5t'])('%s, which is tried everywhere', (password) => {
    expect(attempt(password)).toThrow('most common passwords')
  })

  test.for([
    'colonnade-2026',
    'Postgres!Postgres',
    'postgresql99',
    'AdminAdmin1',
    'Žofie1234567',
    'nováková-žofie',
    'zofie.novakova!',
    'database-1-x',
  ])('%s, which is tried here', (password) => {
    expect(attempt(password)).toThrow('too easy to guess')
  })

  test.for(contextWords)('%s with a year', (word) => {
    expect(attempt(`${word}-20262026`)).toThrow()
  })
})

describe('taken', () => {
  test.for([
    'correct-horse-battery',
    'žluťoučký kůň',
    '          ',
    '🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀',
    '4871 0093 5526',
    'my postgres lives in a shed',
    'x'.repeat(256),
  ])('%s: nothing but its length is asked', (password) => {
    expect(attempt(password)).not.toThrow()
  })

  test('what is only guessed of somebody else', () => {
    expect(() => requireUncommon('zofie.novakova!', { email: 'somebody@example.com', username: 'Somebody Else' })).not.toThrow()
  })

  test('a short name is no word', () => {
    expect(() => requireUncommon('bobsleigh-runs', { email: 'bob@example.com', username: 'Bob' })).not.toThrow()
  })
})
