/** Connections to one project, unless its settings say otherwise. */
export const connectionsDefault = 8

/** Batches that a connection has in flight at most. */
export const pipelinedMost = 2

/** A connection whose oldest batch has run for so long is not joined: what it runs is slow. */
export const joinedWithinMs = 3

/** Connections on which nothing runs that is known to be slow. */
export const keptFromSlow = 2

/** A shape that took so long the last time is slow. */
export const slowMs = 20

/** A request waits so long for a connection (PostgREST's `db-pool-acquisition-timeout`). */
export const acquireMs = 10_000

/** Connections are closed, and the project may sleep, when nobody has called for so long. */
export const idleMs = 30_000

/** Bytes of a request's body. */
export const bodyBytesMost = 10 * 1024 * 1024

/** A body has arrived after this, or its client is cut off. */
export const bodyMs = 120_000

/** Plans that are kept for each project; the one that was not used for longest goes first. */
export const plansMost = 1_000

/**
 * An unknown name reloads the schema. Each such load is followed by a pause of this many times its duration, at most a second; more loads run while
 * the pauses due come to less than a second.
 */
export const missRestShare = 10
export const missReloadMs = 1_000

/** Projects whose schema is remembered while nobody calls. */
export const projectsMost = 200

/** A longer body is read in slices, between which others are answered. */
export const slicedFromBytes = 64 * 1024

/** A body that is sent row by row is a stream from this length on; a shorter one is sent whole. */
export const streamedFromBytes = 256 * 1024

/** A reader that has not taken a whole stream after this is cut off: it holds a connection and an open transaction. */
export const streamMs = 15 * 60_000

/** A JSON reply this long makes the next ones of its shape streams. */
export const largeReplyBytes = 1024 * 1024

/** A shorter reply isn't worth claiming memory for. */
export const claimedReplyBytes = 64 * 1024

/** Lifetime of the directory's last answer about a project while the control database is unavailable. */
export const rememberedMs = 10 * 60_000
