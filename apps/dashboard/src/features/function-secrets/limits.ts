/** Longest name of a secret, in characters. */
export const nameMaxLength = 256
/** Longest value of a secret, in bytes of UTF-8. */
export const valueMaxBytes = 24_576
export const secretsMost = 100
