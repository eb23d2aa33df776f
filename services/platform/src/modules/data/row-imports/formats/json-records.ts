import { AppError } from '@colonnade/core'
import { refuseComplex, TooComplex } from '@colonnade/http/json-text'
import { cutValue } from '../bad-row.ts'
import { membersOf } from './json-members.ts'
import { MemberFinder } from './member-finder.ts'
import { type JsonShape, textOf } from './json-shapes.ts'
import { recordBytesMax, recordLimits } from '../limits.ts'
import { type Encoding, lineFeed, type Records, type Unreadable } from '../records.ts'

export interface JsonOptions {
  readonly format: 'json' | 'ndjson'
  /** Of JSON: the member of one object whose array has the rows; null where the file is the array. */
  readonly rowsMember: string | null
  /** Names of the members that are taken, in the order in which they are sent, and what they become. */
  readonly members: readonly { readonly name: string; readonly target: string; readonly shape: JsonShape }[]
  /** Sends the line of each record before its fields. */
  readonly withLine: boolean
}

/**
 * Objects, of one array or a line each. Numbers keep their digits; what is nested is handed on as the JSON text that it is, but as Postgres
 * writes it where the column is an array, a row or an hstore; a member that is missing is NULL.
 */
export function jsonEncoding(options: JsonOptions): Encoding {
  return {
    delimiter: ',',
    nullText: '',
    async *read(source) {
      const cutter = new Cutter(options)
      for await (const chunk of source) {
        const pieces = cutter.cut(chunk)
        if (pieces.length > 0) yield new JsonRecords(pieces, options)
      }
      yield new JsonRecords(cutter.end(), options)
    },
  }
}

interface Piece {
  readonly line: number
  readonly bytes: Buffer
}

const byteOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma, bracket, bracketEnd] = ['"', '\\', ',', '[', ']'].map(byteOf) as [number, number, number, number, number]
const openings = new Set(['{', '['].map(byteOf))
const closings = new Set(['}', ']'].map(byteOf))
const spaces = new Set([' ', '\t', '\r', '\n'].map(byteOf))

/** Finds where records begin and end, whatever they hold. */
class Cutter {
  readonly #isArray: boolean
  readonly #finder: MemberFinder | null
  #state: 'before' | 'between' | 'within' | 'after' = 'before'
  #line = 1
  #recordLine = 1
  #depth = 0
  #isText = false
  #isEscaped = false
  #pending: Buffer[] = []
  #pendingBytes = 0

