import fc from 'fast-check'

/** What is under way when somebody is killed. */
export const operations = [
  'nothing',
  'restart',
  'resize',
  'pause and restore',
  'sleep and wake',
  'create a branch',
  'reset a branch',
  'delete a branch',
  'merge a branch',
  'create a replica',
  'restart a replica',
  'drop a replica',
  'promote a replica',
  'back up',
  'restore a backup',
  'turn recovery on or off',
  'recover to a moment',
  'upgrade Postgres',
] as const
export type Operation = (typeof operations)[number]

/** Who is killed, each with SIGKILL. */
export const victims = ['the platform', 'the primary', 'a replica', 'a branch', 'the archiver', "the control plane's server", 'everything'] as const
export type Victim = (typeof victims)[number]

/** What happens without anybody's being killed. */
export const mishaps = ['a full disk', 'a replica left behind', 'a hostile tenant'] as const
export type Mishap = (typeof mishaps)[number]

export interface Round {
  readonly operation: Operation
  readonly victim: Victim | Mishap
  /** Milliseconds between the operation's being asked for and the kill, or what happens in its place. */
  readonly delayMs: number
}

/** The longest that an operation is let run: what is short is over by then, which is a case, too. */
const longestDelayMs = 1_500
/** Of what takes longer than that. */
const longerDelaysMs: Readonly<Partial<Record<Operation, number>>> = { 'upgrade Postgres': 5_000 }

/** The same rounds for the same seed. */
export function planRounds(seed: number, count: number): Round[] {
  const round = fc.record({
    operation: fc.constantFrom(...operations),
    victim: fc.constantFrom(...victims, ...mishaps),
    perMille: fc.noBias(fc.integer({ min: 0, max: 1_000 })),
  })
  return fc.sample(round, { seed, numRuns: count }).map(({ operation, victim, perMille }) => {
    const longestMs = longerDelaysMs[operation] ?? longestDelayMs
    return { operation, victim, delayMs: Math.round((perMille / 1_000) * longestMs) }
  })
}
