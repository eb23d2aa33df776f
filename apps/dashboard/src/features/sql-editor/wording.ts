import type { QueryResult } from '@colonnade/contracts'

const count = new Intl.NumberFormat('en-US')

/** "1 row", "1,000 rows" */
export function rowsText(rows: number): string {
  return `${count.format(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

/** "0.8 ms", "43 ms", "2.35 s", "3 min 4 s" */
export function durationText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

/** While it runs: "0.4 s", "12.3 s", "3 min 4 s" */
export function elapsedText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : durationText(ms)
}

/** "SELECT · 3 rows", "CREATE TABLE" */
export function commandText({
  command,
  row_count: rows,
  rows: sent,
  truncated,
}: Pick<QueryResult, 'command' | 'row_count' | 'rows' | 'truncated'>): string {
  if (truncated) return `${command} · first ${rowsText(sent.length)}`
  return rows === null ? command : `${command} · ${rowsText(rows)}`
}

export interface CommandGroup {
  readonly command: string
  readonly times: number
  readonly rows: number | null
}

/** What a text did, statement by statement; the same command in a row is told once. */
export function groupCommands(results: readonly Pick<QueryResult, 'command' | 'row_count'>[]): CommandGroup[] {
  const groups: CommandGroup[] = []
  for (const { command, row_count: rows } of results) {
    const last = groups.at(-1)
    if (last?.command === command) {
      groups[groups.length - 1] = { command, times: last.times + 1, rows: last.rows === null || rows === null ? null : last.rows + rows }
    } else groups.push({ command, times: 1, rows })
  }
  return groups
}
