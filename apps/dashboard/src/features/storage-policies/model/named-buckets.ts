import type { policies } from '@colonnade/pg-meta'
import { expressionsOf, type NamedValues, unionOf, valuesIn } from '../../../scope/policies/conditions.ts'

type Policy = policies.Policy

/** The bucket ID column of each `storage` table. */
const bucketColumns: Readonly<Record<string, string>> = { objects: 'bucket_id', buckets: 'id' }

export const bucketColumnOf = (table: string): string => bucketColumns[table] ?? 'bucket_id'

/** Returns the buckets a policy is limited to; null if it isn't. Both its USING and WITH CHECK expressions count. */
export function bucketsOf(policy: Pick<Policy, 'table' | 'command' | 'definition' | 'check'>): NamedValues {
  const column = bucketColumnOf(policy.table)
  return unionOf(expressionsOf(policy).map((expression) => valuesIn(expression, column)))
}
