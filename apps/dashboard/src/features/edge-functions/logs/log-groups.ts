import type { FunctionLogRow } from '@colonnade/contracts/functions/function-logs'

/** Rows that belong together: those of one request, or one alone. */
export interface LogGroup {
  /** Of its newest row. */
  readonly id: string
  readonly requestId: string | null
  /** Oldest first. */
  readonly rows: readonly FunctionLogRow[]
}

/** Puts the rows of each request together, those with the newest row first. `rows` are oldest first. */
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

/** Whether a row has a text, in lower case, in what it shows. */
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
