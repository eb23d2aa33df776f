/** What is typed is searched for when it has rested for so many milliseconds. */
export const settleMs = 200

/** Lines of the log that are shown at first and with each "Show more", and at most. */
export const logLinesStep = 200
export const logLinesMax = 1_000

/** A log that is followed is read again this often. */
export const logFollowMs = 2_000
