import fc from 'fast-check'

/** Who is killed with SIGKILL while clients store, move and delete files. */
export const fileVictims = ['the platform', "the project's server", "the control plane's server", 'everything'] as const
export type FileVictim = (typeof fileVictims)[number]

export interface FileRound {
  readonly victim: FileVictim
  /** Milliseconds from the moment that clients begin until the kill. */
  readonly delayMs: number
}

const longestDelayMs = 1_500
/** How often each is drawn. The platform takes long to restart, and the control plane plays no part in storing a file. */
const shares: Readonly<Record<FileVictim, number>> = { 'the platform': 2, "the project's server": 4, "the control plane's server": 1, everything: 1 }

/** The same rounds for the same seed. */
export function planFileRounds(seed: number, count: number): FileRound[] {
  const victims = fileVictims.flatMap((victim) => Array.from({ length: shares[victim] }, () => victim))
  const round = fc.record({ victim: fc.constantFrom(...victims), delayMs: fc.noBias(fc.integer({ min: 0, max: longestDelayMs })) })
  return fc.sample(round, { seed, numRuns: count })
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
