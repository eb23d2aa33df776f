import { manualClock } from '@colonnade/core'
import { expect, test } from 'vitest'
import { AuthError } from '../errors.ts'
import { createGuesses } from './guesses.ts'
import { createRefusals } from './refusals.ts'

test('twenty wrong guesses an hour are taken for one person, and one more every three minutes', () => {
  const clock = manualClock(0)
  const guesses = createGuesses(clock, createRefusals(clock))
  const take = (subject = 'code ada@example.com', ref = 'first') => guesses.take(ref, subject)
  for (let count = 0; count < 20; count += 1) take()
  expect(refusalOf(take)).toMatchObject({ code: 'over_request_rate_limit', details: { retryAfterSeconds: 180 } })
  take('code bob@example.com')
  take('code ada@example.com', 'second')
  clock.advance(180_000)
  const guess = take()
  expect(refusalOf(take)).not.toBeNull()
  guess.wasRight()
  take()
  expect(refusalOf(take)).not.toBeNull()
})

function refusalOf(work: () => unknown): AuthError | null {
  try {
    work()
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(AuthError)
    return error as AuthError
  }
}
