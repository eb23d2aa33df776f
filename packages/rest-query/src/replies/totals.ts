import type { Outcome, PlannedReply } from '../plan.ts'

/** Returns how many rows there are without limit and offset, counted or estimated as the request prefers; null if it doesn't ask. */
export function totalOf({ count, maxRows }: PlannedReply, { total, estimate }: Outcome): number | null {
  if (count === null) return null
  const counted = total === null ? null : readTotal(total).rows
  if (estimate === null || estimate === undefined) return counted
  if (counted === null) return plannedRows(estimate)
  return maxRows !== null && counted > maxRows ? Math.max(counted, plannedRows(estimate)) : counted
}

/** Reads the rows of a plan in `explain (format json)`. */
function plannedRows(estimate: string): number {
  const plans = JSON.parse(estimate) as readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[]
  return plans[0]?.Plan?.['Plan Rows'] ?? 0
}

/** A count of rows, and the milliseconds that counting them apart from the reply took; null if it was no work of its own. */
export interface Total {
  readonly rows: number
  readonly ms: number | null
}

/** Reads `Outcome.total`: a number, or one between two times in seconds. */
export function readTotal(total: string): Total {
  const [first = '', rows, last] = total.split(' ')
  if (rows === undefined) return { rows: Number(first), ms: null }
  return { rows: Number(rows), ms: Math.max(0, Math.round(1e5 * (Number(last) - Number(first))) / 100) }
}
