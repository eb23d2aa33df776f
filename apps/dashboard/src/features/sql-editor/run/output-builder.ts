import type { QueryField, QueryNotice } from '@colonnade/contracts/data/queries'
import type { SqlRunEvent } from '@colonnade/contracts/data/sql-runs'
import type { DoneStatement, ResultRow, ResultSet, RunOutput } from './run-state.ts'

interface GrowingSet {
  readonly fields: readonly QueryField[]
  readonly rows: ResultRow[]
  readonly cut: Map<string, number>
  isComplete: boolean
  isTruncated: boolean
  /** As it was last told. */
  told: ResultSet | undefined
}

/** Gathers what a run answers, and gives states of it that share what has not changed. */
export class OutputBuilder {
  readonly #sets: GrowingSet[] = []
  readonly #statements: DoneStatement[] = []
  readonly #notices: QueryNotice[] = []
  #current: number | null = null
  /** Rows of a statement without columns. */
  #bareRows = 0
  /** Statements that were already reported have changed. */
  #hasChanged = false
  #told: RunOutput = { sets: [], statements: [], notices: [] }

  /** Takes an event. Events that are not about the answer change nothing. */
  take(event: SqlRunEvent): void {
    switch (event.type) {
      case 'fields':
        if (event.fields.length === 0) return
        this.#current = this.#sets.length
        this.#sets.push({ fields: event.fields, rows: [], cut: new Map(), isComplete: false, isTruncated: false, told: undefined })
        return
      case 'rows':
        return this.#takeRows(event)
      case 'completed': {
        const set = this.#current === null ? undefined : this.#sets[this.#current]
        if (set) Object.assign(set, { isComplete: true, isTruncated: event.truncated })
        this.#statements.push({
          command: event.command,
          rowCount: event.row_count,
          durationMs: event.duration_ms,
          set: this.#current,
          ...(set === undefined && event.truncated && { rowCount: this.#bareRows, isTruncated: true }),
        })
        this.#current = null
        this.#bareRows = 0
        return
      }
      case 'rolled_back':
        for (let at = event.first; at < Math.min(event.first + event.count, this.#statements.length); at += 1) {
          this.#statements[at] = { ...this.#statements[at]!, isRolledBack: true }
        }
        this.#hasChanged = true
        return
      case 'notice':
        this.#notices.push(event.notice)
        return
      default:
    }
  }

  #takeRows({ rows, cut }: Extract<SqlRunEvent, { type: 'rows' }>): void {
    const set = this.#current === null ? undefined : this.#sets[this.#current]
    if (!set) {
      this.#bareRows += rows.length
      return
    }
    const first = set.rows.length
    for (const row of rows) set.rows.push(row)
    for (const { row, column, characters } of cut ?? []) set.cut.set(`${first + row} ${column}`, characters)
  }

  /** What there is of a run that failed: a result that failed before its first row is none. */
  failed(): RunOutput {
    const last = this.#current === null ? undefined : this.#sets[this.#current]
    if (last?.rows.length === 0) this.#sets.pop()
    return this.output()
  }

  /** What there is now. */
  output(): RunOutput {
    const { sets, statements, notices } = this.#told
    this.#told = {
      sets: this.#sets.every(isTold) && this.#sets.length === sets.length ? sets : this.#sets.map(tell),
      statements: statements.length === this.#statements.length && !this.#hasChanged ? statements : [...this.#statements],
      notices: notices.length === this.#notices.length ? notices : [...this.#notices],
    }
    this.#hasChanged = false
    return this.#told
  }
}

function isTold({ told, rows, isComplete }: GrowingSet): boolean {
  return told?.count === rows.length && told.isComplete === isComplete
}

function tell(set: GrowingSet): ResultSet {
  if (isTold(set)) return set.told!
  const { fields, rows, cut, isComplete, isTruncated } = set
  return (set.told = { fields, rows, count: rows.length, cut, isComplete, isTruncated })
}
