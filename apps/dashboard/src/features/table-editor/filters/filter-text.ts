import type { FilterParam } from './filter-param.ts'
import { comparisonOf } from './patterns.ts'

/** A condition as it is typed: `price > 10`, `"the key" in (a, 'b, c')`, `(a, b) in ((1, 2), (3, 4))`. `parseFilter` reads it back. */
export function filterText(param: FilterParam): string {
  const [columns, operator, raw] = param
  if (typeof columns !== 'string') return `(${columns.map(columnText).join(', ')}) ${operator} ${listText(raw)}`
  const { comparison, value } = comparisonOf(param)
  const takesList = comparison?.takes === 'list' || typeof value !== 'string'
  const written = takesList ? listText(value) : comparison?.takes === 'state' ? value : valueText(value)
  return `${columnText(columns)} ${comparison?.words[0] ?? operator} ${written}`
}

const plainName = /^[\p{L}_][\p{L}\p{N}_$]*$/u

export function columnText(name: string): string {
  return plainName.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** A single value goes on to the end of the line; only what would not come back is quoted. */
export function valueText(value: string): string {
  return value === '' || value !== value.trim() || /^['"]/.test(value) || value.includes('\n') ? quoted(value) : value
}

function listText(value: FilterParam[2]): string {
  if (typeof value === 'string') return `(${value})`
  return `(${value.map((item) => (typeof item === 'string' ? itemText(item) : listText(item))).join(', ')})`
}

export function itemText(value: string): string {
  return value === '' || value !== value.trim() || /['"(),\n]/.test(value) ? quoted(value) : value
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
