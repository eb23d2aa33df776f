import { AppError } from '@colonnade/core'
import type { CsvNumbers } from './csv-numbers.ts'
import { CsvRecords, type Marks } from './csv-rows.ts'
import { fieldsMost, recordBytesMax } from '../limits.ts'
import { carriageReturn, type Encoding, lineFeed, type Unreadable } from '../records.ts'
import { fileText } from '../messages.ts'

const quote = 0x22
const nul = 0x00

export interface CsvOptions {
  readonly delimiter: string
  /** Lines before the first record to skip. */
  readonly skippedLines: number
  readonly hasHeader: boolean
  readonly nullText: string
  /** Positions of the imported fields, in the order in which they are sent. */
  readonly sources: readonly number[]
  /** Sends the line of each record before its fields. */
  readonly withLine: boolean
  /** Set for numbers in another format than Postgres's. */
  readonly numbers: CsvNumbers | null
}

/**
 * Reads CSV as Postgres does (its documentation, COPY): a quote opens and closes anywhere, and a doubled one stands for one. But an odd quote doesn't
 * affect other lines: if it would contain a line end and opens or closes inside a value, or is never closed, only its line is an invalid row. Fields
 * are passed on as raw bytes; so are whole records if all fields are imported in order. Empty lines are skipped, unless there is only one field.
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
        // the next chunk shows whether a line feed follows
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
  /** True if the last byte closed a quote, unless the next one doubles it. */
  #hasJustClosed = false
  /** Of the last opening quote: its position in the record, whether it is inside a value, and whether a line has ended since. */
  #opened = { offset: 0, isWithin: false, hasBreaks: false }
  /** Start of the current field, from the start of its record. */
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
  /** Line ending of the file: that of the first line. */
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

  /** Returns the records that end in a chunk; the first one may have started before it. `isOver`: nothing follows that could close a quote. */
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
    /** Ends the record with the line of its opening quote, and continues after it. */
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
      if (isOver && this.#isQuoted) leaveLine(fileText.openQuote)
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
      throw new AppError('import_row_invalid', { line: this.#recordLine, ...tooLarge }, { message: fileText.rowAt(this.#recordLine, size) })
    }
    return this.#records(data, marks)
  }

  /** Returns the last record, which may lack a line ending, and has no open quote. */
  end(held: Buffer): CsvRecords {
    const marks: Marks = { starts: [], ends: [], lines: [], unreadable: new Map() }
    const data = Buffer.concat([...this.#pending, held])
    this.#isUniform = false
    if (data.length > 0) this.#close(marks, 0, data.length - held.length, held.length > 0 ? held : null)
    return this.#records(data, marks)
  }

  /** Ends a record, which may already have an error. */
  #close(marks: Marks, start: number, end: number, ending: Buffer | null, wrong?: Unreadable): void {
    if (ending !== null) {
      this.#ending ??= Buffer.from(ending)
      if (ending.length !== this.#ending.length || ending[0] !== this.#ending[0]) this.#isUniform = false
    }
    if (this.#hasOwnBreaks) this.#hasBreaks = true
    this.#hasOwnBreaks = false
    const isEmpty = start === end
    // an empty first row is NULL if only one field is imported, and meaningless otherwise
    const isNull = this.#expected === 1 || (this.#expected === null && !this.#isHeaderDue && this.#options.sources.every((source) => source === 0))
    if (this.#linesToSkip > 0) {
      this.#linesToSkip -= 1
      this.#isUniform = false
    } else if (isEmpty && !isNull) this.#isUniform = false
    else if (this.#isHeaderDue) {
      this.#isHeaderDue = false
      this.#isUniform = false
      // a line with an odd quote has an unknown number of fields
      if (wrong === undefined) this.#expect(this.#fields)
    } else {
      if (this.#expected === null && wrong === undefined) this.#expect(this.#fields)
      const unreadable = wrong ?? (this.#repeats * (end - start) > recordBytesMax ? tooLarge : this.#unreadable())
      if (unreadable !== null) {
        marks.unreadable.set(marks.starts.length, unreadable)
        this.#isUniform = false
      }
      // alone on its line it would mark the end of the data
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

  /** Returns true if a byte may follow a closing quote. */
  #endsField(byte: number): boolean {
    return byte === this.#delimiter || byte === lineFeed || byte === carriageReturn
  }

  /** Returns true also for bytes that the next chunk decides: a lone carriage return ends lines only if it ends the first one. */
  #endsWithReturn(): boolean {
    return this.#ending === null || (this.#ending.length === 1 && this.#ending[0] === carriageReturn)
  }

  #expect(fields: number): void {
    if (fields > fieldsMost) throw tooManyFields(fields)
    this.#expected = fields
    const missing = this.#options.sources.find((source) => source >= fields)
    if (missing === undefined) return
    throw new AppError('import_file_invalid', { fields, source: missing }, { message: fileText.missingField(fields, missing + 1) })
  }

  #unreadable(): Unreadable | null {
    const wrong = (reason: string): Unreadable => ({ column: null, value: null, reason })
    if (this.#hasNul) return wrong(fileText.nulByte)
    if (this.#fields !== this.#expected) return wrong(fileText.fieldCount(this.#fields, this.#expected))
    return this.#hasStray ? wrong(fileText.carriageReturn) : null
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

const oddQuote = fileText.innerQuote

/** Returns the end of the line at a position of a record, and how many of its lines end before that. */
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
const tooLarge: Unreadable = { column: null, value: null, reason: fileText.row(size) }

function tooManyFields(fields: number): AppError {
  const message = fileText.tooManyFields(fields, fieldsMost)
  return new AppError('import_file_invalid', { fields, fields_most: fieldsMost }, { message })
}
