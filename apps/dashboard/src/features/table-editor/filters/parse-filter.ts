import { comparisons, statesOf, type Comparison } from './comparisons.ts'
import type { FilterParam } from './filter-param.ts'
import { parseFilterText } from './messages.ts'
import { patternOf } from './patterns.ts'

export type ParsedFilter = { readonly param: FilterParam; readonly problem: null } | { readonly param: null; readonly problem: string }

interface NamedColumn {
  readonly name: string
}

/** What a text begins with, and what follows it. */
interface Cut<Found> {
  readonly found: Found
  readonly rest: string
}

const byWord = comparisons
  .flatMap((comparison) => comparison.words.map((word) => ({ word, comparison })))
  .toSorted((a, b) => b.word.length - a.word.length)

/** Reads what was typed, such as `price > 10`, `name contains foo`, `status in (a, b)`, `(a, b) in ((1, 2))`; or says what is wrong with it. */
export function parseFilter(text: string, columns: readonly NamedColumn[]): ParsedFilter {
  const typed = text.trim()
  if (typed.startsWith('(')) return parseTuple(typed, columns)
  const column = cutColumn(typed, columns)
  if (column === null) return no(parseFilterText.unknownColumn(quotedWord(typed)))
  const compared = cutComparison(column.rest)
  if (compared === null)
    return no(column.rest.trim() === '' ? parseFilterText.noComparison(column.found) : parseFilterText.unknownComparison(quotedWord(column.rest)))
  return withValue(column.found, compared.found, compared.rest.trim())
}

/** The column that a text names: quoted, or the longest of those that it begins with. */
export function cutColumn(text: string, columns: readonly NamedColumn[]): Cut<string> | null {
  const [quote] = /^"(?:[^"]|"")*"/.exec(text) ?? []
  if (quote !== undefined) {
    const name = quote.slice(1, -1).replaceAll('""', '"')
    return columns.some((column) => column.name === name) ? { found: name, rest: text.slice(quote.length) } : null
  }
  const named = (isSame: (name: string, start: string) => boolean) =>
    columns
      .filter(({ name }) => name !== '' && isSame(name, text.slice(0, name.length)) && endsWord(name, text.slice(name.length)))
      .toSorted((a, b) => b.name.length - a.name.length)[0]
  const found = named((name, start) => name === start) ?? named((name, start) => name.toLowerCase() === start.toLowerCase())
  return found === undefined ? null : { found: found.name, rest: text.slice(found.name.length) }
}

/** Whether a word that goes on with `rest` is over: `price>10` is `price`, `prices` is not. */
function endsWord(word: string, rest: string): boolean {
  return rest === '' || !/[\p{L}\p{N}_$]$/u.test(word) || !/^[\p{L}\p{N}_$]/u.test(rest)
}

export function cutComparison(text: string): Cut<Comparison> | null {
  const typed = text.trimStart()
  const lower = typed.toLowerCase()
  for (const { word, comparison } of byWord) {
    if (lower.startsWith(word) && endsWord(word, lower.slice(word.length))) return { found: comparison, rest: typed.slice(word.length) }
  }
  return null
}

function withValue(column: string, { operator, takes, pattern }: Comparison, rest: string): ParsedFilter {
  if (takes === 'state') {
    const state = rest.toLowerCase().replaceAll(/\s+/g, ' ')
    return (statesOf as readonly string[]).includes(state) ? yes([column, operator, state]) : no(parseFilterText.isWhat)
  }
  if (rest === '') return no(parseFilterText.noValue(column))
  if (takes === 'list') {
    const list = parseList(rest.startsWith('(') ? rest : `(${rest})`)
    if (list === null) return no(parseFilterText.listFormat)
    return list.every((item) => typeof item === 'string') ? yes([column, operator, list]) : no(parseFilterText.rowListFormat)
  }
  const value = unquoted(rest)
  return yes([column, operator, pattern === undefined ? value : patternOf(value, pattern)])
}

function parseTuple(text: string, columns: readonly NamedColumn[]): ParsedFilter {
  const names: string[] = []
  let rest = text.slice(1)
  for (;;) {
    const column = cutColumn(rest.trimStart(), columns)
    if (column === null) return no(parseFilterText.unknownQuoted(quotedWord(rest.trimStart())))
    names.push(column.found)
    rest = column.rest.trimStart()
    if (rest.startsWith(')')) break
    if (!rest.startsWith(',')) return no(parseFilterText.columnsFormat)
    rest = rest.slice(1)
  }
  const compared = cutComparison(rest.slice(1))
  if (compared === null) return no(parseFilterText.columnsComparison)
  const { operator, takes } = compared.found
  const list = parseList(compared.rest.trim())
  if (takes === 'state' || compared.found.pattern !== undefined) return no(parseFilterText.columnsOperators)
  const tuples = takes === 'list' ? list : list && [list as string[]]
  const fits = tuples?.every((tuple) => Array.isArray(tuple) && tuple.length === names.length && tuple.every((item) => typeof item === 'string'))
  if (!list || fits !== true) return no(takes === 'list' ? parseFilterText.rowValues(names.length) : parseFilterText.valueCount(names.length))
  return yes([names, operator, list])
}

type List = (string | string[])[]

/** `(a, 'b, c', (1, 2))`; null when it is none. */
function parseList(text: string): List | null {
  const tokens = [...text.matchAll(/\s*(?:(?<sign>[(),])|(?<quote>'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<bare>[^(),'"]+))\s*/gy)]
  if (tokens.reduce((length, [token]) => length + token.length, 0) !== text.length) return null
  const open: List[] = []
  let expectsItem = true
  for (const [index, { groups }] of tokens.entries()) {
    const { sign, quote, bare } = groups!
    if (sign === '(') {
      if (!expectsItem || open.length === 2) return null
      open.push([])
    } else if (sign === ',') {
      if (expectsItem || open.length === 0) return null
      expectsItem = true
    } else if (sign === ')') {
      const closed = open.pop()
      if (closed === undefined || (expectsItem && closed.length > 0)) return null
      expectsItem = false
      if (open.length === 0) return index === tokens.length - 1 ? closed : null
      open.at(-1)!.push(closed as string[])
    } else {
      if (!expectsItem || open.length === 0) return null
      open.at(-1)!.push(quote === undefined ? bare!.trim() : unquoted(quote))
      expectsItem = false
    }
  }
  return null
}

function unquoted(text: string): string {
  const [, single, double] = /^(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)")$/s.exec(text) ?? []
  if (single !== undefined) return single.replaceAll("''", "'")
  return double === undefined ? text : double.replaceAll('""', '"')
}

const yes = (param: FilterParam): ParsedFilter => ({ param, problem: null })
const no = (problem: string): ParsedFilter => ({ param: null, problem })

function quotedWord(text: string): string {
  const [word = text] = /^\S+/.exec(text.trim()) ?? []
  return `“${word.length > 60 ? `${word.slice(0, 60)}…` : word}”`
}
