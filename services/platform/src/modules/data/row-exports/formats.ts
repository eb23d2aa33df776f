import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { type Fragment, ident, join, literal, sql, toText, userAuthored } from '@colonnade/sql'
import { forEachLine, onOneLine, unescaped } from './copy-text.ts'
import { insertBytes, insertRows } from './limits.ts'

/** A column of an export. */
export interface ExportColumn {
  readonly name: string
  readonly typeOid: number
  /** True if Postgres computes it, so that it can't be inserted. */
  readonly isGenerated: boolean
  readonly isIdentityAlways: boolean
}

/** How rows become a file: a COPY statement, and the conversion of its output. */
export interface Writer {
  readonly statement: string
  readonly ending: string
  readonly mediaType: string
  /** Converts a chunk of whole lines. */
  write(data: Buffer): Buffer
  /** Follows the last row. */
  end(): Buffer
}

interface Source {
  readonly query: string
  readonly columns: readonly ExportColumn[]
  readonly table: { readonly schema: string; readonly name: string } | undefined
}

/** Makes a SELECT part of another statement: a comment at its end mustn't swallow what follows. */
export function nested(query: string): Fragment {
  return sql`(\n${userAuthored('statement', query)}\n)`
}

export const writers: Readonly<Record<ExportFormat, (source: Source) => Writer>> = {
  csv: ({ query }) => ({
    statement: toText(sql`copy ${nested(query)} to stdout with (format csv, header, encoding 'UTF8')`),
    ending: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    write: (data) => data,
    end: () => Buffer.alloc(0),
  }),
  ndjson: ({ query }) => ({
    statement: rowsAsJson(query),
    ending: 'ndjson',
    mediaType: 'application/x-ndjson; charset=utf-8',
    write: (data) => (data.includes('\\') ? linesWith(data, () => '', '\n') : data),
    end: () => Buffer.alloc(0),
  }),
  json: ({ query }) => {
    let isFirst = true
    const before = (): string => {
      const text = isFirst ? '[\n' : ',\n'
      isFirst = false
      return text
    }
    return {
      statement: rowsAsJson(query),
      ending: 'json',
      mediaType: 'application/json; charset=utf-8',
      write: (data) => linesWith(data, before, ''),
      end: () => Buffer.from(isFirst ? '[]\n' : '\n]\n'),
    }
  },
  sql: insertStatements,
}

/** row_to_json keeps every digit of numbers, and the text of JSON values. `r.*` is the row even if it has a column `r`. */
function rowsAsJson(query: string): string {
  return toText(sql`copy (select pg_catalog.row_to_json(r.*) from ${nested(query)} as r) to stdout with (encoding 'UTF8')`)
}

function insertStatements({ query, columns, table }: Source): Writer {
  const written = columns.flatMap((column, index) => (column.isGenerated ? [] : [{ ...column, alias: `c${index + 1}` }]))
  const names = join(written.map(({ name }) => ident(name)))
  const overriding = written.some(({ isIdentityAlways }) => isIdentityAlways) ? sql` overriding system value` : sql``
  const head = toText(sql`insert into ${ident(table!.schema, table!.name)} (${names})${overriding} values\n`)
  let rows = 0
  let bytes = 0
  const before = (length: number): string => {
    const isFull = rows === insertRows || bytes >= insertBytes
    const text = rows === 0 ? head : isFull ? `;\n${head}` : ',\n'
    if (isFull) {
      rows = 0
      bytes = 0
    }
    rows += 1
    bytes += length
    return text
  }
  const aliases = join(columns.map((_, index) => ident(`c${index + 1}`)))
  const literals = concatenated(written.map(({ typeOid, alias }) => literalOf(typeOid, ident(alias))))
  return {
    statement: toText(sql`copy (select '(' || ${literals} || ')' from ${nested(query)} as r (${aliases})) to stdout with (encoding 'UTF8')`),
    ending: 'sql',
    mediaType: 'application/sql; charset=utf-8',
    write: (data) => linesWith(data, before, '', false),
    end: () => Buffer.from(rows === 0 ? '' : ';\n'),
  }
}

/** Types with text that is a valid literal (src/include/catalog/pg_type.dat): bool, int8, int2, int4, oid; and numbers, except NaN and infinity. */
const plainTypes = new Set([16, 20, 21, 23, 26])
const numberTypes = new Set([700, 701, 1700])

function literalOf(typeOid: number, column: Fragment): Fragment {
  if (plainTypes.has(typeOid)) return sql`coalesce(${column}::text, 'NULL')`
  if (!numberTypes.has(typeOid)) return sql`pg_catalog.quote_nullable(${column}::text)`
  return sql`case when ${column} is null then 'NULL' when ${column}::text in ('NaN', 'Infinity', '-Infinity')
    then pg_catalog.quote_literal(${column}::text) else ${column}::text end`
}

/** Most arguments of a function call; a table has up to 1,600 columns. */
const argumentsAtOnce = 49

function concatenated(parts: readonly Fragment[]): Fragment {
  const groups: Fragment[] = []
  for (let at = 0; at < parts.length; at += argumentsAtOnce) {
    groups.push(sql`pg_catalog.concat(${join(parts.slice(at, at + argumentsAtOnce), sql`, ${literal(', ')}, `)})`)
  }
  return join(groups, sql` || ', ' || `)
}

/** Adds text before and after each line of COPY's text format. Puts JSON on one line. */
function linesWith(data: Buffer, before: (length: number) => string, after: string, isJson = true): Buffer {
  const parts: Uint8Array[] = []
  let from = 0
  // lines without escapes are written together if nothing comes between them
  forEachLine(data, (start, end) => {
    const prefix = before(end - start)
    const line = unescaped(data, start, end)
    const isEscaped = line.length !== end - start
    if (prefix === '' && after === '\n' && !isEscaped) return
    if (prefix === '' && after === '\n' && from < start) parts.push(data.subarray(from, start))
    if (prefix !== '') parts.push(Buffer.from(prefix))
    parts.push(isEscaped && isJson ? onOneLine(line) : line)
    if (after !== '') parts.push(Buffer.from(after))
    from = end + 1
  })
  if (after === '\n' && from < data.length) parts.push(data.subarray(from))
  return Buffer.concat(parts)
}
