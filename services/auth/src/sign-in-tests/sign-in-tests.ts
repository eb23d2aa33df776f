import type { Clock } from '@colonnade/core'
import { randomUUID } from 'node:crypto'

/** A sign-in that a member tries. */
export interface BegunTest {
  readonly ref: string
  /** The member who started it, and alone can finish it. */
  readonly memberId: string
  readonly provider: string
  readonly verifier: string | null
  /** The page of the dashboard that takes over. */
  readonly returnTo: string
  readonly beganAt: number
}

/** Sign-ins that members try, in memory: nothing of them is in the project. */
export interface SignInTests {
  /** Returns the state that the provider brings back. */
  begin(test: Omit<BegunTest, 'beganAt'>): string
  /** Returns null for a state without a test. */
  find(ref: string, state: string): BegunTest | null
  /** The same for the member who began it, once. */
  take(ref: string, state: string, memberId: string): BegunTest | null
}

const lastsMs = 600_000
const mostAtOnce = 1_000

export function createSignInTests(clock: Clock): SignInTests {
  /** By their state, oldest first. */
  const tests = new Map<string, BegunTest>()
  const find = (ref: string, state: string): BegunTest | null => {
    const test = tests.get(state)
    return test?.ref === ref && clock.now() - test.beganAt < lastsMs ? test : null
  }
  return {
    begin(test) {
      const state = randomUUID()
      tests.set(state, { ...test, beganAt: clock.now() })
      if (tests.size > mostAtOnce) tests.delete(tests.keys().next().value!)
      return state
    },
    find,
    take(ref, state, memberId) {
      const test = find(ref, state)
      if (test?.memberId !== memberId) return null
      tests.delete(state)
      return test
    },
  }
}
