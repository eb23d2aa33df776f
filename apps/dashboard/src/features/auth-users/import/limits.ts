/** Bytes of a file that are read to guess what it is. */
export const headBytes = 64 * 1024

/** Slices that are on their way at once: one is read and checked while the other is written. */
export const slicesAtOnce = 2

/** Refused rows that are kept for the file of them, and those that the page shows. */
export const refusedKept = 50_000
export const refusedShown = 20

/** Bytes of a slice, below what the server takes. */
export const sliceBytes = 3_500_000

/** Milliseconds between two tries while the server doesn't answer; the last one repeats. */
export const retryMs = [500, 1_000, 2_000, 5_000, 10_000] as const
/** After this the import stops, and can be continued. */
export const retryMostMs = 5 * 60_000
