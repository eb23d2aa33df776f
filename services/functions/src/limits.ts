/** A log line of a function, in characters; what is longer is cut. */
export const logLineCharacters = 10_000

/** Log lines of a worker, and within what. */
export const logLinesMost = 100
export const logWindowMs = 10_000

/** A worker that doesn't listen within this has failed to boot. */
export const bootMs = 10_000

/** A function that is deployed has to listen sooner. */
export const deployBootMs = 5_000

/** A request without an answer for so long gets `IDLE_TIMEOUT`. */
export const answerMs = 150_000

/** Time a worker has to stop after the signal, before it is killed. */
export const unloadMs = 2_000
export const killMs = 5_000

/** Workers are measured this often. */
export const measureMs = 250

/** After a worker was killed for its CPU, its function runs one request a worker for so long. */
export const isolationMs = 60_000

/** After workers that died in a row, nobody starts another for this; it doubles with each. */
export const backOffMs = { least: 100, most: 30_000 }

/** Workers of all projects together, for each GiB of memory. */
export const workersPerGiB = 8

/** Requests of a project that wait for a worker, and for how long. */
export const waitingMost = 100
export const waitingMs = 10_000

/** Interval between checks for outdated workers. */
export const roundMs = 2_000

/** Beyond `memoryBytes`: code and stacks of the runtime, which reserves more than it uses. */
export const runtimeDataBytes = 557 * 1024 * 1024
/** Beyond `memoryBytes`: what an idle worker has resident for itself. */
export const runtimeResidentBytes = 64 * 1024 * 1024

/** Threads of all processes of a project, where each project has a user of its own. */
export const threadsMost = 1_024

export const openFilesMost = 1_024

/** Calls by functions of a project to its functions. */
export const chain = { calls: 5_000, withinMs: 60_000 }

/** What a function printed while it booted, in characters. */
export const bootLogCharacters = 20_000

/** Rows of a log are written at the latest after this, or once so many bytes wait. */
export const logFlushMs = 100
export const logFlushBytes = 64 * 1024

/** Bytes of a log file; the one before is kept beside it. */
export const logFileBytes = 5 * 1024 * 1024

/** Rows that wait for the disk, in bytes; later ones are lost. */
export const logWaitingBytesMost = 4 * 1024 * 1024

/** Requests in one worker at once. */
export const activeMost = 1_000

/** A worker whose connections break is gone within this. */
export const endedMs = 1_000

/** What tests shorten. */
export const defaultTimes = { answerMs, bootMs, roundMs } as const

/** Workers that a machine has room for. */
export function workersFor(memoryBytes: number): number {
  return Math.max(4, Math.floor((memoryBytes / 1024 ** 3) * workersPerGiB))
}

/** When the service stops, calls under way have this to end. */
export const stopMs = 3_000

/** Replies up to this, whose length is known, are sent at once. */
export const smallBodyBytes = 64 * 1024
