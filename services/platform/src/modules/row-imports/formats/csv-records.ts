import { AppError } from '@colonnade/core'
import { cutValue } from '../bad-row.ts'
import { type CsvNumbers, numberReason, sentNumber } from './csv-numbers.ts'
import { fieldsMost, recordBytesMax } from '../limits.ts'
import { carriageReturn, type Encoding, lineFeed, type Records, type Unreadable } from '../records.ts'

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
 * CSV as Postgres reads it (its documentation, COPY): a quote opens and closes wherever it stands, and a doubled one is one. Fields are
 * handed on as the bytes that they are; whole records too, where all fields are taken in their order. Empty lines are no records, unless
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
      yield scanner.end(held ?? Buffer.alloc(0))
    },
  }
}

interface Marks {
  readonly starts: number[]
  readonly ends: number[]
  readonly lines: number[]
  readonly unreadable: Map<number, Unreadable>
}

class CsvScanner {
  readonly #options: CsvOptions
  readonly #delimiter: number
  readonly #special = new Uint8Array(256)
  #pending: Buffer[] = []
  #pendingBytes = 0
  #isQuoted = false
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

  /** The records that end in a chunk, the first of which may have begun before it. */
  scan(chunk: Buffer): CsvRecords {
    const marks: Marks = { starts: [], ends: [], lines: [], unreadable: new Map() }
    const before = this.#pendingBytes
    const special = this.#special
    const delimiter = this.#delimiter
    let start = 0
    let rest = 0
    this.#hasBreaks = false
    this.#isUniform = true
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (special[byte] === 0) continue
      if (byte === quote) this.#isQuoted = !this.#isQuoted
      else if (byte === delimiter) this.#fields += this.#isQuoted ? 0 : 1
      else if (byte === nul) this.#hasNul = true
      else {
        const isPair = byte === carriageReturn && chunk[at + 1] === lineFeed
        const width = isPair ? 2 : 1
        this.#line += 1
        if (this.#isQuoted) this.#hasOwnBreaks = true
        else if (byte === carriageReturn && !isPair && !this.#endsWithReturn()) this.#hasStray = true
        else {
          this.#close(marks, start, before + at, chunk.subarray(at, at + width))
          rest = at + width
          start = before + rest
        }
        at += width - 1
      }
    }
    const data = before === 0 ? chunk.subarray(0, rest) : rest === 0 ? Buffer.alloc(0) : Buffer.concat([...this.#pending, chunk.subarray(0, rest)])
    if (rest > 0) {
      this.#pending = []
      this.#pendingBytes = 0
    }
    if (rest < chunk.length) {
      this.#pending.push(chunk.subarray(rest))
      this.#pendingBytes += chunk.length - rest
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

  /** The last record, which need not end its line. */
  end(held: Buffer): CsvRecords {
    const marks: Marks = { starts: [], ends: [], lines: [], unreadable: new Map() }
    const data = Buffer.concat([...this.#pending, held])
    const length = data.length - (held.length > 0 && !this.#isQuoted ? held.length : 0)
    this.#isUniform = false
    if (data.length > 0) {
      if (this.#isQuoted) {
        this.#close(marks, 0, data.length, null, { column: null, value: null, reason: 'A quote that is opened in this row is never closed' })
      } else this.#close(marks, 0, length, held.length > 0 ? held : null)
    }
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
      this.#expect(this.#fields)
    } else {
      if (this.#expected === null) this.#expect(this.#fields)
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
    this.#hasNul = false
    this.#hasStray = false
    this.#recordLine = this.#line
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

const size = `${recordBytesMax / 1024 / 1024} MB`
const tooLarge: Unreadable = { column: null, value: null, reason: `The row is larger than ${size}` }

function tooManyFields(fields: number): AppError {
  const message = `The first row has ${fields} fields, and ${fieldsMost} is the most. Is the delimiter right?`
  return new AppError('import_file_invalid', { fields, fields_most: fieldsMost }, { message })
}

function fieldCount(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`
}

interface Form {
  readonly isWhole: boolean
  readonly isUniform: boolean
  readonly hasBreaks: boolean
  readonly ending: Buffer
  readonly delimiter: number
  readonly sources: readonly number[]
  /** How often one field is taken at most. */
  readonly repeats: number
  readonly withLine: boolean
  readonly numbers: CsvNumbers | null
  readonly nullText: string
}

/** What COPY takes for the end of its data where a line is nothing else. */
const endMarker = Buffer.from('\\.')
const quotedEndMarker = Buffer.from('"\\."')
/** Digits of a line, and delimiters. */
const lineBytes = 18
/** A delimiter, and quotes that come to it. */
const fieldBytes = 3

class CsvRecords implements Records {
  readonly count: number
  readonly unreadable: ReadonlyMap<number, Unreadable>
  readonly hasBreaks: boolean
  readonly lineByte: typeof lineFeed | typeof carriageReturn
  readonly #data: Buffer
  readonly #marks: Marks
  readonly #form: Form

  constructor(data: Buffer, marks: Marks, form: Form) {
    this.count = marks.starts.length
    this.unreadable = marks.unreadable
    this.hasBreaks = form.hasBreaks
    this.lineByte = form.isWhole && form.ending[0] === carriageReturn ? carriageReturn : lineFeed
    this.#data = data
    this.#marks = marks
    this.#form = form
    if (form.numbers !== null) this.#findWrongNumbers(marks.unreadable, form.numbers)
  }

  #findWrongNumbers(unreadable: Map<number, Unreadable>, { form, columns }: CsvNumbers): void {
    for (let index = 0; index < this.count; index += 1) {
      if (unreadable.has(index)) continue
      const bounds = this.#bounds(index)
      for (const [place, column] of columns.entries()) {
        if (column === null) continue
        const sent = sentNumber(this.#field(bounds, this.#form.sources[place]!), form, this.#form.nullText)
        if (Buffer.isBuffer(sent)) continue
        const value = cutValue(sent.wrong)
        unreadable.set(index, { column, value, reason: numberReason(value, form) })
        break
      }
    }
  }

  lineOf(index: number): number {
    return this.#marks.lines[index]!
  }

  bytesOf(index: number): Buffer {
    return this.#data.subarray(this.#marks.starts[index], this.#marks.ends[index])
  }

  encode(from: number, to: number): Buffer {
    const { starts } = this.#marks
    if (from >= to) return Buffer.alloc(0)
    const { isWhole, isUniform } = this.#form
    if (isWhole && isUniform) return this.#data.subarray(starts[from], to === this.count ? this.#data.length : starts[to]!)
    const own = this.#marks.ends[to - 1]! - starts[from]!
    const out = Buffer.allocUnsafe(own * this.#form.repeats + (to - from) * (lineBytes + this.#form.sources.length * fieldBytes))
    let length = 0
    for (let index = from; index < to; index += 1) length = isWhole ? this.#copyWhole(index, out, length) : this.#copyFields(index, out, length)
    return out.subarray(0, length)
  }

  #copyWhole(index: number, out: Buffer, length: number): number {
    const record = this.#data.subarray(this.#marks.starts[index], this.#marks.ends[index])
    const own = record.equals(endMarker) ? quotedEndMarker : record
    own.copy(out, length)
    this.#form.ending.copy(out, length + own.length)
    return length + own.length + this.#form.ending.length
  }

  #copyFields(index: number, out: Buffer, from: number): number {
    const { delimiter, sources, withLine, numbers, nullText } = this.#form
    const bounds = this.#bounds(index)
    let length = from
    if (withLine) {
      length += out.write(String(this.#marks.lines[index]!), length, 'latin1')
      out[length] = delimiter
      length += 1
    }
    for (const [place, source] of sources.entries()) {
      const sent = numbers === null || numbers.columns[place] === null ? null : sentNumber(this.#field(bounds, source), numbers.form, nullText)
      length += Buffer.isBuffer(sent)
        ? sent.copy(out, length)
        : this.#data.copy(out, length, source === 0 ? bounds[0] : bounds[source]! + 1, bounds[source + 1])
      out[length] = delimiter
      length += 1
    }
    if (sources.length === 1 && !withLine && length - from === 3 && out[from] === endMarker[0] && out[from + 1] === endMarker[1]) {
      length = from + quotedEndMarker.copy(out, from) + 1
    }
    out[length - 1] = lineFeed
    return length
  }

  #field(bounds: readonly number[], source: number): Buffer {
    return this.#data.subarray(source === 0 ? bounds[0] : bounds[source]! + 1, bounds[source + 1])
  }

  /** Where a record begins, where its delimiters are, and where it ends. */
  #bounds(index: number): number[] {
    const { delimiter } = this.#form
    const start = this.#marks.starts[index]!
    const end = this.#marks.ends[index]!
    const bounds = [start]
    let isQuoted = false
    for (let at = start; at < end; at += 1) {
      const byte = this.#data[at]
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === delimiter && !isQuoted) bounds.push(at)
    }
    bounds.push(end)
    return bounds
  }
}
