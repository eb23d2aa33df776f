import { AppError } from '@colonnade/core'
import type { CsvNumbers } from './csv-numbers.ts'
import { CsvRecords, type Marks } from './csv-rows.ts'
import { fieldsMost, recordBytesMax } from '../limits.ts'
import { carriageReturn, type Encoding, lineFeed, type Unreadable } from '../records.ts'

const quote = 0x22
const nul = 0x00

export interface CsvOptions {
  readonly delimiter: string
  /** Lines before the first record that are no part of the table. */
  readonly skippedLines: number
  readonly hasHeader: boolean
  readonly nullText: string
  /** Places of the fields that are taken, in the order in which they are sent. */
  readonly sources: readonly number[]
  /** Sends the line of each record before its fields. */
  readonly withLine: boolean
  /** Where numbers are not written as Postgres reads them. */
  readonly numbers: CsvNumbers | null
}

/**
 * CSV as Postgres reads it (its documentation, COPY): a quote opens and closes wherever it stands, and a doubled one is one. But an odd quote
 * takes no other lines along: where it would hold a line end and opens or closes within a value, or is never closed, its line alone is a bad
 * row. Fields are handed on as the bytes that they are; whole records too, where all fields are taken in their order. Empty lines are no records, unless
 * there is but one field.
 */
export function csvEncoding(options: CsvOptions): Encoding {
  return {
    delimiter: options.delimiter,
    nullText: options.nullText,
    async *read(source) {
      const scanner = new CsvScanner(options)
      let held: Buffer | null = null
      for await (const chunk of source) {
        let bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk])
        // whether a line feed follows is seen with the next chunk
        held = bytes.at(-1) === carriageReturn ? bytes.subarray(-1) : null
        if (held !== null) bytes = bytes.subarray(0, -1)
        const records = scanner.scan(bytes)
        if (records.count > 0) yield records
      }
      if (scanner.isQuoted) yield scanner.scan(Buffer.alloc(0), true)
      yield scanner.end(held ?? Buffer.alloc(0))
    },
  }
}

class CsvScanner {
  readonly #options: CsvOptions
  readonly #delimiter: number
  readonly #special = new Uint8Array(256)
  #pending: Buffer[] = []
  #pendingBytes = 0
  #isQuoted = false
  /** The last byte closed a quote, unless the next one doubles it. */
  #hasJustClosed = false
  /** Of the last quote that opened: where, from the start of its record, whether within a value, and whether a line has ended since. */
  #opened = { offset: 0, isWithin: false, hasBreaks: false }
  /** Where the present field begins, from the start of its record. */
  #fieldOffset = 0
  #fields = 1
  #hasNul = false
  #hasStray = false
  #line = 1
  #recordLine = 1
  #expected: number | null = null
  #isHeaderDue: boolean
  #linesToSkip: number
  readonly #repeats: number
  /** How lines end: as the first does. */
  #ending: Buffer | null = null
  #hasOwnBreaks = false
  #hasBreaks = false
  #isUniform = true

