import { encodeQueryPart, pathName } from '../examples/call.ts'
import { operatorText } from './messages.ts'

export const operations = ['read', 'insert', 'upsert', 'update', 'delete', 'call'] as const
export type Operation = (typeof operations)[number]

/** A condition on a column; with an empty operator any other parameter, such as `or`, whose value is written out. */
export interface DraftFilter {
  readonly column: string
  readonly operator: string
  readonly value: string
}

export interface DraftOrder {
  readonly column: string
  /** `asc`, `desc`, with `.nullsfirst` or `.nullslast` behind it. */
  readonly direction: string
}

/** A request while somebody writes it: names as the API spells them, everything else as text. */
export interface RequestDraft {
  readonly operation: Operation
  readonly select: string
  readonly filters: readonly DraftFilter[]
  readonly orders: readonly DraftOrder[]
  readonly limit: string
  readonly offset: string
  /** Columns by which an upsert finds the row that is there. */
  readonly onConflict: string
  /** JSON. */
  readonly body: string
  readonly format: 'json' | 'object' | 'csv'
  /** Whether the number of all rows is counted. */
  readonly isCounted: boolean
  /** Whether a write answers with the rows that it wrote. */
  readonly isReturning: boolean
}

export const emptyDraft: RequestDraft = {
  operation: 'read',
  select: '*',
  filters: [],
  orders: [],
  limit: '10',
  offset: '',
  onConflict: '',
  body: '',
  format: 'json',
  isCounted: false,
  isReturning: true,
}

/** What is sent to the gateway, below `/rest/v1/`. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const methods: Readonly<Record<Operation, PlainRequest['method']>> = {
  read: 'GET',
  insert: 'POST',
  upsert: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  call: 'POST',
}

export const hasBody = (operation: Operation): boolean => operation !== 'read' && operation !== 'delete'
/** Whether rows are chosen by filters. */
export const hasFilters = (operation: Operation): boolean => operation !== 'insert' && operation !== 'upsert'
/** Whether rows are sorted and cut. */
export const hasWindow = (operation: Operation): boolean => operation === 'read' || operation === 'call'

const mediaTypes: Readonly<Record<RequestDraft['format'], string>> = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  csv: 'text/csv',
}

export interface RequestTarget {
  readonly name: string
  /** null for the default schema, which requests don't name. */
  readonly schema: string | null
}

/** Writes a draft as a request. */
export function requestOf(draft: RequestDraft, { name, schema }: RequestTarget): PlainRequest {
  const { operation, format, isCounted, isReturning, body } = draft
  const method = methods[operation]
  const isWrite = operation !== 'read' && operation !== 'call'
  const prefer = [
    ...(operation === 'upsert' ? ['resolution=merge-duplicates'] : []),
    ...(isWrite ? [`return=${isReturning ? 'representation' : 'minimal'}`] : []),
    ...(isCounted ? ['count=exact'] : []),
  ]
  return {
    method,
    path: `${operation === 'call' ? 'rpc/' : ''}${pathName(name)}`,
    query: queryOf(draft),
    headers: {
      accept: mediaTypes[format],
      ...(schema !== null && { [method === 'GET' ? 'accept-profile' : 'content-profile']: schema }),
      ...(hasBody(operation) && { 'content-type': 'application/json' }),
      ...(prefer.length > 0 && { prefer: prefer.join(',') }),
    },
    body: hasBody(operation) ? body : null,
  }
}

