import type { Query, RestRequest } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import type { Draft } from '../draft.ts'
import { outOfRange } from '../refusals/limits.ts'
import { isDigit } from './scanner.ts'
import { topLevel } from './tree-path.ts'

const maxBigint = '9223372036854775807'

/** A whole number as it was sent, without needless zeros; null for what is none, which PostgREST takes no notice of. */
export function readInteger(text: string): string | null {
  const trimmed = text.trim()
  const isNegative = trimmed.startsWith('-')
  const start = isNegative ? 1 : 0
  if (trimmed.length === start) return null
  for (let at = start; at < trimmed.length; at += 1) if (!isDigit(trimmed.charCodeAt(at))) return null
  let first = start
  while (first < trimmed.length - 1 && trimmed[first] === '0') first += 1
  const digits = trimmed.slice(first)
  if (digits.length > 19 || (digits.length === 19 && digits > maxBigint)) throw outOfRange(trimmed, 'bigint')
  return isNegative && digits !== '0' ? `-${digits}` : digits
}

type Limits = Pick<Query, 'limits' | 'offsets'>

/** `limit` and `offset` of all levels while a query string is read. The last of several for the same level counts. */
export class Ranges {
  readonly #limits = new Map<string, { at: readonly string[]; value: string }>()
  readonly #offsets = new Map<string, { at: readonly string[]; value: string }>()

  add(kind: 'limit' | 'offset', at: readonly string[], text: string): void {
    const value = readInteger(text)
    if (value !== null) (kind === 'limit' ? this.#limits : this.#offsets).set(at === topLevel ? '' : JSON.stringify(at), { at, value })
  }

  get isEmpty(): boolean {
    return this.#limits.size === 0 && this.#offsets.size === 0
  }

  /** Takes slots for all of them. A Range header takes the place of what is said of the top level, which it is narrowed by. */
  finish(draft: Draft, header: HeaderRange | null): Limits & { readonly range: RestRequest['range'] } {
    const limit = this.#limits.get('')?.value ?? null
    const offset = this.#offsets.get('')?.value ?? null
    const range = header === null ? null : narrow(header, limit, offset)
    if (range !== null) {
      this.#limits.delete('')
      this.#offsets.delete('')
      draft.shape += range.limit === null ? '\0r' : '\0R'
    }
    const limits = Array.from(this.#limits.values(), ({ at, value }) => {
      if (value.startsWith('-')) throw at === topLevel ? negativeLimit() : new RestError(400, '2201W', 'LIMIT must not be negative')
      draft.shape += `\0l${at.join('\0.')}`
      return { at, limit: draft.slot(value) }
    })
    const offsets = Array.from(this.#offsets.values(), ({ at, value }) => {
      if (value.startsWith('-')) throw new RestError(400, '2201X', 'OFFSET must not be negative')
      draft.shape += `\0o${at.join('\0.')}`
      return { at, offset: draft.slot(value) }
    })
    if (range === null) return { limits, offsets, range: null }
    return { limits, offsets, range: { offset: draft.slot(range.offset), limit: range.limit === null ? null : draft.slot(range.limit) } }
  }

  /** Whether something is said of the top level. */
  get narrowsTop(): boolean {
    return this.#limits.has('') || this.#offsets.has('')
  }
}

export interface HeaderRange {
  readonly from: string
  /** null for all the rest. */
  readonly to: string | null
}

/** A Range header such as `0-9` or `10-`; null for any other, which PostgREST takes no notice of. */
export function readRangeHeader(text: string): HeaderRange | null {
  const dash = text.indexOf('-')
  if (dash < 1) return null
  const from = readInteger(text.slice(0, dash))
  if (from === null || text.trim() !== text) return null
  if (dash === text.length - 1) return { from, to: null }
  const to = readInteger(text.slice(dash + 1))
  if (to === null || to.startsWith('-')) return null
  if (BigInt(to) < BigInt(from)) {
    throw unsatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  }
  return { from, to }
}

function narrow(header: HeaderRange, limit: string | null, offset: string | null): { readonly offset: string; readonly limit: string | null } {
  if (limit?.startsWith('-')) throw negativeLimit()
  if (offset?.startsWith('-')) throw new RestError(400, '2201X', 'OFFSET must not be negative')
  const start = BigInt(offset ?? '0')
  const from = larger(BigInt(header.from), start)
  const to = smaller(header.to === null ? null : BigInt(header.to), limit === null ? null : start + BigInt(limit) - 1n)
  if (limit === '0') return { offset: String(from), limit: '0' }
  if (to === null) return { offset: String(from), limit: null }
  if (to < from) throw unsatisfiable('The Range header, limit and offset have no row in common.')
  return { offset: String(from), limit: String(to - from + 1n) }
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function smaller(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

function negativeLimit(): RestError {
  return unsatisfiable('Limit should be greater than or equal to zero.')
}

function unsatisfiable(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}
