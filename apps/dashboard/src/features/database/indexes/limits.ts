/** Between two reads of a build's progress, while its panel is open. */
export const buildPollMs = 700
/** From this many rows or bytes, indexes are built concurrently by default: other builds would block writes for seconds. */
export const concurrentFrom = { rows: 50_000, bytes: 32 * 1024 * 1024 } as const
/** Less bloat than this needs no action. */
export const bloatedFrom = { bytes: 1024 * 1024, share: 0.3 } as const

/** Before scans have been counted this long, an index without one isn't unused. */
export const countedSecondsMin = 24 * 60 * 60
