import type { Analysis, RelationName } from '@colonnade/pg-meta/statements'
import { ident, sql, toText } from '@colonnade/sql'
import type { SqlPart } from '../run/run-state.ts'

/**
 * The same part, with row-level security switched on for tables that it makes. Statements that are sent together are one transaction, so the
 * end is the place for it; a text that begins or ends transactions itself gets it right after each table, so that both share one.
 */
export function securedPart(part: SqlPart, analysis: Analysis, tables: readonly RelationName[]): SqlPart {
  const { text } = part
  const hasOwn = analysis.kind === 'statements' && analysis.statements.some(({ classification }) => classification?.isTransactionControl)
  if (analysis.kind !== 'statements' || !hasOwn) {
    const addition = `\n;\n${tables.map(enableText).join(';\n')};`
    return { ...part, text: text + addition, insertions: [{ at: text.length, length: addition.length }] }
  }
  const wanted = new Set(tables.map((table) => JSON.stringify(table)))
  const insertions: { readonly at: number; readonly length: number }[] = []
  let secured = ''
  let copied = 0
  for (const { end, classification } of analysis.statements) {
    const made = classification?.madeTables.filter((table) => wanted.has(JSON.stringify(table))) ?? []
    if (made.length === 0) continue
    const insertion = made.map((table) => `\n;\n${enableText(table)}`).join('')
    secured += text.slice(copied, end) + insertion
    copied = end
    insertions.push({ at: secured.length - insertion.length, length: insertion.length })
  }
  return { ...part, text: secured + text.slice(copied), insertions }
}

/** A statement, without its semicolon. */
export function enableText({ schema, name }: RelationName): string {
  return toText(sql`alter table ${schema === null ? ident(name) : ident(schema, name)} enable row level security`)
}
