/** Tokens whose signature was found good, for each project. */
export const provedTokensMost = 5_000

export const callBudgets = {
  /** Calls of one key from one address to one project: a server may make many, and no machine of this size answers more. */
  calls: { calls: 20_000, windowSeconds: 10 },
  /** Calls from one address to refs that nobody called lately: each asks the control database. */
  unknownRefs: { calls: 200, windowSeconds: 10 },
}

/** Access keys whose project is remembered where addresses name none. */
export const knownS3KeysMost = 10_000

/** Browsers may keep what a preflight answered. */
export const preflightSeconds = 86_400

/** Seconds that a clock of a token's issuer may be off, as PostgREST allows. */
export const tokenToleranceSeconds = 30

/** A log row is written at the latest after this, or once so many bytes wait. */
export const logFlushMs = 100
export const logFlushBytes = 64 * 1024

/** Bytes of a log file; the one before is kept beside it. */
export const logFileBytes = 5 * 1024 * 1024

/** Rows that wait for the disk, in bytes; later ones are counted instead. */
export const logWaitingBytesMost = 4 * 1024 * 1024

/** Uses of keys are reported together after this. */
export const keyUseReportMs = 5_000

/** Keys and clients of one project that are counted separately between two reports. */
export const keyUsesMost = 500

/** The rest of a body whose request is answered already is taken for so long. */
export const refusedBodyMs = 3_000

/** A reader of a long reply that takes nothing for so long is cut off. */
export const readerPatienceMs = 60_000
