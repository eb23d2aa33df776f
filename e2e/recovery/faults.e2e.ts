import { expect, test } from 'vitest'
import type { Round } from '../../faults/plan.ts'
import { runRounds } from '../../faults/rounds.ts'

/** A few of those that `npm run faults` draws by lot. */
const rounds: readonly Round[] = [
  { operation: 'create a branch', victim: 'the platform', delayMs: 100 },
  { operation: 'create a replica', victim: 'the primary', delayMs: 150 },
  { operation: 'back up', victim: 'everything', delayMs: 200 },
  { operation: 'merge a branch', victim: "the control plane's server", delayMs: 100 },
]

test('whoever is killed in the middle of something: all comes back, and no acknowledged row is lost', async () => {
  const outcomes = await runRounds(rounds, () => {})
  expect(outcomes.map(({ operation, refused, lost, faults }) => ({ operation, refused, lost, faults }))).toEqual(
    rounds.map(({ operation }) => ({ operation, refused: null, lost: 0, faults: [] })),
  )
  expect(outcomes.map(({ killed }) => killed > 0)).toEqual([true, true, true, true])
  expect(outcomes.at(-1)!.acknowledged).toBeGreaterThan(0)
})
