/** Randomness comes in as an argument; the default is the platform's cryptographic source. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Uint8Array
}

export const systemRandom: Random = {
  bytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
}

/** A text of `length` characters, each drawn evenly from `alphabet` (2 to 256 characters): bytes that would skew the draw are thrown away. */
export function randomText(random: Random, alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
