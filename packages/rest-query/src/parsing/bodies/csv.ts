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
  const rows = new Rows(text)
  return rows.body(`[${rows.take(Infinity) ?? ''}]`)
}

/** Does the same in slices; the JSON is in pieces. Yields the bytes it holds. */
export function* readCsvInSlices(text: string): Generator<number, Body> {
  const rows = new Rows(text)
  const encoder = new TextEncoder()
  const pieces = [encoder.encode('[')]
  let bytes = 0
  for (let slice = rows.take(sliceCharacters); slice !== null; slice = rows.take(sliceCharacters)) {
    const piece = encoder.encode(slice)
    pieces.push(piece)
    bytes += piece.length
    yield text.length + bytes
  }
  return rows.body([...pieces, encoder.encode(']')])
}

const sliceCharacters = 64 * 1024

/** Converts lines to JSON. */
class Rows {
  readonly #reader: Reader
  readonly #header: readonly string[]
  readonly #names: readonly string[]
  #count = 0
  #length = 2

  constructor(text: string) {
    this.#reader = new Reader(text)
    const header = this.#reader.line()
    if (header === null) throw invalidBody('parse error (not enough input) at ""')
    this.#header = header
    this.#names = header.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  }

  /** Converts the next lines, about so many characters of JSON; null at the end. */
  take(characters: number): string | null {
    const names = this.#names
    const rows: string[] = []
    const from = this.#length
    while (this.#length - from < characters) {
      const fields = this.#reader.line()
      if (fields === null) break
      if (fields.length !== names.length) throw invalidBody(differentLengths)
      const parts: string[] = []
      for (let at = 0; at < names.length; at += 1) {
        const field = fields[at]
        parts.push(names[at] ?? '', field === 'NULL' ? 'null' : JSON.stringify(field))
      }
      const row = `${this.#count === 0 ? '' : ','}${parts.join('')}}`
      rows.push(row)
      this.#count += 1
      this.#length += row.length
      if (this.#length > maxJsonLength) {
        throw invalidBody(`The CSV expands to more than ${maxJsonLength / 1024 / 1024} MB of JSON. Send fewer rows, or shorten the column names.`)
      }
    }
    return rows.length === 0 ? null : rows.join('')
  }

  body(content: Body['content']): Body {
    const keys = checkKeys([...new Set(this.#header)])
    return { shape: { kind: 'json', isArray: true, keys }, content, rows: this.#count }
  }
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
