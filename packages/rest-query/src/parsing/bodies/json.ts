import type { Body } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import { differentKeys, invalidBody, noJson } from './invalid-body.ts'

/** A JSON body whose objects say which columns there are. It is parsed once, to find its keys; the text goes on as it came. */
export function readJson(text: string, isForRoutine: boolean): Body {
  const value = parse(text)
  if (Array.isArray(value)) return readArray(text, value)
  if (typeof value === 'object' && value !== null) {
    return { shape: { kind: 'json', isArray: false, keys: checkKeys(Object.keys(value)) }, content: text, rows: 1 }
  }
  // a table takes nothing of a scalar, but a function may have a parameter for all of the body
  return isForRoutine ? { shape: { kind: 'json', isArray: false, keys: null }, content: text, rows: null } : noRows
}

/** A JSON body of which `columns=` says what is taken: it isn't parsed here at all. */
export function readJsonForColumns(text: string, isForRoutine: boolean): Body {
  const first = text.charCodeAt(firstCharacter(text))
  if (first !== openBracket && first !== openBrace) return readJson(text, isForRoutine)
  const isArray = first === openBracket
  return { shape: { kind: 'json', isArray, keys: null }, content: text, rows: isArray ? null : 1 }
}

const noRows: Body = { shape: { kind: 'json', isArray: true, keys: [] }, content: '[]', rows: 0 }
const openBracket = 0x5b
const openBrace = 0x7b

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody(noJson)
  }
}

function readArray(text: string, rows: readonly unknown[]): Body {
  if (rows.length === 0) return noRows
  const keys = keysOf(rows[0])
  if (keys === null) throw invalidBody(differentKeys)
  for (let at = 1; at < rows.length; at += 1) {
    if (!hasKeys(rows[at], keys)) throw invalidBody(differentKeys)
  }
  return { shape: { kind: 'json', isArray: true, keys: checkKeys(keys) }, content: text, rows: rows.length }
}

function keysOf(row: unknown): readonly string[] | null {
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : null
}

function hasKeys(row: unknown, keys: readonly string[]): boolean {
  const own = keysOf(row)
  if (own?.length !== keys.length) return false
  for (let at = 0; at < keys.length; at += 1) {
    // nearly always in the same order
    if (own[at] !== keys[at] && !Object.hasOwn(row as object, keys[at] ?? '')) return false
  }
  return true
}

/** Keys that Postgres could not read as names are refused in its words. */
export function checkKeys(keys: readonly string[]): readonly string[] {
  for (const key of keys) {
    if (key.includes('\0')) {
      throw new RestError(400, '22P05', 'unsupported Unicode escape sequence', { details: '\\u0000 cannot be converted to text.' })
    }
    if (!key.isWellFormed()) {
      throw new RestError(400, '22P02', 'invalid input syntax for type json', {
        details: 'Unicode low surrogate must follow a high surrogate.',
      })
    }
  }
  return keys
}

function firstCharacter(text: string): number {
  let at = 0
  for (let code = text.charCodeAt(0); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;) code = text.charCodeAt(++at)
  return at
}
