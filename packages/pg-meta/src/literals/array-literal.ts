/** An entry of an array: its text, NULL, or an array of the next dimension. */
export type ArrayItem = string | null | readonly ArrayItem[]

export interface ArrayLiteral {
  /** Where its subscripts do not start at 1, as Postgres writes them: "[0:2]". */
  readonly bounds: string | null
  readonly items: readonly ArrayItem[]
}

const boundsText = /^\s*((?:\[[+-]?\d+(?::[+-]?\d+)?\])+)\s*=/

/**
 * Reads an array as Postgres writes it: `{a,"b c",NULL,{…}}`. `delimiter` is that of the entries' type: a semicolon for boxes only.
 *
 * @throws Error when it is none
 */
export function parseArray(text: string, delimiter = ','): ArrayLiteral {
  const bounds = boundsText.exec(text)
  const reader = new ArrayReader(text, bounds?.[0].length ?? 0, delimiter)
  return { bounds: bounds?.[1] ?? null, items: reader.readAll() }
}

/** Writes an array as Postgres does. */
export function printArray({ bounds, items }: ArrayLiteral, delimiter = ','): string {
  return `${bounds === null ? '' : `${bounds}=`}${printItems(items, delimiter)}`
}

function printItems(items: readonly ArrayItem[], delimiter: string): string {
  return `{${items.map((item) => printItem(item, delimiter)).join(delimiter)}}`
}

function printItem(item: ArrayItem, delimiter: string): string {
  if (item === null) return 'NULL'
  if (typeof item !== 'string') return printItems(item, delimiter)
  const isPlain = item !== '' && !/["\\{}\s]/.test(item) && !item.includes(delimiter) && item.toLowerCase() !== 'null'
  return isPlain ? item : `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

class ArrayReader {
  readonly #text: string
  readonly #delimiter: string
  #at: number

  constructor(text: string, at: number, delimiter: string) {
    this.#text = text
    this.#at = at
    this.#delimiter = delimiter
  }

  readAll(): ArrayItem[] {
    this.#skipSpace()
    const items = this.#readArray()
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#problem('Remove everything after the last brace')
    return items
  }

  #readArray(): ArrayItem[] {
    if (this.#text[this.#at] !== '{') throw this.#problem('Start the array with a brace')
    this.#at += 1
    const items: ArrayItem[] = []
    this.#skipSpace()
    if (this.#text[this.#at] === '}') {
      this.#at += 1
      return items
    }
    for (;;) {
      this.#skipSpace()
      items.push(this.#text[this.#at] === '{' ? this.#readArray() : this.#readEntry())
      this.#skipSpace()
      const mark = this.#text[this.#at]
      this.#at += 1
      if (mark === '}') return items
      if (mark !== this.#delimiter) throw this.#problem('A brace is not closed')
    }
  }

  #readEntry(): string | null {
    if (this.#text[this.#at] === '"') return this.#readQuoted()
    let entry = ''
    // spaces at the end belong to the entry only when they are escaped
    let kept = 0
    let isEscaped = false
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!
      if (character === this.#delimiter || character === '}') break
      if (character === '"' || character === '{') throw this.#problem('Quote entries that contain quotes or braces')
      if (character === '\\') {
        this.#at += 1
        isEscaped = true
      }
      entry += this.#text[this.#at] ?? ''
      if (character === '\\' || !isSpace(character)) kept = entry.length
      this.#at += 1
    }
    if (kept === 0) throw this.#problem('An entry is missing. Write "" for an empty string')
    const raw = entry.slice(0, kept)
    return raw.toLowerCase() === 'null' && !isEscaped ? null : raw
  }

  #readQuoted(): string {
    let entry = ''
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]!
      if (character === '"') {
        this.#at += 1
        return entry
      }
      if (character === '\\') this.#at += 1
      entry += this.#text[this.#at] ?? ''
    }
    throw this.#problem('A quote is not closed')
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && isSpace(this.#text[this.#at]!)) this.#at += 1
  }

  #problem(what: string): Error {
    return new Error(`${what} (at character ${this.#at + 1})`)
  }
}

/** What Postgres's readers skip: ASCII spaces alone. */
export function isSpace(character: string): boolean {
  return /[ \t\n\r\f\v]/.test(character)
}
