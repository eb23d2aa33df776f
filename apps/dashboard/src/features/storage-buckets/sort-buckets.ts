import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import type { ListOrder } from '../../lib/lists/long-table.tsx'
import { tableText } from './messages.ts'

const byName = new Intl.Collator('en', { numeric: true })

/** Returns the sort value; buckets too large to count come last. */
const amountOf = (bucket: BucketSummary, column: string): number =>
  (column === tableText.columns.files ? bucket.files : bucket.bytes) ?? Number.POSITIVE_INFINITY

export function sortBuckets(buckets: readonly BucketSummary[], { column, isDescending }: ListOrder): readonly BucketSummary[] {
  const compare = (a: BucketSummary, b: BucketSummary): number =>
    (column === tableText.columns.name ? 0 : amountOf(a, column) - amountOf(b, column) || 0) || byName.compare(a.name, b.name)
  return buckets.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}