  constructor({ format, rowsMember }: Pick<JsonOptions, 'format' | 'rowsMember'>) {
    this.#isArray = format === 'json'
    this.#finder = rowsMember === null ? null : new MemberFinder(rowsMember)
    if (!this.#isArray) this.#state = 'between'
  }

  cut(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (this.#state !== 'within') {
        if (this.#step(byte)) {
          this.#state = 'within'
          this.#recordLine = this.#line
          start = at
        }
      }
      if (this.#state === 'within' && this.#endsAt(byte)) {
        pieces.push(this.#piece(chunk.subarray(start, at)))
        this.#state = this.#isArray && byte === bracketEnd ? 'after' : 'between'
      }
      if (byte === lineFeed) this.#line += 1
    }
    if (this.#state === 'within') this.#keep(chunk.subarray(start))
    return pieces
  }

  /** @throws AppError `import_file_invalid` when the array is not closed */
  end(): Piece[] {
    if (!this.#isArray) return this.#state === 'within' ? [this.#piece(Buffer.alloc(0))] : []
    if (this.#state === 'before') throw invalid(this.#line, this.#finder?.missing ?? 'The file is empty, and not an array')
    if (this.#state !== 'after') throw invalid(this.#state === 'within' ? this.#recordLine : this.#line, 'The array is not closed')
    return []
  }

  /** Whether a record begins here. */
  #step(byte: number): boolean {
    if (this.#finder !== null && (this.#state === 'before' || this.#state === 'after')) {
      this.#find(this.#finder, byte)
      return false
    }
    if (spaces.has(byte)) return false
    if (this.#state === 'after') throw invalid(this.#line, 'Something follows the array')
    if (this.#state === 'before') {
      if (byte !== bracket) throw invalid(this.#line, 'The file is no array of objects. Is it NDJSON?')
      this.#state = 'between'
      return false
    }
    if (!this.#isArray) return true
    if (byte === bracketEnd) this.#state = 'after'
    // commas are not counted: what is between them is
    return byte !== bracketEnd && byte !== comma
  }

  /** Other members, before the array and behind it, are none of the rows. */
  #find(finder: MemberFinder, byte: number): void {
    if (this.#state === 'after') return
    const found = finder.step(byte)
    if (typeof found === 'string') throw invalid(this.#line, found)
    if (found) this.#state = 'between'
  }

  /** Whether a record that has begun ends before this byte. */
  #endsAt(byte: number): boolean {
    if (!this.#isArray) return byte === lineFeed
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) this.#isText = false
      return false
    }
    if (byte === quote) this.#isText = true
    else if (openings.has(byte)) this.#depth += 1
    else if (closings.has(byte)) {
      if (this.#depth === 0) return true
      this.#depth -= 1
    } else return byte === comma && this.#depth === 0
    return false
  }

  #keep(part: Buffer): void {
    this.#pending.push(part)
    this.#pendingBytes += part.length
    if (this.#pendingBytes > recordBytesMax) throw invalid(this.#recordLine, `A record is larger than ${recordBytesMax / 1024 / 1024} MB`)
  }

  #piece(last: Buffer): Piece {
    const bytes = this.#pending.length === 0 ? last : Buffer.concat([...this.#pending, last])
    this.#pending = []
    this.#pendingBytes = 0
    return { line: this.#recordLine, bytes }
  }
}

function invalid(line: number, reason: string): AppError {
  return new AppError('import_file_invalid', { line, reason }, { message: `Line ${line}: ${reason}` })
}

class JsonRecords implements Records {
  readonly count: number
  readonly unreadable = new Map<number, Unreadable>()
  readonly hasBreaks = true
  readonly lineByte = lineFeed
  readonly #pieces: readonly Piece[]
  readonly #encoded: readonly string[]

  constructor(pieces: readonly Piece[], options: JsonOptions) {
    this.count = pieces.length
    this.#pieces = pieces
    this.#encoded = pieces.map((piece, index) => {
      const encoded = encode(piece, options)
      if (typeof encoded === 'string') return encoded
      this.unreadable.set(index, encoded)
      return ''
    })
  }

  lineOf(index: number): number {
    return this.#pieces[index]!.line
  }

  bytesOf(index: number): Buffer {
    const { bytes } = this.#pieces[index]!
    const start = bytes.findIndex((byte) => !spaces.has(byte))
    const end = bytes.findLastIndex((byte) => !spaces.has(byte))
    return bytes.subarray(Math.max(start, 0), end + 1)
  }

  encode(from: number, to: number): Buffer {
    return Buffer.from(this.#encoded.slice(from, to).join(''))
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function encode({ bytes, line }: Piece, { members, withLine }: JsonOptions): string | Unreadable {
  let found: Map<string, string>
  try {
    refuseComplex(bytes, recordLimits, 'record')
    found = membersOf(decoder.decode(bytes))
  } catch (error) {
    if (error instanceof TooComplex) return { column: null, value: null, reason: error.message }
    const reason = error instanceof SyntaxError ? `The record is no JSON object: ${error.message}` : 'The record is not valid UTF-8'
    return { column: null, value: null, reason }
  }
  const fields: string[] = withLine ? [String(line)] : []
  let characters = 0
  for (const { name, target, shape } of members) {
    const raw = found.get(name) ?? 'null'
    const text = textOf(raw, shape) ?? ''
    characters += text.length
    if (characters > recordBytesMax) return { column: target, value: null, reason: `The row is larger than ${recordBytesMax / 1024 / 1024} MB` }
    if (text.includes('\0')) return { column: target, value: cutValue(raw), reason: 'The value holds a NUL character, which no text in Postgres can' }
    if (!text.isWellFormed())
      return { column: target, value: cutValue(raw), reason: 'The value holds half a character (a surrogate without its other half)' }
    if (raw === 'null') fields.push('')
    else fields.push(/^["{[]/.test(raw) ? `"${text.replaceAll('"', '""')}"` : text)
  }
  return `${fields.join(',')}\n`
}
