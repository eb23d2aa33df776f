import type { EntityColumn } from '@colonnade/pg-meta'
import type { Suggestion } from '@colonnade/ui'
import { comparisonsOf, statesOf, type Comparison } from './comparisons.ts'
import { columnText, itemText, valueText } from './filter-text.ts'
import { cutColumn, cutComparison } from './parse-filter.ts'

/** Columns, comparisons or values that are offered at a time. */
const maxSuggestions = 50

/** How far a condition is written: which column is named, and whether its value is being written. */
export interface Written {
  readonly column: EntityColumn | null
  readonly comparison: Comparison | null
}

export function writtenOf(text: string, columns: readonly EntityColumn[]): Written {
  const cut = cutColumn(text.trimStart(), columns)
  const column = columns.find(({ name }) => name === cut?.found) ?? null
  return { column, comparison: cut === null ? null : (cutComparison(cut.rest)?.found ?? null) }
}

/** How a condition may go on. `values` are the likeliest of the column that is named. */
export function suggest(text: string, columns: readonly EntityColumn[], values: readonly string[]): Suggestion[] {
  const typed = text.trimStart()
  if (typed.startsWith('(')) return []
  const cut = cutColumn(typed, columns)
  const column = columns.find(({ name }) => name === cut?.found)
  if (cut === null || column === undefined || cut.rest === '') return suggestColumns(typed, columns)
  const compared = cutComparison(cut.rest)
  const name = columnText(column.name)
  if (compared === null || (compared.rest === '' && /[a-z]$/.test(compared.found.words[0]!))) return suggestComparisons(name, cut.rest.trim(), column)
  return suggestValues(`${name} ${compared.found.words[0]!}`, compared.found, compared.rest.trimStart(), column, values)
}

function suggestColumns(typed: string, columns: readonly EntityColumn[]): Suggestion[] {
  const wanted = typed.replace(/^"/, '').toLowerCase()
  const starts = columns.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  const holds = columns.filter(({ name }) => !name.toLowerCase().startsWith(wanted) && name.toLowerCase().includes(wanted))
  return [...starts, ...holds].slice(0, maxSuggestions).map(({ name, type }) => ({ text: `${columnText(name)} `, label: name, hint: type }))
}

function suggestComparisons(name: string, typed: string, column: EntityColumn): Suggestion[] {
  const wanted = typed.toLowerCase()
  return comparisonsOf(column)
    .filter(({ words, label }) => words.some((word) => word.startsWith(wanted)) || (wanted.length > 2 && label.includes(wanted)))
    .map(({ words, label }) => ({ text: `${name} ${words[0]!} `, label: words[0]!, hint: label }))
}

function suggestValues(start: string, { takes }: Comparison, typed: string, column: EntityColumn, values: readonly string[]): Suggestion[] {
  const match = (list: readonly string[], wanted: string) =>
    list.filter((value) => value.toLowerCase().includes(wanted.toLowerCase()) && value !== wanted).slice(0, maxSuggestions)
  if (takes === 'state') {
    const states = column.base_format === 'bool' ? statesOf : statesOf.slice(0, 2)
    return match(states, typed).map((state) => ({ text: `${start} ${state}`, label: state }))
  }
  if (takes === 'value') return match(values, typed).map((value) => ({ text: `${start} ${valueText(value)}`, label: value }))
  const [, before = '(', last = ''] = /^(\(?(?:.*,)?\s*)(.*?)$/s.exec(typed.replace(/\)$/, '')) ?? []
  const head = before.startsWith('(') ? before : `(${before}`
  return match(values, last).map((value) => ({ text: `${start} ${head}${itemText(value)})`, label: value }))
}
