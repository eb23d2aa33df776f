/** Characters of one row: a user with metadata of the largest size fits. */
export const rowMost = 256 * 1024

/** Users of one slice, and its bytes, each of which is one transaction. */
export const sliceUsersMost = 2_000
export const sliceBytesMost = 4 * 1024 * 1024

/** Users of one file: whoever has more splits it. */
export const fileUsersMost = 5_000_000
