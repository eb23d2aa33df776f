import { isComparedByText, operators, type Filter, type FilterOperator } from '@colonnade/pg-meta'
import type { EntityColumn } from '@colonnade/pg-meta'
import { comparisons, isRange, statesOf } from './comparisons.ts'
import { FilterParam } from './filter-param.ts'
import { readFiltersText } from './messages.ts'

/** A condition of the address: one that narrows the rows, or one that can't, and why. */
export type FilterEntry =
  | { readonly param: FilterParam; readonly filter: Filter; readonly problem: null }
  | { readonly param: FilterParam | null; readonly raw: unknown; readonly filter: null; readonly problem: string }

/** The conditions of an address, each of which stays in its place. */
export function readFilters(raw: readonly unknown[] | undefined, columns: readonly EntityColumn[]): FilterEntry[] {
  return (raw ?? []).map((entry): FilterEntry => {
    const { data: param } = FilterParam.safeParse(entry)
    const problem = param === undefined ? readFiltersText.invalid : problemOf(param, columns)
    if (param === undefined || problem !== null) return { param: param ?? null, raw: entry, filter: null, problem: problem! }
    return { param, filter: toFilter(param, columns), problem: null }
  })
}

function problemOf([names, operator, value]: FilterParam, columns: readonly EntityColumn[]): string | null {
  const list = typeof names === 'string' ? [names] : names
  const missing = list.find((name) => !columns.some((column) => column.name === name))
  if (missing !== undefined) return readFiltersText.unknownColumn(missing)
  if (!(operators as readonly string[]).includes(operator)) return readFiltersText.unknownOperator(operator)
  const { takes } = comparisons.find((comparison) => comparison.operator === operator)!
  if (typeof names !== 'string') return tupleProblem(names, takes, value)
  if (takes === 'state') return typeof value === 'string' && (statesOf as readonly string[]).includes(value) ? null : readFiltersText.isTakes
  if (takes === 'value') return typeof value === 'string' ? null : readFiltersText.oneValue(operator)
  return typeof value === 'string' || value.every((item) => typeof item === 'string') ? null : readFiltersText.listOfValues(operator)
}

function tupleProblem(names: readonly string[], takes: 'value' | 'list' | 'state', value: FilterParam[2]): string | null {
  if (takes === 'state' || typeof value === 'string') return readFiltersText.columnsTakeList
  const tuples = takes === 'list' ? value : [value]
  const fits = tuples.every((tuple) => Array.isArray(tuple) && tuple.length === names.length && tuple.every((item) => typeof item === 'string'))
  return fits ? null : readFiltersText.valueCount(names.length)
}

const comparedByText: ReadonlySet<string> = new Set(['=', '<>', 'in', 'not in', 'is distinct from', 'is not distinct from'])

function toFilter([column, operator, value]: FilterParam, columns: readonly EntityColumn[]): Filter {
  const named = typeof column === 'string' ? [column] : column
  const only = typeof column === 'string' ? columns.find(({ name }) => name === column) : undefined
  const isElement = only !== undefined && isRange(only) && operator === '@>' && typeof value === 'string' && !/^\s*(?:[[({]|empty\s*$)/i.test(value)
  const texts = comparedByText.has(operator)
    ? columns.filter((each) => named.includes(each.name) && isComparedByText(each)).map(({ name }) => name)
    : []
  return {
    column,
    operator: operator as FilterOperator,
    value: isElement ? rangeOf(value, only.base_format) : value,
    texts: texts.length === 0 ? undefined : texts,
  }
}

/** Postgres would read a single value as a range: the range of this one value means the same. */
function rangeOf(value: string, format: string): string {
  const written = `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const range = `[${written},${written}]`
  return format.endsWith('multirange') ? `{${range}}` : range
}
