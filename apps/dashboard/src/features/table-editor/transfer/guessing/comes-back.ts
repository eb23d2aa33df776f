import type { GuessedType } from './guess-type.ts'

/** Spellings of true and false, of which a column has one. Letters need each other: alone they may stand for anything. */
const truths = [
  ['true', 'false'],
  ['TRUE', 'FALSE'],
  ['True', 'False'],
] as const
const letters = [
  ['t', 'f'],
  ['T', 'F'],
] as const

/**
 * Whether all texts of a column come back from a type letter by letter: as Postgres prints the values, or in the one spelling that all of them
 * have, such as a T between date and time.
 */
export function comesBack(type: GuessedType, texts: readonly string[]): boolean {
  switch (type) {
    case 'boolean': {
      const found = new Set(texts)
      const isWithin = (pair: readonly string[]) => [...found].every((text) => pair.includes(text))
      return truths.some(isWithin) || letters.some((pair) => isWithin(pair) && pair.every((letter) => found.has(letter)))
    }
    case 'integer':
    case 'bigint':
      return texts.every((text) => /^(?:0|-?[1-9]\d*)$/.test(text))
    case 'numeric':
      return texts.every((text) => /^(?:-?[1-9]\d*(?:\.\d+)?|-?0\.\d*[1-9]\d*|0(?:\.\d+)?)$/.test(text))
    case 'double precision':
      return texts.every((text) => printedDouble(Number(text)) === text)
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return areTimesAlike(texts)
    case 'uuid':
      return texts.every((text) => text === text.toLowerCase()) || texts.every((text) => text === text.toUpperCase())
    case 'jsonb':
      return texts.every((text) => isPrintedJsonb(text))
    default:
      return true
  }
}

/** As float8out has it: the shortest digits, with an exponent below 1e-4 and from 1e15 on. */
function printedDouble(value: number): string {
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 15) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const clock = /^(.*?)(\d{1,2}:\d\d)(:\d\d)?(\.\d+)?( ?(?:z|utc|[+-]\d\d(?::?\d\d)?))?$/i

/** Days without a time beside those with one would come back as midnights, and zones that differ as one. */
function areTimesAlike(texts: readonly string[]): boolean {
  const parts = texts.map((text) => clock.exec(text))
  if (parts.some((part) => part === null)) return false
  const all = parts.map((part) => ({ before: part![1]!.replaceAll(/\d+/g, '0'), seconds: part![3], fraction: part![4], zone: part![5] ?? '' }))
  const [first] = all
  const isCanonical = all.every(({ seconds, fraction }) => seconds !== undefined && !fraction?.endsWith('0'))
  const isEven = all.every(
    ({ seconds, fraction }) => (seconds === undefined) === (first!.seconds === undefined) && fraction?.length === first!.fraction?.length,
  )
  return (isCanonical || isEven) && all.every(({ before, zone }) => before === first!.before && zone === first!.zone)
}

/** Whether jsonb would print a document like this: one space behind commas and colons, keys in its order and once each. */
function isPrintedJsonb(text: string): boolean {
  return printJsonb(JSON.parse(text)) === text
}

function printJsonb(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printJsonb).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).sort((one, other) => bytes(one) - bytes(other) || (one < other ? -1 : 1))
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${printJsonb((value as Readonly<Record<string, unknown>>)[key])}`).join(', ')}}`
}

const encoder = new TextEncoder()
const bytes = (text: string): number => encoder.encode(text).length
