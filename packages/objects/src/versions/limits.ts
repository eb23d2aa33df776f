/** Bytes of a block: an upload holds two, one that fills and one that is written. */
export const blockBytes = 256 * 1024

/** An upload that sends nothing for so long is given up. */
export const idleMs = 60_000

/** How long a resumable upload may take. For twice as long, clients learn that it has expired. */
export const resumableHours = 24

/** How long an upload in parts over S3 may take. */
export const uploadDays = 7

/** Nothing is written once less than this share of the disk is free. */
export const freeShareLeast = 0.02

/** How long what is known of the free space counts. */
export const freeSpaceKnownMs = 1_000
