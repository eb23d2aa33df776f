import type { DoneStatement, ResultSet } from './run/run-state.ts'

const count = new Intl.NumberFormat('en-US')

/** "1 row", "1,000 rows" */
export function rowsText(rows: number): string {
  return `${count.format(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

/** "1 statement", "60,000 statements" */
export function statementsText(statements: number): string {
  return `${count.format(statements)} ${statements === 1 ? 'statement' : 'statements'}`
}

/** "< 0.1 ms", "0.8 ms", "43 ms", "2.35 s", "3 min 4 s" */
export function durationText(ms: number): string {
  if (ms < 0.05) return '< 0.1 ms'
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

/** While it runs: "0.4 s", "12.3 s", "3 min 4 s" */
export function elapsedText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : durationText(ms)
}

/** "SELECT · 3 rows", "CREATE TABLE"; of a cut set "SELECT · first 3 rows"; of one that did not last "INSERT · 1 row · rolled back" */
export function commandText(statement: CommandWords, set?: Pick<ResultSet, 'count' | 'isTruncated'>): string {
  return statement.isRolledBack ? `${doneText(statement, set)} · ${rolledBack}` : doneText(statement, set)
}

type CommandWords = Pick<DoneStatement, 'command' | 'rowCount' | 'isTruncated' | 'isRolledBack'>

const rolledBack = 'rolled back'

function doneText({ command, rowCount, isTruncated }: CommandWords, set?: Pick<ResultSet, 'count' | 'isTruncated'>): string {
  if (set?.isTruncated) return `${command} · first ${rowsText(set.count)}`
  if (isTruncated && rowCount !== null) return `${command} · first ${rowsText(rowCount)}`
  return rowCount === null ? command : `${command} · ${rowsText(rowCount)}`
}

/** "3 statements", "3 statements · all rolled back", "3 statements · 2 rolled back" */
export function doneStatementsText(statements: readonly Pick<DoneStatement, 'isRolledBack'>[]): string {
  const gone = statements.filter(({ isRolledBack }) => isRolledBack).length
  const all = statementsText(statements.length)
  if (gone === 0) return all
  return `${all} · ${gone === statements.length ? 'all' : count.format(gone)} ${rolledBack}`
}

/** "And 1 more", "And 1,200 more" */
export function moreText(left: number): string {
  return `And ${count.format(left)} more`
}