/** Writes the query string of a draft, without the question mark. */
export function queryOf({ operation, select, filters, orders, limit, offset, onConflict, isReturning }: RequestDraft): string {
  const isRead = operation === 'read' || operation === 'call'
  const parameters: (readonly [name: string, value: string])[] = [
    ...(select !== '' && (isRead ? operation === 'read' || select !== '*' : isReturning && select !== '*') ? [['select', select] as const] : []),
    ...(hasFilters(operation) ? filters.filter(({ column }) => column !== '').map(parameterOf) : []),
    ...(hasWindow(operation) && orders.length > 0
      ? [['order', orders.map(({ column, direction }) => `${column}.${direction}`).join(',')] as const]
      : []),
    ...(hasWindow(operation) && limit !== '' ? [['limit', limit] as const] : []),
    ...(hasWindow(operation) && offset !== '' ? [['offset', offset] as const] : []),
    ...(operation === 'upsert' && onConflict !== '' ? [['on_conflict', onConflict] as const] : []),
  ]
  return parameters.map(([name, value]) => `${encodeQueryPart(name)}=${encodeQueryPart(value)}`).join('&')
}

const parameterOf = ({ column, operator, value }: DraftFilter): readonly [string, string] => [
  column,
  operator === '' ? value : `${operator}.${value}`,
]

/** Operators that take one value (PostgREST documentation, Operators), in the order of the form. */
export const operators: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'eq', label: operatorText.equals },
  { value: 'neq', label: operatorText.doesNotEqual },
  { value: 'gt', label: operatorText.greaterThan },
  { value: 'gte', label: operatorText.atLeast },
  { value: 'lt', label: operatorText.lessThan },
  { value: 'lte', label: operatorText.atMost },
  { value: 'like', label: operatorText.like },
  { value: 'ilike', label: operatorText.likeAnyCase },
  { value: 'in', label: operatorText.oneOf },
  { value: 'is', label: operatorText.is },
  { value: 'cs', label: operatorText.contains },
  { value: 'cd', label: operatorText.containedIn },
  { value: 'ov', label: operatorText.overlaps },
  { value: 'wfts', label: operatorText.fullTextSearch },
  { value: 'match', label: operatorText.regex },
]

const operation =
  /^((?:not\.)?(?:eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts)(?:\([A-Za-z_]+\))?)\.([\s\S]*)$/

/** Reads a query string that somebody has written back into the draft. What no field of the form shows becomes a parameter as it is. */
export function withQuery(draft: RequestDraft, query: string): RequestDraft {
  let next: RequestDraft = { ...draft, select: '', filters: [], orders: [], limit: '', offset: '', onConflict: '' }
  for (const part of query.replace(/^\?/, '').split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at))
    const value = at < 0 ? '' : decode(part.slice(at + 1))
    if (name === 'select' && next.select === '') next = { ...next, select: value }
    else if (name === 'limit' || name === 'offset') next = { ...next, [name]: value }
    else if (name === 'on_conflict') next = { ...next, onConflict: value }
    else if (name === 'order' && next.orders.length === 0) next = { ...next, orders: splitList(value).map(orderOf) }
    else next = { ...next, filters: [...next.filters, filterOf(name, value)] }
  }
  // without it, all columns are meant
  return next.select === '' ? { ...next, select: '*' } : next
}

function filterOf(column: string, text: string): DraftFilter {
  const found = operation.exec(text)
  return found ? { column, operator: found[1]!, value: found[2]! } : { column, operator: '', value: text }
}

function orderOf(term: string): DraftOrder {
  const found = /^(.+?)\.((?:asc|desc)(?:\.nulls(?:first|last))?|nulls(?:first|last))$/.exec(term)
  return found ? { column: found[1]!, direction: found[2]! } : { column: term, direction: 'asc' }
}

/** Splits at the commas outside of quotes and parentheses. */
export function splitList(text: string): readonly string[] {
  const items: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (isQuoted && char === '\\') at += 1
    else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ',' && depth === 0) {
      items.push(text.slice(start, at))
      start = at + 1
    }
  }
  const last = text.slice(start)
  return last === '' ? items : [...items, last]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // a percent sign while it is written
    return text
  }
}

/** Adds an embedding to what is selected, or takes it out. */
export function withEmbed(select: string, embed: string): string {
  const items = splitList(select === '' ? '*' : select)
  return (items.includes(embed) ? items.filter((item) => item !== embed) : [...items, embed]).join(',')
}
