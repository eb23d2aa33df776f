/** Feedback is asked for this many at a time. */
export const inboxPageSize = 20
/** Pixels of a captured picture for one of the page, at most. */
export const captureMaxScale = 2
