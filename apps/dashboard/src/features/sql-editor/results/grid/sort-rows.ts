import { cellKind } from '../../../../lib/data-grid/cells/cell-kind.ts'
import { decimalOf, unitsAt } from '../../../../lib/data-grid/ranges/decimal.ts'
import { mapItems, orderPlaces, type Steps } from '../../../../lib/late/slices.ts'
import type { ResultRow } from '../../run/run-state.ts'
import { valueAt, type ResultColumn } from './result-columns.ts'
import { momentOf } from './moment-of.ts'

export interface ResultSort {
  readonly column: ResultColumn
  readonly isDescending: boolean
}

/**
 * Places of rows in the order of one column's values, as Postgres would have it: NULL after everything and NaN after all numbers (before
 * them when it descends), infinite dates at the ends, numbers to the last digit, texts by their characters. Equal rows stay in order.
 */
export function* sortRows(rows: readonly ResultRow[], { column, isDescending }: ResultSort): Steps<Uint32Array> {
  const compare = yield* comparison(rows, column)
  const sign = isDescending ? -1 : 1
  return yield* orderPlaces(rows.length, (a, b) => sign * compare(a, b) || a - b)
}

type Compare = (a: number, b: number) => number

function* comparison(rows: readonly ResultRow[], column: ResultColumn): Steps<Compare> {
  const kind = cellKind(column)
  const texts = yield* mapItems(rows, (row) => valueAt(row, column))
  if (kind === 'number') return yield* byNumber(texts, numberOf)
  if (kind === 'date' && ['date', 'timestamp', 'timestamptz'].includes(column.base_format)) return yield* byMoment(texts)
  return byText(texts)
}

const byText =
  (texts: readonly (string | null)[]): Compare =>
  (a, b) => {
    const [one, other] = [texts[a]!, texts[b]!]
    if (one === other) return 0
    if (one === null) return 1
    if (other === null) return -1
    return one < other ? -1 : 1
  }

/** Returns a close approximation of a number; numbers with the same one are compared by their digits. */
function* byNumber(texts: readonly (string | null)[], read: (text: string) => number): Steps<Compare> {
  const keys = Float64Array.from(yield* mapItems(texts, (text) => (text === null ? Number.NaN : read(text))))
  return (a, b) => {
    const [one, other] = [keys[a]!, keys[b]!]
    if (one !== other && !Number.isNaN(one) && !Number.isNaN(other)) return one - other
    const [text, next] = [texts[a]!, texts[b]!]
    if (text === next) return 0
    if (text === null || next === null) return text === null ? 1 : -1
    if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
    return byDigits(text, next)
  }
}

/** Postgres's microseconds exceed the precision of a float of milliseconds: then the texts decide. */
function* byMoment(texts: readonly (string | null)[]): Steps<Compare> {
  const near = yield* byNumber(texts, (text) => momentOf(text) ?? Number.NaN)
  const exact = byText(texts)
  return (a, b) => near(a, b) || exact(a, b)
}

/** The money type prints a sign and groups of digits. */
export function numberOf(text: string): number {
  const plain = Number(text)
  return Number.isNaN(plain) && text !== 'NaN' ? Number(text.replaceAll(/[^\d.eE+-]/g, '') || Number.NaN) : plain
}

function byDigits(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)]
  if (a === null || b === null) return 0
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [unitsAt(a, scale), unitsAt(b, scale)]
  return left === right ? 0 : left < right ? -1 : 1
}
