import type { policies } from '@colonnade/pg-meta'
import { bucketsOf } from './named-buckets.ts'

type Policy = policies.Policy

export interface GroupedBucket {
  readonly id: string
  readonly name: string
  readonly public: boolean
}

/** The policies of one bucket, or those that apply to all buckets. */
export interface PolicyGroup {
  /** `all`, or `bucket:` and the id. */
  readonly key: string
  /** The ID of the bucket; null for all buckets. */
  readonly bucketId: string | null
  /** Null for all buckets, or for a bucket that doesn't exist. */
  readonly bucket: GroupedBucket | null
  /** Policies limited to this bucket. */
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
