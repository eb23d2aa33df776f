import type { policies } from '@colonnade/pg-meta'
import { bucketsOf } from './named-buckets.ts'

type Policy = policies.Policy

export interface GroupedBucket {
  readonly id: string
  readonly name: string
  readonly public: boolean
}

/** The policies of one bucket, or those that aren't limited to any. */
export interface PolicyGroup {
  /** `all`, or `bucket:` and the id. */
  readonly key: string
  /** The id of the bucket; null for all of them. */
  readonly bucketId: string | null
  /** null for all buckets, and for one that doesn't exist. */
  readonly bucket: GroupedBucket | null
  /** Those that name it. */
  readonly policies: readonly Policy[]
}

export const allKey = 'all'
export const keyOfBucket = (id: string): string => `bucket:${id}`

/** Groups the policies of `storage.objects` and `storage.buckets` by bucket: those for all buckets first, those of missing buckets last. */
export function groupPolicies(all: readonly Policy[], buckets: readonly GroupedBucket[]): readonly PolicyGroup[] {
  const named = all.map((policy) => ({ policy, ids: bucketsOf(policy) }))
  const groupOf = (bucketId: string, bucket: GroupedBucket | null): PolicyGroup => ({
    key: keyOfBucket(bucketId),
    bucketId,
    bucket,
    policies: named.filter(({ ids }) => ids?.has(bucketId) === true).map(({ policy }) => policy),
  })
  const known = new Set(buckets.map(({ id }) => id))
  const missing = [...new Set(named.flatMap(({ ids }) => [...(ids ?? [])]))].filter((id) => !known.has(id)).sort()
  const shared = named.filter(({ ids }) => ids === null).map(({ policy }) => policy)
  return [
    ...(shared.length > 0 ? [{ key: allKey, bucketId: null, bucket: null, policies: shared }] : []),
    ...buckets.map((bucket) => groupOf(bucket.id, bucket)),
    ...missing.map((id) => groupOf(id, null)),
  ]
}
