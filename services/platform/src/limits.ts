import type { RateClass } from '@colonnade/contracts'

/** Calls allowed per window: by class, each person (or, for credentials, each address) apart; and guesses at one account from one address. */
export type RateLimits = Readonly<Record<RateClass | 'account', { readonly calls: number; readonly windowSeconds: number }>>

export const rateLimits: RateLimits = {
  read: { calls: 1_200, windowSeconds: 60 },
  write: { calls: 240, windowSeconds: 60 },
  query: { calls: 1_200, windowSeconds: 60 },
  credentials: { calls: 120, windowSeconds: 300 },
  account: { calls: 10, windowSeconds: 300 },
}

/** A session ends after this long without use, and in any case after the second. */
export const sessionIdleSeconds = 24 * 60 * 60
export const sessionAbsoluteSeconds = 30 * 24 * 60 * 60
/** last_used_at is written no more often than this. */
export const sessionTouchSeconds = 60

/** Password hashes computed at once, and waiting at most. */
export const hashingThreads = 2
export const hashingQueue = 64

/** Open connections to one project for SQL execution. */
export const projectConnections = 8
/** An unused one is closed after this. */
export const projectConnectionIdleMs = 10_000
/** Notices kept of one execution, and characters kept of each text in them. */
export const noticesMax = 200
export const noticeTextMax = 8_192
/** Memory for what is kept of one execution; what comes after is dropped and said to be. */
export const resultBytesMax = 64 * 1024 * 1024
/** Results kept of one execution. */
export const resultsMax = 1_000
/** Largest message that is taken from a project's server: one row, one notice, one error. */
export const messageBytesMax = 32 * 1024 * 1024
/** Readers of one project's events at once. */
export const eventReadersMax = 100

/** Attempts at one step of a project's life before it is given up, the wait between them, and its deadline. */
export const stepAttempts = 3
export const stepRetryDelayMs = 500
// longer than the driver waits for a server that recovers from a crash
export const stepDeadlineMs = 330_000
/** Wait before a project is looked at again when the control plane's own database did not answer. */
export const reconcileRetryDelayMs = 500
/** Projects brought up at once after a start of the platform. */
export const reconcileConcurrency = 4
