import type { policies } from '@colonnade/pg-meta'
import { expressionsOf, type NamedValues, unionOf, valuesIn } from '../../../scope/policies/conditions.ts'

type Policy = policies.Policy

/** The column that holds the id of a bucket, by table of `storage`. */
const bucketColumns: Readonly<Record<string, string>> = { objects: 'bucket_id', buckets: 'id' }

export const bucketColumnOf = (table: string): string => bucketColumns[table] ?? 'bucket_id'

/** The buckets that a policy applies to; null where it is limited to none. What it checks counts beside what it reads: it reaches a bucket by either. */
export function bucketsOf(policy: Pick<Policy, 'table' | 'command' | 'definition' | 'check'>): NamedValues {
  const column = bucketColumnOf(policy.table)
  return unionOf(expressionsOf(policy).map((expression) => valuesIn(expression, column)))
}
