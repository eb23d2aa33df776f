/** Whether a text has the form of a version: a UUID as we write it, in small letters. */
export function isVersion(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** Returns when a version was created (RFC 9562, 5.7), in milliseconds since the Unix epoch; 0 if its name has no time. */
export function createdAt(version: string): number {
  return version[14] === '7' ? Number.parseInt(version.slice(0, 8) + version.slice(9, 13), 16) : 0
}

const buckets = 256
const firstRoom = 64

/**
 * A set of versions by their last 64 bits, nearly all of which are random: eight bytes each, so that ten million fit where texts would not. Two
 * versions of the same bits count as one, which at worst keeps a file that nobody needs.
 */
export class VersionSet {
  readonly #buckets: Bucket[] = Array.from({ length: buckets }, () => new Bucket())

  /** Anything that is no version is left out. */
  add(version: string): void {
    if (isVersion(version)) this.addTail(highOf(version), lowOf(version))
  }

  /** The halves of the last 64 bits. */
  addTail(high: number, low: number): void {
    this.#buckets[low & 0xff]!.add(high, low)
  }

  addAll(other: VersionSet): void {
    for (const words of other.tails()) for (let at = 0; at < words.length; at += 2) this.addTail(words[at + 1]!, words[at]!)
  }

  has(version: string): boolean {
    const low = lowOf(version)
    return this.#buckets[low & 0xff]!.has(highOf(version), low)
  }

  /** Of what was added, with what was added twice. */
  get size(): number {
    return this.#buckets.reduce((sum, bucket) => sum + bucket.size, 0)
  }

  /** Their halves, the lower one first. */
  *tails(): Generator<Uint32Array> {
    for (const bucket of this.#buckets) yield bucket.words()
  }
}

/** A part of the set that is small enough to be sorted in no time when it is asked. */
class Bucket {
  #words = new Uint32Array(firstRoom * 2)
  #isSorted = true
  size = 0

  add(high: number, low: number): void {
    if (this.size * 2 === this.#words.length) {
      const grown = new Uint32Array(this.size * 4)
      grown.set(this.#words)
      this.#words = grown
    }
    this.#words[this.size * 2] = low
    this.#words[this.size * 2 + 1] = high
    this.size += 1
    this.#isSorted = false
  }

  has(high: number, low: number): boolean {
    // as numbers of 64 bits: the lower half comes first in memory
    if (!this.#isSorted) new BigUint64Array(this.#words.buffer, 0, this.size).sort()
    this.#isSorted = true
    const words = this.#words
    let [from, until] = [0, this.size]
    while (from < until) {
      const middle = (from + until) >>> 1
      const [foundLow, foundHigh] = [words[middle * 2]!, words[middle * 2 + 1]!]
      if (foundHigh < high || (foundHigh === high && foundLow < low)) from = middle + 1
      else until = middle
    }
    return from < this.size && words[from * 2] === low && words[from * 2 + 1] === high
  }

  words(): Uint32Array {
    return this.#words.subarray(0, this.size * 2)
  }
}

function highOf(version: string): number {
  return Number.parseInt(version.slice(19, 23) + version.slice(24, 28), 16)
}

function lowOf(version: string): number {
  return Number.parseInt(version.slice(28), 16)
}
