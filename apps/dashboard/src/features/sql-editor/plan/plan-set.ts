import type { ResultSet } from '../run/run-state.ts'
import { type Plan, readPlan } from './model/plan.ts'

/** True if a result comes from EXPLAIN, by its only column. `planOfSet` checks that it can be read. */
export function isPlanSet({ fields, isComplete, count }: Pick<ResultSet, 'fields' | 'isComplete' | 'count'>): boolean {
  return fields.length === 1 && fields[0]!.name === 'QUERY PLAN' && isComplete && count > 0
}

/** The plan in a result; null for XML, YAML and what was cut. */
export function planOfSet({ rows, count }: Pick<ResultSet, 'rows' | 'count'>): Plan | null {
  return readPlan(
    rows
      .slice(0, count)
      .map(([line]) => line ?? '')
      .join('\n'),
  )
}
