import type { Analysis, RelationName } from '@colonnade/pg-meta/statements'
import { ident, literal, sql, toText } from '@colonnade/sql'
import type { SqlPart } from '../run/run-state.ts'

/** A statement that switches row-level security on, and the place among the statements of the text that it follows, from 0. */
export interface SecuringStatement {
  readonly after: number
  /** Without a semicolon. */
  readonly text: string
  /** The same for a migration, which people read and which runs in a session of its own, without temporary tables. */
  readonly recorded: string
}

/**
 * The statements that switch row-level security on for tables that a text makes, each right after the one that makes its table: what comes in
 * between could rename the table, or change where names are looked for.
 */
export function securingStatements(analysis: Analysis, tables: readonly RelationName[]): SecuringStatement[] {
  if (analysis.kind !== 'statements') return []
  const wanted = new Set(tables.map((table) => JSON.stringify(table)))
  return analysis.statements.flatMap(({ classification }, after) => {
    const made = classification?.madeTables.filter((table) => wanted.has(JSON.stringify(table))) ?? []
    return made.map((table) => ({
      after,
      text: enableText(table),
      recorded: toText(sql`alter table ${ident(table.schema, table.name)} enable row level security`),
    }))
  })
}

/** The same part, with the statements that switch row-level security on. */
export function securedPart(part: SqlPart, analysis: Analysis, securing: readonly SecuringStatement[]): SqlPart {
  if (analysis.kind !== 'statements') return part
  const insertions: { readonly at: number; readonly length: number }[] = []
  let secured = ''
  let copied = 0
  analysis.statements.forEach(({ end }, index) => {
    const insertion = securing.flatMap(({ after, text }) => (after === index ? [`\n;\n${text}`] : [])).join('')
    if (insertion === '') return
    secured += part.text.slice(copied, end) + insertion
    copied = end
    insertions.push({ at: secured.length - insertion.length, length: insertion.length })
  })
  return { ...part, text: secured + part.text.slice(copied), insertions }
}

/**
 * Without a schema, only the server knows where it has put the table: in `current_schema()`, while the bare name would find a temporary table
 * first (PostgreSQL documentation, 5.10.3).
 */
function enableText({ schema, name }: RelationName): string {
  if (schema !== null) return toText(sql`alter table ${ident(schema, name)} enable row level security`)
  const form = literal('alter table %I.%I enable row level security')
  const body = sql`begin execute pg_catalog.format(${form}, pg_catalog.current_schema(), ${literal(name)}); end`
  return toText(sql`do ${literal(toText(body))}`)
}
