import type { FunctionLogRow } from '@colonnade/contracts/functions/function-logs'

/** The rows of one request, or a single other row. */
export interface LogGroup {
  /** Time of its newest row. */
  readonly id: string
  readonly requestId: string | null
  /** Oldest first. */
  readonly rows: readonly FunctionLogRow[]
}

/** Groups rows by request, the group with the newest row first. `rows` are oldest first. */
export function logGroups(rows: readonly FunctionLogRow[]): LogGroup[] {
  const ofRequests = new Map<string, FunctionLogRow[]>()
  const groups: { requestId: string | null; rows: FunctionLogRow[] }[] = []
  for (const row of rows) {
    const requestId = 'request_id' in row ? row.request_id : null
    const known = requestId === null ? undefined : ofRequests.get(requestId)
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const group = { requestId, rows: [row] }
    if (requestId !== null) ofRequests.set(requestId, group.rows)
    groups.push(group)
  }
  return groups.map((group) => ({ ...group, id: group.rows.at(-1)!.id })).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** Returns true if a row shows a text, given in lower case. */
export function hasText(row: FunctionLogRow, wanted: string): boolean {
  if (wanted === '') return true
  const texts =
    row.kind === 'line'
      ? [row.text, row.request_id ?? '']
      : row.kind === 'invocation'
        ? [`${row.method} ${row.path}`, String(row.status), row.error_code ?? '', row.request_id]
        : [row.kind]
  return texts.some((text) => text.toLowerCase().includes(wanted))
}
