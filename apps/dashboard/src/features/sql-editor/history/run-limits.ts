/** How long a run is remembered. */
export const keptForMs = 24 * 60 * 60 * 1000
/** Of what one run answered, so much is kept; in characters, which Postgres's texts are made of. */
export const maxResultSize = 1024 * 1024
/** The same when the page goes at once: the browser's storage holds little. */
export const maxLeftSize = 100 * 1024
/** Of all answers together; the oldest make room. */
export const maxKeptSize = 50 * 1024 * 1024
/** Runs of one person in one project. */
export const maxKeptRuns = 1_000
