import { literal, toText } from '@colonnade/sql'

export interface PolicyCounts {
  readonly byBucket: ReadonlyMap<string, number>
  /** Policies without a bucket condition. */
  readonly shared: number
}

/** @param texts conditions of policies as Postgres writes them, e.g. `(bucket_id = 'avatars'::text)` */
export function countPolicies(texts: readonly string[], buckets: readonly string[]): PolicyCounts {
  const ofBuckets = texts.filter((text) => /\bbucket_id\b/.test(text))
  const named = (id: string): number => ofBuckets.filter((text) => text.includes(toText(literal(id)))).length
  return { byBucket: new Map(buckets.map((id) => [id, named(id)])), shared: texts.length - ofBuckets.length }
}
