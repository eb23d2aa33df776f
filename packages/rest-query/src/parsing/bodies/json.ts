import type { Body } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import { differentKeys, invalidBody, noJson } from './invalid-body.ts'

/** Reads a JSON body whose objects name the columns. Parses it once, to find the keys, and passes the text on unchanged. */
export function readJson(text: string, isForRoutine: boolean): Body {
  const value = parse(text)
  if (Array.isArray(value)) return readArray(text, value)
  if (typeof value === 'object' && value !== null) {
    return { shape: { kind: 'json', isArray: false, keys: checkKeys(Object.keys(value)) }, content: text, rows: 1 }
  }
  // a scalar inserts nothing into a table, but a function may take the whole body as one parameter
  return isForRoutine ? { shape: { kind: 'json', isArray: false, keys: null }, content: text, rows: null } : noRows
}

/** Reads a JSON body without parsing it, because `columns=` names the columns. */
export function readJsonForColumns(text: string, isForRoutine: boolean): Body {
  const first = text.charCodeAt(firstCharacter(text))
  if (first !== openBracket && first !== openBrace) return readJson(text, isForRoutine)
  const isArray = first === openBracket
  return { shape: { kind: 'json', isArray, keys: null }, content: text, rows: isArray ? null : 1 }
}

/** Of an empty list, and of what is neither list nor object. */
export const noRows: Body = { shape: { kind: 'json', isArray: true, keys: [] }, content: '[]', rows: 0 }
export const openBracket = 0x5b
export const openBrace = 0x7b

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

/** Tests if an object has these keys and no others. */
export function hasKeys(row: unknown, keys: readonly string[]): boolean {
  const own = keysOf(row)
  if (own?.length !== keys.length) return false
  for (let at = 0; at < keys.length; at += 1) {
    // nearly always in the same order
    if (own[at] !== keys[at] && !Object.hasOwn(row as object, keys[at] ?? '')) return false
  }
  return true
}

/** Refuses keys that Postgres can't read as names, in its words. */
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

export function firstCharacter(text: string): number {
  let at = 0
  for (let code = text.charCodeAt(0); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;) code = text.charCodeAt(++at)
  return at
}
