import type { Query, RestRequest } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import type { Draft } from '../draft.ts'
import { outOfRange } from '../refusals/limits.ts'
import { isDigit } from './scanner.ts'
import { topLevel } from './tree-path.ts'

const maxBigint = '9223372036854775807'

/** Reads a whole number, without leading zeros; null for anything else, which PostgREST ignores. */
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

interface Entry {
  readonly at: readonly string[]
  /** The last value wins when a level has several. */
  value: string
}

/** Collects `limit` and `offset` of all levels while a query string is read. */
export class Ranges {
  #limits: readonly Entry[] = none
  #offsets: readonly Entry[] = none

  add(kind: 'limit' | 'offset', at: readonly string[], text: string): void {
    const value = readInteger(text)
    if (value === null) return
    if (kind === 'limit') this.#limits = set(this.#limits, at, value)
    else this.#offsets = set(this.#offsets, at, value)
  }

  /** True if the top level has a limit or an offset. */
  get narrowsTop(): boolean {
    return topOf(this.#limits) !== null || topOf(this.#offsets) !== null
  }

  /** Allocates slots for all values. A Range header is intersected with the top level's limit and offset, and replaces them. */
  finish(draft: Draft, header: HeaderRange | null): Limits & { readonly range: RestRequest['range'] } {
    if (header === null) return { limits: this.#finishLimits(draft, true), offsets: this.#finishOffsets(draft, true), range: null }
    const { offset, limit } = narrow(header, topOf(this.#limits), topOf(this.#offsets))
    draft.shape += limit === null ? '\0r' : '\0R'
    const range = { offset: draft.slot(offset), limit: limit === null ? null : draft.slot(limit) }
    return { limits: this.#finishLimits(draft, false), offsets: this.#finishOffsets(draft, false), range }
  }

  #finishLimits(draft: Draft, withTop: boolean): Query['limits'] {
    const limits: Query['limits'][number][] = []
    for (const { at, value } of this.#limits) {
      if (at === topLevel && !withTop) continue
      if (value.startsWith('-')) throw at === topLevel ? negativeLimit() : new RestError(400, '2201W', 'LIMIT must not be negative')
      draft.shape += `\0l${levelKey(at)}`
      limits.push({ at, limit: draft.slot(value) })
    }
    return limits
  }

  #finishOffsets(draft: Draft, withTop: boolean): Query['offsets'] {
    const offsets: Query['offsets'][number][] = []
    for (const { at, value } of this.#offsets) {
      if (at === topLevel && !withTop) continue
      if (value.startsWith('-')) throw negativeOffset()
      draft.shape += `\0o${levelKey(at)}`
      offsets.push({ at, offset: draft.slot(value) })
    }
    return offsets
  }
}

const none: readonly Entry[] = []

/** A linear search: most requests have one level. */
function set(entries: readonly Entry[], at: readonly string[], value: string): readonly Entry[] {
  if (entries === none) return [{ at, value }]
  const before = entries.find((entry) => isSameLevel(entry.at, at))
  if (before === undefined) return [...entries, { at, value }]
  before.value = value
  return entries
}

function isSameLevel(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((name, place) => name === other[place]))
}

/** Keeps an embed with an empty name apart from the top level. */
function levelKey(at: readonly string[]): string {
  return at === topLevel ? '' : `\0.${at.join('\0.')}`
}

function topOf(entries: readonly Entry[]): string | null {
  return entries.find(({ at }) => at === topLevel)?.value ?? null
}

export interface HeaderRange {
  readonly from: string
  /** null for all the rest. */
  readonly to: string | null
}

/** Reads a Range header such as `0-9` or `10-`; null for any other, which PostgREST ignores. */
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
  if (offset?.startsWith('-')) throw negativeOffset()
  const start = BigInt(offset ?? '0')
  const from = larger(BigInt(header.from), start)
  const to = smaller(header.to === null ? null : BigInt(header.to), limit === null ? null : start + BigInt(limit) - 1n)
  if (limit === '0') return { offset: String(from), limit: '0' }
  if (to === null) return { offset: String(from), limit: null }
  if (to < from) throw unsatisfiable('The Range header does not overlap with limit and offset.')
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

function negativeOffset(): RestError {
  return new RestError(400, '2201X', 'OFFSET must not be negative')
}

function unsatisfiable(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}
