import { isCutCell, type EntityColumn } from '@colonnade/pg-meta'
import { comparisonsOf } from './comparisons.ts'
import type { FilterParam } from './filter-param.ts'
import { filterByValueText } from './messages.ts'
import { patternOf } from './patterns.ts'

export interface ValueFilter {
  readonly label: string
  readonly param: FilterParam
}

/** Longest value that is named in a menu. */
const maxNamedCharacters = 24

/** The conditions that one cell suggests. Values that are cut can't be compared: only whether there is one. */
export function filtersByValue(column: EntityColumn, value: string | null): ValueFilter[] {
  const { name } = column
  const isNull: ValueFilter = { label: filterByValueText.null(name), param: [name, 'is', 'null'] }
  const isNotNull: ValueFilter = { label: filterByValueText.notNull(name), param: [name, 'is', 'not null'] }
  if (value === null) return [isNull, isNotNull]
  if (isCutCell(column, value)) return [isNotNull]
  const ids = new Set(comparisonsOf(column).map(({ id }) => id))
  const named = value === '' ? "''" : value.length > maxNamedCharacters ? `${value.slice(0, maxNamedCharacters)}…` : value
  const found: ValueFilter[] = []
  if (ids.has('='))
    found.push({ label: `${name} = ${named}`, param: [name, '=', value] }, { label: `${name} <> ${named}`, param: [name, '<>', value] })
  else if (ids.has('@>')) found.push({ label: `${name} @> ${named}`, param: [name, '@>', value] })
  if (ids.has('contains') && value !== '')
    found.push({ label: filterByValueText.contains(name, named), param: [name, '~~*', patternOf(value, 'anywhere')] })
  return column.is_nullable ? [...found, isNull] : found
}
