/** Whether a text has the form of a version: a UUID as we write it, in small letters. */
export function isVersion(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** When a version was made (RFC 9562, 5.7), in milliseconds since the Unix epoch; the beginning of time for one that doesn't tell. */
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
    if (isVersion(version)) this.addTail(tailOf(version))
  }

  addTail(tail: bigint): void {
    this.#bucketOf(tail).add(tail)
  }

  has(version: string): boolean {
    const tail = tailOf(version)
    return this.#bucketOf(tail).has(tail)
  }

  /** Of what was added, with what was added twice. */
  get size(): number {
    return this.#buckets.reduce((sum, bucket) => sum + bucket.size, 0)
  }

  *tails(): Generator<BigUint64Array> {
    for (const bucket of this.#buckets) yield bucket.tails()
  }

  #bucketOf(tail: bigint): Bucket {
    return this.#buckets[Number(tail & 0xffn)]!
  }
}

/** A part of the set that is small enough to be sorted in no time when it is asked. */
class Bucket {
  #tails = new BigUint64Array(firstRoom)
  #isSorted = true
  size = 0

  add(tail: bigint): void {
    if (this.size === this.#tails.length) {
      const grown = new BigUint64Array(this.size * 2)
      grown.set(this.#tails)
      this.#tails = grown
    }
    this.#tails[this.size] = tail
    this.size += 1
    this.#isSorted = false
  }

  has(tail: bigint): boolean {
    const tails = this.tails()
    let [from, until] = [0, tails.length]
    while (from < until) {
      const middle = (from + until) >>> 1
      if (tails[middle]! < tail) from = middle + 1
      else until = middle
    }
    return tails[from] === tail
  }

  tails(): BigUint64Array {
    const tails = this.#tails.subarray(0, this.size)
    if (!this.#isSorted) tails.sort()
    this.#isSorted = true
    return tails
  }
}

function tailOf(version: string): bigint {
  return BigInt(`0x${version.slice(19, 23)}${version.slice(24)}`)
}
