/** Bitcoin's alphabet, which Solana has too: no 0, O, I and l. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes of a text in base58; null for what is none. For short texts: it takes time by the square of their length. */
export function decodeBase58(text: string): Buffer | null {
  if (text.length > 128) return null
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const zeros = /^1*/.exec(text)![0].length
  const hex = value === 0n ? '' : value.toString(16)
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}
