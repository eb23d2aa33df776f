/** Maximum length of a row in characters. A user with the largest metadata fits. */
export const rowMost = 256 * 1024

/** Most users and bytes of a slice. Each slice is one transaction. */
export const sliceUsersMost = 2_000
export const sliceBytesMost = 4 * 1024 * 1024

/** Most users of a file. Larger files must be split. */
export const fileUsersMost = 5_000_000
