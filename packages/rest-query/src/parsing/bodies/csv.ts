import type { Body } from '../../request.ts'
import { checkKeys } from './json.ts'
import { differentLengths, invalidBody } from './invalid-body.ts'

/** Limits the JSON made from a CSV body. Every row repeats the column names, so a small body can expand to a large one. */
const maxJsonLength = 128 * 1024 * 1024

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Converts CSV with a header line (RFC 4180) to JSON rows of strings. `NULL` is null, quoted or not; empty lines are skipped. */
export function readCsv(text: string): Body {
  const reader = new Reader(text)
  const header = reader.line()
  if (header === null) throw invalidBody('parse error (not enough input) at ""')
  const names = header.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const rows: string[] = []
  let length = 2
  for (let fields = reader.line(); fields !== null; fields = reader.line()) {
    if (fields.length !== names.length) throw invalidBody(differentLengths)
    const parts: string[] = []
    for (let at = 0; at < names.length; at += 1) {
      const field = fields[at]
      parts.push(names[at] ?? '', field === 'NULL' ? 'null' : JSON.stringify(field))
    }
    const row = parts.join('')
    rows.push(row)
    length += row.length + 2
    if (length > maxJsonLength) {
      throw invalidBody(`The CSV expands to more than ${maxJsonLength / 1024 / 1024} MB of JSON. Send fewer rows, or shorten the column names.`)
    }
  }
  const keys = checkKeys([...new Set(header)])
  return { shape: { kind: 'json', isArray: true, keys }, content: rows.length === 0 ? '[]' : `[${rows.join('},')}}]`, rows: rows.length }
}

class Reader {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the fields of the next line that isn't empty; null at the end. */
  line(): readonly string[] | null {
    for (let code = this.#code(); code === lineFeed || code === carriageReturn; code = this.#code()) this.#endLine(code)
    if (this.#at >= this.#text.length) return null
    const fields = [this.#field()]
    while (this.#code() === comma) {
      this.#at += 1
      fields.push(this.#field())
    }
    if (this.#at < this.#text.length) this.#endLine(this.#code())
    return fields
  }

  #field(): string {
    const start = this.#at
    if (this.#code() === quote) return this.#quoted()
    for (let code = this.#code(); !(code === comma || code === lineFeed || code === carriageReturn); code = this.#code()) {
      if (this.#at >= this.#text.length) break
      if (code === quote) throw invalidBody(`Unexpected quote in an unquoted field (line ${this.#line})`)
      this.#at += 1
    }
    return this.#text.slice(start, this.#at)
  }

  #quoted(): string {
    const start = this.#line
    let from = this.#at + 1
    let value = ''
    for (;;) {
      const end = this.#text.indexOf('"', from)
      if (end === -1) throw invalidBody(`Unclosed quoted field (line ${start})`)
      value += this.#text.slice(from, end)
      this.#at = end + 1
      if (this.#code() !== quote) break
      value += '"'
      from = end + 2
    }
    const next = this.#code()
    if (this.#at < this.#text.length && next !== comma && next !== lineFeed && next !== carriageReturn) {
      throw invalidBody(`Unexpected text after a closing quote (line ${start})`)
    }
    for (let at = value.indexOf('\n'); at !== -1; at = value.indexOf('\n', at + 1)) this.#line += 1
    return value
  }

  #endLine(code: number): void {
    this.#at += code === carriageReturn && this.#text.charCodeAt(this.#at + 1) === lineFeed ? 2 : 1
    this.#line += 1
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }
}
