import { retarget } from '@colonnade/pg-meta/copy-companions'
import type { TableDraft } from '../model/table-draft.ts'

/** What columns that came along from another table are called in the copy. */
export function copiedNames(draft: TableDraft): ReadonlyMap<string, string> {
  return new Map(draft.columns.flatMap(({ origin, name }) => (origin === null ? [] : [[origin, name] as const])))
}

/**
 * Expressions of a table in the words of its copy. What Postgres printed names the columns of the original. In what was typed since, a
 * name is that of a column of the copy, if one has it; the others are still those of the original. They
 * throw where something in them is not closed.
 */
export function wordsOf(draft: TableDraft): (expression: string, printed: string) => string {
  const columns = copiedNames(draft)
  const taken = new Set(draft.columns.map(({ name }) => name))
  const left = new Map([...columns].filter(([before]) => !taken.has(before)))
  return (expression, printed) => retarget(expression, { qualifiers: new Map(), columns: expression === printed ? columns : left })
}
