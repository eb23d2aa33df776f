/** A cached project is read again after this time, even without a change event. */
export const knownForMs = 60_000

/** A cached project is read again after this time if a caller misses something in it. */
export const missedAfterMs = 100

/** A cached project can be used this long while the control database is down. */
export const knownWithoutDatabaseMs = 10 * 60_000

/** A project without calls leaves the cache after this time. */
export const forgottenAfterMs = 10 * 60_000