  constructor(options: CsvOptions) {
    this.#options = options
    this.#delimiter = options.delimiter.charCodeAt(0)
    this.#isHeaderDue = options.hasHeader
    this.#linesToSkip = options.skippedLines
    this.#repeats = Math.max(...Array.from(Map.groupBy(options.sources, (source) => source).values(), ({ length }) => length))
    for (const byte of [this.#delimiter, quote, lineFeed, carriageReturn, nul]) this.#special[byte] = 1
  }

  get isQuoted(): boolean {
    return this.#isQuoted
  }

  /** The records that end in a chunk, the first of which may have begun before it. `isOver`: nothing follows that could close a quote. */
  scan(chunk: Buffer, isOver = false): CsvRecords {
    const marks: Marks = { starts: [], ends: [], lines: [], unreadable: new Map() }
    let bytes = chunk
    let before = this.#pendingBytes
    const special = this.#special
    const delimiter = this.#delimiter
    let start = 0
    let rest = 0
    let at = 0
    this.#hasBreaks = false
    this.#isUniform = true
    /** Ends the record with the line on which its quote opened, and goes on behind that. */
    const leaveLine = (reason: string): void => {
      if (before > 0) bytes = Buffer.concat([...this.#pending, bytes])
      before = 0
      this.#pending = []
      this.#pendingBytes = 0
      const { end, width, lines } = lineEndFrom(bytes, start, start + this.#opened.offset)
      this.#isQuoted = false
      this.#hasOwnBreaks = lines > 0
      this.#line = this.#recordLine + lines + (width > 0 ? 1 : 0)
      this.#close(marks, start, end, width > 0 ? bytes.subarray(end, end + width) : null, { column: null, value: null, reason })
      at = rest = start = end + width
    }
    if (this.#hasJustClosed && bytes.length > 0) {
      this.#hasJustClosed = false
      if (bytes[0] === quote) {
        this.#isQuoted = true
        at = 1
      } else if (this.#opened.hasBreaks && !this.#endsField(bytes[0]!)) leaveLine(oddQuote)
    }
    do {
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at]!
        if (special[byte] === 0) continue
        if (byte === quote) {
          if (!this.#isQuoted) {
            const offset = before + at - start
            this.#opened = { offset, isWithin: offset !== this.#fieldOffset, hasBreaks: false }
            this.#isQuoted = true
            continue
          }
          const next = bytes[at + 1]
          if (next === quote) at += 1
          else {
            this.#isQuoted = false
            this.#hasJustClosed = next === undefined
            if (next === undefined || !this.#opened.hasBreaks || this.#endsField(next)) continue
            leaveLine(oddQuote)
            at -= 1
          }
        } else if (byte === delimiter) {
          if (this.#isQuoted) continue
          this.#fields += 1
          this.#fieldOffset = before + at + 1 - start
        } else if (byte === nul) this.#hasNul = true
        else {
          const isPair = byte === carriageReturn && bytes[at + 1] === lineFeed
          const width = isPair ? 2 : 1
          if (this.#isQuoted && this.#opened.isWithin) {
            leaveLine(oddQuote)
            at -= 1
            continue
          }
          this.#line += 1
          if (this.#isQuoted) this.#hasOwnBreaks = this.#opened.hasBreaks = true
          else if (byte === carriageReturn && !isPair && !this.#endsWithReturn()) this.#hasStray = true
          else {
            this.#close(marks, start, before + at, bytes.subarray(at, at + width))
            rest = at + width
            start = before + rest
          }
          at += width - 1
        }
      }
      if (isOver && this.#isQuoted) leaveLine('A quote that is opened in this row is never closed')
    } while (isOver && at < bytes.length)
    const data = before === 0 ? bytes.subarray(0, rest) : rest === 0 ? Buffer.alloc(0) : Buffer.concat([...this.#pending, bytes.subarray(0, rest)])
    if (rest > 0) {
      this.#pending = []
      this.#pendingBytes = 0
    }
    if (rest < bytes.length) {
      this.#pending.push(bytes.subarray(rest))
      this.#pendingBytes += bytes.length - rest
    }
    if (this.#pendingBytes > recordBytesMax) {
      throw new AppError(
        'import_row_invalid',
        { line: this.#recordLine, ...tooLarge },
        { message: `Line ${this.#recordLine}: the row is larger than ${size}. Is a quote never closed?` },
      )
    }
    return this.#records(data, marks)
  }

  /** The last record, which need not end its line, and has no quote open. */
  end(held: Buffer): CsvRecords {
    const marks: Marks = { starts: [], ends: [], lines: [], unreadable: new Map() }
    const data = Buffer.concat([...this.#pending, held])
    this.#isUniform = false
    if (data.length > 0) this.#close(marks, 0, data.length - held.length, held.length > 0 ? held : null)
    return this.#records(data, marks)
  }

  /** A record has ended; what is wrong with it may be known already. */
  #close(marks: Marks, start: number, end: number, ending: Buffer | null, wrong?: Unreadable): void {
    if (ending !== null) {
      this.#ending ??= Buffer.from(ending)
      if (ending.length !== this.#ending.length || ending[0] !== this.#ending[0]) this.#isUniform = false
    }
    if (this.#hasOwnBreaks) this.#hasBreaks = true
    this.#hasOwnBreaks = false
    const isEmpty = start === end
    // a first row of nothing is NULL where only one field is taken, and of no meaning else
    const isNull = this.#expected === 1 || (this.#expected === null && !this.#isHeaderDue && this.#options.sources.every((source) => source === 0))
    if (this.#linesToSkip > 0) {
      this.#linesToSkip -= 1
      this.#isUniform = false
    } else if (isEmpty && !isNull) this.#isUniform = false
    else if (this.#isHeaderDue) {
      this.#isHeaderDue = false
      this.#isUniform = false
      // of a line with an odd quote nobody knows how many names it has
      if (wrong === undefined) this.#expect(this.#fields)
    } else {
      if (this.#expected === null && wrong === undefined) this.#expect(this.#fields)
      const unreadable = wrong ?? (this.#repeats * (end - start) > recordBytesMax ? tooLarge : this.#unreadable())
      if (unreadable !== null) {
        marks.unreadable.set(marks.starts.length, unreadable)
        this.#isUniform = false
      }
      // alone on its line it might be taken for the end of the data
      if (this.#expected === 1 && end - start === 2) this.#isUniform = false
      marks.starts.push(start)
      marks.ends.push(end)
      marks.lines.push(this.#recordLine)
    }
    this.#fields = 1
    this.#fieldOffset = 0
    this.#hasNul = false
    this.#hasStray = false
    this.#recordLine = this.#line
  }

  /** Whether a byte may stand behind a quote that closes. */
  #endsField(byte: number): boolean {
    return byte === this.#delimiter || byte === lineFeed || byte === carriageReturn
  }

  /** Or may yet be found to: a lone carriage return ends lines only where it ends the first one. */
  #endsWithReturn(): boolean {
    return this.#ending === null || (this.#ending.length === 1 && this.#ending[0] === carriageReturn)
  }

  #expect(fields: number): void {
    if (fields > fieldsMost) throw tooManyFields(fields)
    this.#expected = fields
    const missing = this.#options.sources.find((source) => source >= fields)
    if (missing === undefined) return
    throw new AppError(
      'import_file_invalid',
      { fields, source: missing },
      { message: `The first row has ${fieldCount(fields)}: there is none at place ${missing + 1}. Is the delimiter right?` },
    )
  }

  #unreadable(): Unreadable | null {
    const wrong = (reason: string): Unreadable => ({ column: null, value: null, reason })
    if (this.#hasNul) return wrong('The row holds a NUL byte, which no text in Postgres can')
    if (this.#fields !== this.#expected) return wrong(`The row has ${fieldCount(this.#fields)}, and the first one has ${this.#expected}`)
    return this.#hasStray ? wrong('The row holds a carriage return outside of quotes') : null
  }

  #records(data: Buffer, marks: Marks): CsvRecords {
    const { sources, withLine, numbers, nullText } = this.#options
    const isWhole = numbers === null && !withLine && sources.length === this.#expected && sources.every((source, place) => source === place)
    return new CsvRecords(data, marks, {
      isWhole,
      isUniform: this.#isUniform,
      hasBreaks: this.#hasBreaks || !this.#isUniform,
      ending: this.#ending ?? Buffer.from([lineFeed]),
      delimiter: this.#delimiter,
      sources,
      repeats: this.#repeats,
      withLine,
      numbers,
      nullText,
    })
  }
}

const oddQuote = 'A quote in this row opens or closes within a value. Write a quote that belongs to a value twice'

/** The end of the line at a place of a record, and how many lines of the record end before that. */
function lineEndFrom(bytes: Buffer, start: number, place: number): { readonly end: number; readonly width: number; readonly lines: number } {
  let lines = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte !== lineFeed && byte !== carriageReturn) continue
    const width = byte === carriageReturn && bytes[at + 1] === lineFeed ? 2 : 1
    if (at >= place) return { end: at, width, lines }
    lines += 1
    at += width - 1
  }
  return { end: bytes.length, width: 0, lines }
}

const size = `${recordBytesMax / 1024 / 1024} MB`
const tooLarge: Unreadable = { column: null, value: null, reason: `The row is larger than ${size}` }

function tooManyFields(fields: number): AppError {
  const message = `The first row has ${fields} fields, and ${fieldsMost} is the most. Is the delimiter right?`
  return new AppError('import_file_invalid', { fields, fields_most: fieldsMost }, { message })
}

function fieldCount(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`
}
