import { format, type Entity, type EntityColumn } from '@colonnade/pg-meta'
import type { DataColumn } from '../cell-model.ts'
import { cellKind } from '../cells/cell-kind.ts'
import { valueJson } from '../cells/row-json.ts'

/** Values of a selection, by rows; null is NULL. */
export type Cells = readonly (readonly (string | null)[])[]

/** A column that rows may be inserted into. */
export type InsertedColumn = DataColumn & Partial<Pick<EntityColumn, 'is_generated' | 'identity_generation'>>
/** The table of an INSERT; no schema where the search path finds it. */
export interface InsertTarget {
  readonly schema: Entity['schema'] | null
  readonly name: string
  /** Names of columns that take no values, and of those that take them only when told to, where the columns themselves do not say it. */
  readonly generated?: ReadonlySet<string>
  readonly always?: ReadonlySet<string>
}

/** What spreadsheets take as text: fields between tabs, in quotes where they hold a tab, a line's end or a quote at their start. */
export function tsvOf(cells: Cells): string {
  return cells.map((row) => row.map((cell) => tsvField(cell ?? '')).join('\t')).join('\n')
}

function tsvField(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180 with a heading; NULL is nothing, an empty text is two quotes, as in Postgres's own CSV. */
export function csvOf(columns: readonly DataColumn[], cells: Cells): string {
  return [columns.map(({ name }) => name), ...cells].map(csvLine).join('\r\n')
}

export function csvLine(cells: readonly (string | null)[]): string {
  const field = (cell: string | null) =>
    cell === null ? '' : cell === '' || /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return cells.map(field).join(',')
}

export function jsonOf(columns: readonly DataColumn[], cells: Cells): string {
  return `[\n${cells.map((row) => `  ${jsonLine(columns, row)}`).join(',\n')}\n]`
}

/** A row as an object on one line. */
export function jsonLine(columns: readonly DataColumn[], cells: readonly (string | null)[]): string {
  const entries = columns.map((column, place) => `${JSON.stringify(column.name)}: ${valueJson(column, cells[place] ?? null)}`)
  // between the parts of a document Postgres keeps the ends of lines as they were written, and within its texts there are none
  return `{ ${entries.join(', ').replaceAll(/[\r\n]+/g, ' ')} }`
}

export function markdownOf(columns: readonly DataColumn[], cells: Cells): string {
  return [...markdownHead(columns), ...cells.map(markdownLine)].join('\n')
}

/** The names, and the rule below them that puts numbers at the right. */
export function markdownHead(columns: readonly DataColumn[]): [string, string] {
  const rules = columns.map((column) => (cellKind(column) === 'number' ? '---:' : '---'))
  return [markdownLine(columns.map(({ name }) => name)), `| ${rules.join(' | ')} |`]
}

export function markdownLine(cells: readonly (string | null)[]): string {
  const field = (text: string) =>
    text
      .replaceAll('\\', '\\\\')
      .replaceAll(/[|<]/g, String.raw`\$&`)
      .replaceAll(/\r\n|\r|\n/g, '<br>')
  return `| ${cells.map((cell) => (cell === null ? '*NULL*' : field(cell))).join(' | ')} |`
}

/** One statement that would add these rows again; generated columns are left out, as they take no values. */
export function insertOf({ schema, name, generated, always }: InsertTarget, columns: readonly InsertedColumn[], cells: Cells): string {
  const taken = columns.flatMap((column, place) => (column.is_generated === true || generated?.has(column.name) ? [] : [{ column, place }]))
  if (taken.length === 0) return ''
  const values = cells.map((row) => `  (${taken.map(({ place }) => format.literal(row[place] ?? null)).join(', ')})`)
  const overriding = taken.some(({ column }) => column.identity_generation === 'ALWAYS' || always?.has(column.name)) ? ' overriding system value' : ''
  const names = taken.map(({ column }) => format.ident(column.name)).join(', ')
  return `insert into ${schema === null ? '' : `${format.ident(schema)}.`}${format.ident(name)} (${names})${overriding} values\n${values.join(',\n')};\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
const escaped = (text: string, what: RegExp) => text.replaceAll(what, (character) => entities[character]!)

/**
 * A table for spreadsheets, with the values themselves in an attribute: pasted back here, NULL stays NULL and no space is lost. Texts
 * are marked as such, so that spreadsheets leave "0012" alone.
 */
export function htmlOf(columns: readonly DataColumn[], cells: Cells): string {
  const rows = cells.map((row) => {
    const fields = row.map((cell, place) => {
      const isText = cellKind(columns[place]!) !== 'number'
      const style = `white-space:pre-wrap;mso-data-placement:same-cell;${isText ? String.raw`mso-number-format:'\@'` : ''}`
      return `<td style="${style}">${escaped(cell ?? '', /[&<>]/g).replaceAll(/\r\n|\r|\n/g, '<br>')}</td>`
    })
    return `<tr>${fields.join('')}</tr>`
  })
  return `<table ${markAttribute}="${escaped(JSON.stringify(cells), /[&<>"\r\n\t]/g)}">${rows.join('')}</table>`
}

const markAttribute = 'data-colonnade-cells'

/** The values of a table that was copied here; null of any other text. */
export function cellsOfHtml(html: string): Cells | null {
  if (!html.includes(markAttribute)) return null
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector(`[${markAttribute}]`)
  try {
    const cells: unknown = JSON.parse(table?.getAttribute(markAttribute) ?? 'null')
    return isCells(cells) ? cells : null
  } catch {
    return null
  }
}

function isCells(value: unknown): value is Cells {
  const isCell = (cell: unknown) => cell === null || typeof cell === 'string'
  return Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && row.every(isCell))
}

/** Fields of a text from a spreadsheet: between tabs, in quotes when they begin with one that ends before a tab or a line's end. */
export function cellsOfTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const field = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at
    const [whole, quoted, plain] = field.exec(text)!
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    at += whole.length
    if (at >= text.length) break
    const isPair = text.startsWith('\r\n', at)
    if (text[at] !== '\t') {
      // the end of the last line begins no other one
      if (at + (isPair ? 2 : 1) >= text.length) break
      rows.push([])
    }
    at += isPair ? 2 : 1
  }
  return rows
}
