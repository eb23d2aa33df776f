import { availableParallelism } from 'node:os'

/** Password hashes computed at once: two, or fewer where no core would be left for everything else. */
export const hashingThreads = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Of them waiting at most, and waiting at most of one owner. */
export const hashingQueue = 256
export const hashingQueueOfOne = 64
