/** Between two looks at how far a build is, while somebody looks at it. */
export const buildPollMs = 700
/** From so many rows on, or bytes, an index is built concurrently unless told otherwise: building it keeps writers out for seconds. */
export const concurrentFrom = { rows: 50_000, bytes: 32 * 1024 * 1024 } as const
/** A smaller index is not worth the word that it is not used. */
export const bloatedFrom = { bytes: 1024 * 1024, share: 0.3 } as const

/** Before scans have been counted this long, an index without one isn't unused. */
export const countedSecondsMin = 24 * 60 * 60
