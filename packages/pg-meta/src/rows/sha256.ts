/** Hash constants of FIPS 180-4: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const rounds: readonly number[] = primes(64).map((prime) => fraction(Math.cbrt(prime)))
const start: readonly number[] = primes(8).map((prime) => fraction(Math.sqrt(prime)))

/** SHA-256 of a text in UTF-8, as hexadecimal digits. Browsers have their own only where the page came over TLS. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(blocks.length - 4, (bytes.length * 8) % 2 ** 32)
  const hash = Uint32Array.from(start)
  const words = new Uint32Array(64)
  for (let offset = 0; offset < blocks.length; offset += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(offset + index * 4)
    digestBlock(hash, words)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

function digestBlock(hash: Uint32Array, words: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15]!
    const late = words[index - 2]!
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = words[index - 16]! + first + words[index - 7]! + second
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[index]! + words[index]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = hash[index]! + word
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}
