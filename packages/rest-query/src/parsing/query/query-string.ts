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
  select: Query['select']
  columns: Query['columns']
  onConflict: Query['onConflict']
  readonly filters: Query['filters'][number][]
  readonly orders: Query['orders'][number][]
  readonly arguments: Map<string, string[]>
  readonly ranges: Ranges
  readonly seen: Set<string>
}

/** Reads a query string, without its question mark, from left to right. */
export function readQuery(search: string, draft: Draft, mayHaveArguments: boolean, header: HeaderRange | null): ReadQuery {
  if (search.length > maxSearchLength) throw tooLong()
  const text = asCharacters(search)
  const found: Found = {
    select: everything,
    columns: null,
    onConflict: null,
    filters: [],
    orders: [],
    arguments: new Map(),
    ranges: new Ranges(),
    seen: new Set(),
  }
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    // a name alone says nothing
    if (equals !== -1 && equals < end) {
      readParameter(decodePart(text.slice(start, equals)), decodePart(text.slice(equals + 1, end)), found, draft, mayHaveArguments)
    }
    start = end + 1
  }
  const { narrowsTop } = found.ranges
  const { limits, offsets, range } = found.ranges.finish(draft, header)
  const { select, filters, orders, columns, onConflict } = found
  const given = Array.from(found.arguments, ([name, values]) => ({ name, value: draft.slot(values) }))
  return { query: { select, filters, orders, limits, offsets, columns, onConflict, arguments: given }, range, narrowsTop }
}

function readParameter(key: string, text: string, found: Found, draft: Draft, mayBeArgument: boolean): void {
  switch (key) {
    case 'select':
    case 'columns':
    case 'on_conflict':
      // of these the first counts
      if (!found.seen.has(key)) {
        found.seen.add(key)
        draft.shape += `\0&${key}\0=${text}`
        if (key === 'select') found.select = readSelect(text, draft)
        else if (key === 'columns') found.columns = readNames(text, key)
        else found.onConflict = readNames(text, key)
      }
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
  const values = found.arguments.get(name)
  if (values === undefined) {
    found.arguments.set(name, [text])
    draft.shape += slotMark
  } else {
    values.push(text)
    draft.shape = before
  }
}
