/** Password hashes computed at once, waiting at most, and waiting at most of one owner. */
export const hashingThreads = 2
export const hashingQueue = 256
export const hashingQueueOfOne = 64
