/** Password hashes computed at once, and waiting at most. */
export const hashingThreads = 2
export const hashingQueue = 64
