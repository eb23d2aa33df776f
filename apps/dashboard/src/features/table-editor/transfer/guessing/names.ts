import { maxNameBytes } from '../limits.ts'
import { namesText } from './messages.ts'

/** Columns that every table has, by these names. */
const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])

export interface ColumnName {
  readonly name: string
  /** Why it is not what the file says; null when it is. */
  readonly renamed: string | null
}

/** Names for the columns of a table, from the headings of a file: each once, none empty, none too long. */
export function columnNames(headings: readonly (string | null)[]): ColumnName[] {
  const taken = new Set(headings.map((heading) => heading?.trim() ?? ''))
  const given = new Set<string>()
  return headings.map((heading, place) => {
    const wanted = heading?.trim().replaceAll('\0', '') ?? ''
    const fitting = cutName(wanted === '' ? `column_${place + 1}` : wanted)
    const isFree = fitting !== '' && !given.has(fitting) && !systemColumns.has(fitting)
    const name = isFree ? fitting : freeName(fitting, (candidate) => taken.has(candidate) || given.has(candidate))
    given.add(name)
    return { name, renamed: heading === null || name === heading.trim() ? null : reason(wanted, fitting) }
  })
}

function reason(wanted: string, fitting: string): string {
  if (wanted === '') return namesText.unnamed
  if (systemColumns.has(wanted)) return namesText.reserved(wanted)
  return wanted === fitting ? namesText.duplicate(wanted) : namesText.tooLong
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number += 1) {
    const suffix = `_${number}`
    const candidate = cutName(name, maxNameBytes - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** A name for a table, from a file's: "Sales Report (2024).csv" is sales_report_2024. */
export function tableName(fileName: string): string {
  const stem = fileName.replace(/(?:\.(?:csv|tsv|tab|txt|json|ndjson|jsonl))+$/i, '')
  const words = stem
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  const name = /^\p{N}/u.test(words) ? `t_${words}` : words
  return cutName(name === '' ? 'imported' : name)
}

const encoder = new TextEncoder()

/** The start of a name that is no longer than Postgres takes; characters stay whole. */
export function cutName(name: string, bytes = maxNameBytes): string {
  if (encoder.encode(name).length <= bytes) return name
  let cut = ''
  let length = 0
  for (const character of name) {
    length += encoder.encode(character).length
    if (length > bytes) break
    cut += character
  }
  return cut
}
