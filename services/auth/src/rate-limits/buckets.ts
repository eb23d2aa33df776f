import type { Clock } from '@colonnade/core'

/** A bucket's size, and how fast it fills up again. */
export interface Filling {
  readonly most: number
  readonly perMs: number
}

/** Token buckets in memory, by name. What a restart forgets would have been refilled soon anyway. */
export interface Buckets {
  /** Takes one token; returns null, or the whole seconds until there is one. */
  take(name: string, filling: Filling): number | null
  /** Returns a token that was taken. */
  giveBack(name: string): void
  /** Returns the buckets whose names start with `prefix` and that aren't full, with the tokens they lack. */
  used(prefix: string, fillingOf: (rest: string) => Filling): { readonly rest: string; readonly used: number }[]
}

/** Buckets that are remembered; of the others, the one that was used longest ago is forgotten. */
const bucketsMost = 100_000

interface Bucket {
  tokens: number
  at: number
}

export function createBuckets(clock: Clock): Buckets {
  /** In the order of their last use, oldest first. */
  const buckets = new Map<string, Bucket>()
  return {
    take(name, { most, perMs }) {
      const now = clock.now()
      const bucket = buckets.get(name) ?? { tokens: most, at: now }
      bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.at) * perMs)
      bucket.at = now
      buckets.delete(name)
      buckets.set(name, bucket)
      if (buckets.size > bucketsMost) buckets.delete(buckets.keys().next().value!)
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000))
      bucket.tokens -= 1
      return null
    },
    giveBack(name) {
      const bucket = buckets.get(name)
      if (bucket !== undefined) bucket.tokens += 1
    },
    used(prefix, fillingOf) {
      const now = clock.now()
      const found: { rest: string; used: number }[] = []
      for (const [name, { tokens, at }] of buckets) {
        if (!name.startsWith(prefix)) continue
        const rest = name.slice(prefix.length)
        const { most, perMs } = fillingOf(rest)
        // part of a token is one that can't be taken yet
        const used = Math.ceil(Math.max(0, most - tokens - (now - at) * perMs) - 1e-6)
        if (used > 0) found.push({ rest, used })
      }
      return found
    },
  }
}
