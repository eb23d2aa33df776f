import fc from 'fast-check'
import { fileVictims } from '../files/plan.ts'

/** Who is killed while clients hear of rows; of a project's reader only the connection ends, and a restart is asked for. */
export const realtimeVictims = [...fileVictims, 'the reader of the project', 'the project, by a restart'] as const
export type RealtimeVictim = (typeof realtimeVictims)[number]

export interface RealtimeRound {
  readonly victim: RealtimeVictim
  /** Milliseconds from the moment that rows are written until the kill. */
  readonly delayMs: number
}

const longestDelayMs = 1_500
const shares: Readonly<Record<RealtimeVictim, number>> = {
  'the platform': 2,
  "the project's server": 4,
  "the control plane's server": 1,
  everything: 1,
  'the reader of the project': 3,
  'the project, by a restart': 2,
}

/** The same rounds for the same seed. */
export function planRealtimeRounds(seed: number, count: number): RealtimeRound[] {
  const victims = realtimeVictims.flatMap((victim) => Array.from({ length: shares[victim] }, () => victim))
  const round = fc.record({ victim: fc.constantFrom(...victims), delayMs: fc.noBias(fc.integer({ min: 0, max: longestDelayMs })) })
  return fc.sample(round, { seed, numRuns: count })
}
