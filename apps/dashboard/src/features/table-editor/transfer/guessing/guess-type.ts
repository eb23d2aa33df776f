import { type NumberForm, plainNumber } from '@colonnade/contracts/data/row-imports'
import type { SampleCell } from '../reading/sample.ts'
import { comesBack } from './comes-back.ts'
import { isInOrder, numberedDate, type DateOrder } from './date-order.ts'
import { guessTypeText } from './messages.ts'

/** Types that are guessed; any other can be chosen. */
export type GuessedType =
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'double precision'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'json'
  | 'jsonb'
  | 'text'

export interface Guess {
  readonly type: GuessedType
  /** Why it is text, where one would expect something else. */
  readonly note: string | null
  readonly hasNull: boolean
}

/**
 * The narrowest type that takes all the values and gives each of them back as it is written: "007", ".5" and "1E5" would come back as 7, 0.5 and
 * 100000, so they stay text, and so does a column of F alone, which may as well stand for female. Text when there are no values.
 */
export function guessType(cells: readonly (SampleCell | undefined)[], order: DateOrder = 'unknown', numbers: NumberForm = 'plain'): Guess {
  let type: GuessedType | null = null
  let hasNull = false
  for (const cell of cells) {
    if (cell === null || cell === undefined) hasNull = true
    else {
      const own = typeOf(cell, order, numbers)
      type = type === null ? own : wider(type, own)
    }
  }
  const texts = cells.flatMap((cell) => (cell?.form === 'plain' || cell?.form === 'string' ? [cell.text] : []))
  // what JSON has as documents here and numbers there is one kind for jsonb
  if (cells.some((cell) => cell?.form === 'document') && texts.length === 0) type = 'jsonb'
  const kept = type === null ? 'text' : numbers !== 'plain' && amounts.includes(type) ? type : keptAs(type, texts)
  return { type: kept, note: kept === 'text' ? noteOf(cells) : null, hasNull }
}

/** The type, or the one in its place that keeps texts as they are written. */
function keptAs(type: GuessedType, texts: readonly string[]): GuessedType {
  if (comesBack(type, texts)) return type
  return type === 'jsonb' ? 'json' : 'text'
}

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?`
const datePattern = new RegExp(`^${day}$`)
const timePattern = new RegExp(`^${clock}$`)
const timestampPattern = new RegExp(`^${day}[T ]${clock}( ?(?:Z|UTC|[+-]\\d\\d(?::?\\d\\d)?))?$`, 'i')
const integerPattern = /^-?(?:0|[1-9]\d*)$/
const numericPattern = /^-?(?:0|[1-9]\d*)?\.\d+$/
const exponentPattern = /^-?(?:\d+\.?\d*|\.\d+)e[+-]?\d{1,3}$/i
const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const booleanPattern = /^(?:true|false|t|f)$/i

function typeOf({ text, form }: NonNullable<SampleCell>, order: DateOrder, numbers: NumberForm): GuessedType {
  if (form === 'boolean') return 'boolean'
  if (form === 'document') return 'jsonb'
  if (form !== 'string') {
    const number = form === 'plain' ? (plainNumber(text, numbers) ?? '') : text
    if (integerPattern.test(number)) return integerType(number)
    if (numericPattern.test(number)) return 'numeric'
    if (exponentPattern.test(number)) return form === 'number' ? 'numeric' : 'double precision'
    if (form === 'number') return 'numeric'
    if (booleanPattern.test(text)) return 'boolean'
    if (isDocument(text)) return 'jsonb'
    if (timePattern.test(text)) return 'time'
  }
  if (text.length > 40) return 'text'
  if (uuidPattern.test(text)) return 'uuid'
  if (datePattern.test(text)) return isDay(text) ? 'date' : 'text'
  const numbered = numberedDate(text)
  if (numbered !== null) {
    if (order === 'unknown' || !isInOrder(numbered, order)) return 'text'
    return numbered.hasTime ? 'timestamp' : 'date'
  }
  const stamp = timestampPattern.exec(text)
  if (stamp === null || !isDay(text.slice(0, 10))) return 'text'
  return stamp[1] === undefined ? 'timestamp' : 'timestamptz'
}

/** By the value: "-2147483648" is an integer, "2147483648" a bigint, what is larger than that numeric. "-0" keeps its sign only as text. */
function integerType(text: string): GuessedType {
  if (text === '-0') return 'text'
  if (text.length < 10) return 'integer'
  if (text.length > 20) return 'numeric'
  const value = BigInt(text)
  if (value === BigInt.asIntN(32, value)) return 'integer'
  return value === BigInt.asIntN(64, value) ? 'bigint' : 'numeric'
}

/** Whether the calendar has it: 2023-02-29 is none. */
function isDay(text: string): boolean {
  const [year, month, date] = text.split('-').map(Number)
  return year! > 0 && date! <= new Date(Date.UTC(2000 + (year! % 400), month, 0)).getUTCDate()
}

function isDocument(text: string): boolean {
  if (!/^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const amounts: readonly GuessedType[] = ['integer', 'bigint', 'numeric', 'double precision']
const times: readonly GuessedType[] = ['date', 'timestamp', 'timestamptz']

/** The type that takes the values of both. */
function wider(one: GuessedType, other: GuessedType): GuessedType {
  if (one === other) return one
  for (const ladder of [amounts, times]) {
    const steps = [ladder.indexOf(one), ladder.indexOf(other)]
    if (steps.every((step) => step >= 0)) return ladder[Math.max(...steps)]!
  }
  return 'text'
}

const oddValues: readonly (readonly [pattern: RegExp, note: string])[] = [
  [/^-?(?:0|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*),\d+$/, guessTypeText.decimalComma],
  [/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, guessTypeText.ambiguousComma],
  [/^0\d+$/, guessTypeText.leadingZeros],
  [/^-?(?:\d*\.\d+|\d+(?:\.\d*)?e[+-]?\d+)$/i, guessTypeText.otherNumbers],
  [/^[tf]$/i, guessTypeText.singleLetter],
  [/^\d{4}-\d\d-\d\d[T ]\d\d:/i, guessTypeText.mixedTimes],
  [/^\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/, guessTypeText.ambiguousDates],
]

function noteOf(cells: readonly (SampleCell | undefined)[]): string | null {
  const texts = cells.flatMap((cell) => (cell?.form === 'plain' ? [cell.text] : []))
  if (texts.length === 0) return null
  const [, note] =
    oddValues.find(
      ([pattern]) => texts.every((text) => pattern.test(text) || integerPattern.test(text)) && texts.some((text) => pattern.test(text)),
    ) ?? []
  return note ?? null
}
