import { AppError } from '@colonnade/core'
import { refuseComplex, TooComplex } from '@colonnade/http/json-text'
import { cutValue } from '../bad-row.ts'
import { membersOf } from './json-members.ts'
import { MemberFinder } from './member-finder.ts'
import { type JsonShape, textOf } from './json-shapes.ts'
import { recordBytesMax, recordLimits } from '../limits.ts'
import { type Encoding, lineFeed, type Records, type Unreadable } from '../records.ts'
import { fileText } from '../messages.ts'

const size = `${recordBytesMax / 1024 / 1024} MB`

export interface JsonOptions {
  readonly format: 'json' | 'ndjson'
  /** Member of the top-level object with the array of rows; null if the file is the array. */
  readonly rowsMember: string | null
  /** Imported members in the order in which they are sent, with their targets. */
  readonly members: readonly { readonly name: string; readonly target: string; readonly shape: JsonShape }[]
  /** Sends the line of each record before its fields. */
  readonly withLine: boolean
}

/**
 * Reads objects, from one array or one per line. Numbers keep their digits; nested values are sent as JSON text, or in Postgres's notation for
 * columns of an array, row or hstore type; a missing member is NULL.
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

/** Finds where records begin and end, regardless of their content. */
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

  /** @throws AppError `import_file_invalid` if the array isn't closed */
  end(): Piece[] {
    if (!this.#isArray) return this.#state === 'within' ? [this.#piece(Buffer.alloc(0))] : []
    if (this.#state === 'before') throw invalid(this.#line, this.#finder?.missing ?? fileText.empty)
    if (this.#state !== 'after') throw invalid(this.#state === 'within' ? this.#recordLine : this.#line, fileText.openArray)
    return []
  }

  /** Returns true if a record begins here. */
  #step(byte: number): boolean {
    if (this.#finder !== null && (this.#state === 'before' || this.#state === 'after')) {
      this.#find(this.#finder, byte)
      return false
    }
    if (spaces.has(byte)) return false
    if (this.#state === 'after') throw invalid(this.#line, fileText.afterArray)
    if (this.#state === 'before') {
      if (byte !== bracket) throw invalid(this.#line, fileText.noArray)
      this.#state = 'between'
      return false
    }
    if (!this.#isArray) return true
    if (byte === bracketEnd) this.#state = 'after'
    // commas aren't counted: only what is between them matters
    return byte !== bracketEnd && byte !== comma
  }

  /** Skips other members, before the array and after it. */
  #find(finder: MemberFinder, byte: number): void {
    if (this.#state === 'after') return
    const found = finder.step(byte)
    if (typeof found === 'string') throw invalid(this.#line, found)
    if (found) this.#state = 'between'
  }

  /** Returns true if the current record ends before this byte. */
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
    if (this.#pendingBytes > recordBytesMax) throw invalid(this.#recordLine, fileText.record(size))
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
    const reason = error instanceof SyntaxError ? fileText.notJson(error.message) : fileText.notUtf8
    return { column: null, value: null, reason }
  }
  const fields: string[] = withLine ? [String(line)] : []
  let characters = 0
  for (const { name, target, shape } of members) {
    const raw = found.get(name) ?? 'null'
    const text = textOf(raw, shape) ?? ''
    characters += text.length
    if (characters > recordBytesMax) return { column: target, value: null, reason: fileText.row(size) }
    if (text.includes('\0')) return { column: target, value: cutValue(raw), reason: fileText.nulCharacter }
    if (!text.isWellFormed()) return { column: target, value: cutValue(raw), reason: fileText.surrogate }
    if (raw === 'null') fields.push('')
    else fields.push(/^["{[]/.test(raw) ? `"${text.replaceAll('"', '""')}"` : text)
  }
  return `${fields.join(',')}\n`
}
