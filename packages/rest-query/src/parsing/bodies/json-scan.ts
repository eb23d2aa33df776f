import type { Body } from '../../request.ts'
import { differentKeys, invalidBody, noJson } from './invalid-body.ts'
import { checkKeys, firstCharacter, hasKeys, noRows, openBrace, openBracket, readJson } from './json.ts'

/** A slice takes about a millisecond. */
const sliceCharacters = 128 * 1024

const [quote, backslash, comma, colon, closeBracket, closeBrace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5d, 0x7d]

/** Reads what `readJson` reads, in slices and without making values. Yields how many bytes it holds. */
export function* readJsonInSlices(text: string, isForRoutine: boolean): Generator<number, Body> {
  const first = text.charCodeAt(firstCharacter(text))
  if (first !== openBracket && first !== openBrace) return readJson(text, isForRoutine)
  const scan = new Scan(text)
  while (scan.advance(sliceCharacters)) yield text.length
  const isArray = first === openBracket
  if (isArray && scan.rows === 0) return noRows
  return { shape: { kind: 'json', isArray, keys: checkKeys(scan.keys) }, content: text, rows: isArray ? scan.rows : 1 }
}

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** Checks a JSON text (RFC 8259) from left to right, and compares the keys of the objects that are rows. */
class Scan {
  /** Of the first row. */
  keys: readonly string[] = []
  rows = 0
  readonly #text: string
  #at = 0
  #expected: Expected = 'value'
  /** Closing characters of the arrays and objects that are open. */
  readonly #open: number[] = []
  /** How deep the keys of rows are: 1 for an object, 2 for a list of them. */
  readonly #rowDepth: number
  /** Of the row that is open: where it begins, its keys as they are written, and how many are like those of the first. */
  #rowAt = 0
  #rowKeys: string[] = []
  #alike = 0
  #firstKeys: readonly string[] | null = null
  /** Rows differ in their keys, or aren't objects: said at the end, because a text that is no JSON comes first. */
  #isUneven = false

  constructor(text: string) {
    this.#text = text
    this.#rowDepth = text.charCodeAt(firstCharacter(text)) === openBracket ? 2 : 1
  }

  /** Reads on for about so many characters. Returns false at the end. @throws RestError */
  advance(characters: number): boolean {
    const end = this.#at + characters
    while (this.#at < end) {
      const code = this.#skipSpace()
      if (Number.isNaN(code)) {
        if (this.#expected !== 'nothing') throw invalidBody(noJson)
        if (this.#isUneven) throw invalidBody(differentKeys)
        return false
      }
      this.#take(code)
    }
    return true
  }

  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.#at += 1
    }
  }

  #take(code: number): void {
    switch (this.#expected) {
      case 'value':
        return this.#value(code)
      case 'value or end':
        return code === closeBracket ? this.#close(code) : this.#value(code)
      case 'key':
        return this.#key(code)
      case 'key or end':
        return code === closeBrace ? this.#close(code) : this.#key(code)
      case 'colon':
        if (code !== colon) throw invalidBody(noJson)
        this.#at += 1
        this.#expected = 'value'
        return
      case 'comma or end':
        if (code !== comma) return this.#close(code)
        this.#at += 1
        this.#expected = this.#open.at(-1) === closeBrace ? 'key' : 'value'
        return
      case 'nothing':
        throw invalidBody(noJson)
    }
  }

  #value(code: number): void {
    const isRow = this.#open.length === this.#rowDepth - 1
    if (isRow && code !== openBrace) this.#isUneven = true
    if (code === openBrace || code === openBracket) {
      if (isRow && code === openBrace) this.#beginRow()
      this.#open.push(code === openBrace ? closeBrace : closeBracket)
      this.#at += 1
      this.#expected = code === openBrace ? 'key or end' : 'value or end'
      return
    }
    this.#at = code === quote ? this.#endOfString(this.#at) : this.#endOfWord()
    this.#expected = 'comma or end'
  }

  #key(code: number): void {
    if (code !== quote) throw invalidBody(noJson)
    const start = this.#at
    this.#at = this.#endOfString(start)
    if (this.#open.length === this.#rowDepth) {
      const known = this.#firstKeys?.[this.#alike]
      if (known !== undefined && known.length === this.#at - start && this.#text.startsWith(known, start)) this.#alike += 1
      else this.#rowKeys.push(this.#text.slice(start, this.#at))
    }
    this.#expected = 'colon'
  }

  #close(code: number): void {
    if (this.#open.pop() !== code) throw invalidBody(noJson)
    this.#at += 1
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end'
    if (this.#open.length === this.#rowDepth - 1 && code === closeBrace) this.#endRow()
  }

  #beginRow(): void {
    this.#rowAt = this.#at
    this.#rowKeys = []
    this.#alike = 0
  }

  #endRow(): void {
    this.rows += 1
    if (this.#firstKeys === null) {
      this.#firstKeys = this.#rowKeys
      this.keys = [...new Set(this.#rowKeys.map((key) => JSON.parse(key) as string))]
      return
    }
    if (this.#rowKeys.length === 0 && this.#alike === this.#firstKeys.length) return
    // in another order, twice, or other ones
    const row: unknown = JSON.parse(this.#text.slice(this.#rowAt, this.#at))
    if (!hasKeys(row, this.keys)) this.#isUneven = true
  }

  /** Returns the place after a string. */
  #endOfString(start: number): number {
    const text = this.#text
    for (let at = start + 1; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) return at + 1
      if (code === backslash) {
        at += 1
        const escaped = text[at] ?? ''
        if (escaped === 'u') {
          if (!/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) throw invalidBody(noJson)
          at += 4
        } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) throw invalidBody(noJson)
      } else if (!(code >= 0x20)) throw invalidBody(noJson)
    }
  }

  /** Returns the place after a number, `true`, `false` or `null`. */
  #endOfWord(): number {
    word.lastIndex = this.#at
    if (!word.test(this.#text)) throw invalidBody(noJson)
    return word.lastIndex
  }
}

const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
