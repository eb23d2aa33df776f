/** What is known of a project is asked for anew after this, also without news of it. */
export const knownForMs = 60_000

/** What is known is asked for anew after this for who misses something in it. */
export const missedAfterMs = 100

/** What was known serves on for this while the control database is away. */
export const knownWithoutDatabaseMs = 10 * 60_000

/** A project that nobody called for so long is forgotten. */
export const forgottenAfterMs = 10 * 60_000
