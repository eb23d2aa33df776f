import { UnusableValue } from './imported-user.ts'

type JsonObject = { readonly [name: string]: unknown }

/** The type of a field. An empty field reads as undefined. */
export type Kind = 'text' | 'flag' | 'notFlag' | 'time' | 'object' | 'list'

/** @throws UnusableValue naming the field */
export function readValue(kind: Kind, value: unknown, field: string): unknown {
  if (value === null || value === undefined || value === '') return undefined
  return readings[kind](value, field)
}

const readings: Readonly<Record<Kind, (value: unknown, field: string) => unknown>> = {
  text(value, field) {
    if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
    if (typeof value === 'number') return String(value)
    throw new UnusableValue(field, value, 'isn’t a string')
  },
  flag: readFlag,
  notFlag: (value, field) => !readFlag(value, field),
  time: readTime,
  object(value, field) {
    const parsed = parsedOf(value, field)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
    if (parsed === null) return undefined
    throw new UnusableValue(field, value, 'isn’t a JSON object')
  },
  list(value, field) {
    const parsed = parsedOf(value, field)
    if (Array.isArray(parsed)) return parsed
    if (parsed === null) return undefined
    throw new UnusableValue(field, value, 'isn’t a JSON array')
  },
}

function parsedOf(value: unknown, field: string): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new UnusableValue(field, value, 'isn’t valid JSON')
  }
}

const yes = new Set(['true', 't', 'yes', 'y', '1'])
const no = new Set(['false', 'f', 'no', 'n', '0'])

function readFlag(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw new UnusableValue(field, value, 'isn’t true or false')
}

/** Numbers from here on are milliseconds since 1970; smaller ones are seconds (up to the year 5138). */
const secondsMost = 100_000_000_000

/** Converts ISO 8601, the Postgres format, or seconds or milliseconds since 1970 to ISO 8601 with an offset. */
function readTime(value: unknown, field: string): string {
  const text = String(value).trim()
  if (/^\d{1,16}(?:\.\d+)?$/.test(text)) {
    const number = Number(text)
    return isoOf(new Date(number < secondsMost ? number * 1_000 : number), value, field)
  }
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(text)
  if (found !== null) {
    const [, day, clock = '00:00:00', zone = 'Z'] = found
    const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.length === 3 ? `${zone}:00` : zone.replace(/^(...)(\d\d)$/, '$1:$2')
    const time = `${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`
    if (!Number.isNaN(Date.parse(time))) return time
  }
  return isoOf(new Date(Number.NaN), value, field)
}

function isoOf(date: Date, value: unknown, field: string): string {
  if (Number.isNaN(date.getTime())) throw new UnusableValue(field, value, 'isn’t a valid time. Use ISO 8601, such as 2026-01-31T12:00:00Z')
  return date.toISOString()
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => typeof each === 'object' && each !== null && !Array.isArray(each)) : []
}

/** Removes undefined members, so that records stay small. */
export function present<T extends object>(record: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}
