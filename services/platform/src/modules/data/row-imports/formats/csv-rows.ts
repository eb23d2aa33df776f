import { cutValue } from '../bad-row.ts'
import { carriageReturn, lineFeed, type Records, type Unreadable } from '../records.ts'
import { type CsvNumbers, numberReason, sentNumber } from './csv-numbers.ts'

const quote = 0x22

/** Positions of records in a buffer. */
export interface Marks {
  readonly starts: number[]
  readonly ends: number[]
  readonly lines: number[]
  readonly unreadable: Map<number, Unreadable>
}

interface Form {
  readonly isWhole: boolean
  readonly isUniform: boolean
  readonly hasBreaks: boolean
  readonly ending: Buffer
  readonly delimiter: number
  readonly sources: readonly number[]
  /** Most uses of one field. */
  readonly repeats: number
  readonly withLine: boolean
  readonly numbers: CsvNumbers | null
  readonly nullText: string
}

/** End of data for COPY, if it's alone on a line. */
const endMarker = Buffer.from('\\.')
const quotedEndMarker = Buffer.from('"\\."')
/** Bytes for the digits of a line number, and delimiters. */
const lineBytes = 18
/** Bytes for a delimiter, and added quotes. */
const fieldBytes = 3

/** Records of CSV, found by a scanner. */
export class CsvRecords implements Records {
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

  /** Positions of a record's start, its delimiters, and its end. */
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
