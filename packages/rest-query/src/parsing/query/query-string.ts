import type { Query, RestRequest } from '../../request.ts'
import { slotMark, type Draft } from '../draft.ts'
import { asCharacters, decodePart } from '../percent-encoding.ts'
import { maxSearchLength, tooLong } from '../refusals/limits.ts'
import { readFilter, readLogic } from './conditions.ts'
import { readNames, readOrder } from './order.ts'
import { Ranges, type HeaderRange } from './ranges.ts'
import { everything, readSelect } from './select.ts'
import { readTreePath } from './tree-path.ts'

export interface ReadQuery {
  readonly query: Query
  readonly range: RestRequest['range']
  /** Whether the query string itself says something of the rows of the top level. */
  readonly narrowsTop: boolean
}

interface Found {
  select: Query['select'] | null
  columns: Query['columns']
  onConflict: Query['onConflict']
  readonly filters: Query['filters'][number][]
  readonly orders: Query['orders'][number][]
  /** null until there is one: only functions have any. */
  arguments: Map<string, string[]> | null
  readonly ranges: Ranges
}

const noArguments: Query['arguments'] = []

/** Reads a query string, without its question mark, from left to right. */
export function readQuery(search: string, draft: Draft, mayHaveArguments: boolean, header: HeaderRange | null): ReadQuery {
  if (search.length > maxSearchLength) throw tooLong()
  const text = asCharacters(search)
  const decode = text.includes('%') || text.includes('+') ? decodePart : unchanged
  const found: Found = { select: null, columns: null, onConflict: null, filters: [], orders: [], arguments: null, ranges: new Ranges() }
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    // a name alone says nothing
    if (equals !== -1 && equals < end) {
      readParameter(decode(text.slice(start, equals)), decode(text.slice(equals + 1, end)), found, draft, mayHaveArguments)
    }
    start = end + 1
  }
  const { narrowsTop } = found.ranges
  const { limits, offsets, range } = found.ranges.finish(draft, header)
  const { select, filters, orders, columns, onConflict } = found
  const given = found.arguments === null ? noArguments : Array.from(found.arguments, ([name, values]) => ({ name, value: draft.slot(values) }))
  return {
    query: { select: select ?? everything, filters, orders, limits, offsets, columns, onConflict, arguments: given },
    range,
    narrowsTop,
  }
}

function unchanged(text: string): string {
  return text
}

function readParameter(key: string, text: string, found: Found, draft: Draft, mayBeArgument: boolean): void {
  switch (key) {
    // of these the first counts
    case 'select':
      if (found.select !== null) return
      draft.shape += `\0&select\0=${text}`
      found.select = readSelect(text, draft)
      return
    case 'columns':
      if (found.columns !== null) return
      draft.shape += `\0&columns\0=${text}`
      found.columns = readNames(text, key)
      return
    case 'on_conflict':
      if (found.onConflict !== null) return
      draft.shape += `\0&on_conflict\0=${text}`
      found.onConflict = readNames(text, key)
      return
  }
  const dot = key.lastIndexOf('.')
  switch (dot === -1 ? key : key.slice(dot + 1)) {
    case 'order': {
      draft.shape += `\0&${key}\0=${text}`
      found.orders.push({ at: readTreePath(key).at, terms: readOrder(text) })
      return
    }
    case 'limit':
      found.ranges.add('limit', readTreePath(key).at, text)
      return
    case 'offset':
      found.ranges.add('offset', readTreePath(key).at, text)
      return
    case 'and':
    case 'or':
      draft.shape += `\0&${key}\0=`
      found.filters.push(readLogic(key, text, draft))
      return
  }
  const path = readTreePath(key)
  const before = draft.shape
  draft.shape += `\0&${key}\0=`
  const filter = readFilter(path, text, draft, mayBeArgument)
  if (filter !== null) {
    found.filters.push(filter)
    return
  }
  const name = path.path.column
  found.arguments ??= new Map()
  const values = found.arguments.get(name)
  if (values === undefined) {
    found.arguments.set(name, [text])
    draft.shape += slotMark
  } else {
    values.push(text)
    draft.shape = before
  }
}
