/** A server that does not answer within this is tried again later. */
export const mailDeadlineMs = 30_000
