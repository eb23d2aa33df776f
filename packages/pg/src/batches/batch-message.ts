import type { RowSink } from './row-stream.ts'

/** A long text in pieces of UTF-8, which are sent one after the other without ever being one. */
export type TextPieces = readonly Uint8Array[]

/** One statement of a batch. */
export interface BatchStatement {
  /** Known on a connection under this name once it was parsed there; empty for one that is parsed each time. */
  readonly name: string
  readonly text: string
  /** Texts as Postgres reads them, or bytes for `bytea`; null for NULL. */
  readonly values: readonly (string | Uint8Array | TextPieces | null)[]
  /** Takes its rows, which then are not among those of the batch. Only for one statement of a batch that has its connection alone. */
  readonly sink?: RowSink
}

/** Codes of messages (PostgreSQL documentation, 54.7). */
const codes = { parse: 0x50, bind: 0x42, execute: 0x45, close: 0x43, sync: 0x53, statement: 0x53 } as const

/** Longer texts are measured: three bytes for each of their units would be too much to set aside. */
const measuredFrom = 1_000

/** Bytes of what a message holds beside its texts and values, at most. */
const frameBytes = 32

/** The portal of a statement with a sink, which is executed twice. */
const portal = 'rows'

const liftTimeout = "select pg_catalog.set_config('statement_timeout', '0', true)"

/**
 * Writes a batch as one piece, because each piece costs as much as a short batch does; in several only around long texts.
 *
 * The `statement_timeout` of a statement with a sink holds until its first row: the rest of the time is the reader's, which the sink has to
 * bound. So the first row is asked for alone, then the timeout is lifted, then the other rows are asked for.
 *
 * @param isKnown whether the connection has parsed a statement under this name
 * @param forgotten names that the connection is to forget
 */
export function batchMessage(
  statements: readonly BatchStatement[],
  isKnown: (name: string) => boolean,
  forgotten: readonly string[],
): readonly Uint8Array[] {
  const writer = new Writer(roomFor(statements, forgotten))
  for (const name of forgotten) writer.close(name)
  for (const { name, text, values, sink } of statements) {
    if (name === '' || !isKnown(name)) {
      // a batch that failed may have parsed it, and a name can't be given twice
      if (name !== '') writer.close(name)
      writer.parse(name, text)
    }
    if (sink === undefined) {
      writer.bind('', name, values)
      writer.execute('', 0)
      continue
    }
    writer.bind(portal, name, values)
    writer.execute(portal, 1)
    writer.parse('', liftTimeout)
    writer.bind('', '', [])
    writer.execute('', 0)
    writer.execute(portal, 0)
  }
  writer.sync()
  return writer.written
}

function roomFor(statements: readonly BatchStatement[], forgotten: readonly string[]): number {
  let bytes = frameBytes
  for (const name of forgotten) bytes += bytesAtMost(name) + frameBytes
  for (const { name, text, values, sink } of statements) {
    if (sink !== undefined) bytes += liftTimeout.length + 6 * frameBytes
    // each value has a format and a length
    bytes += 3 * bytesAtMost(name) + bytesAtMost(text) + 6 * values.length + 4 * frameBytes
    for (const value of values) {
      if (typeof value === 'string') bytes += bytesAtMost(value)
      else if (value instanceof Uint8Array) bytes += value.byteLength
    }
  }
  return bytes
}

function bytesAtMost(text: string): number {
  return text.length < measuredFrom ? 3 * text.length : Buffer.byteLength(text)
}

class Writer {
  readonly #bytes: Buffer
  #end = 0
  /** Texts in pieces, and where they come between the bytes. */
  #insertions: { readonly at: number; readonly pieces: TextPieces }[] | null = null
  /** Their bytes in the message that is being written. */
  #inserted = 0

  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafe(room)
  }

  get written(): readonly Uint8Array[] {
    if (this.#insertions === null) return [this.#bytes.subarray(0, this.#end)]
    const all: Uint8Array[] = []
    let from = 0
    for (const { at, pieces } of this.#insertions) {
      all.push(this.#bytes.subarray(from, at), ...pieces)
      from = at
    }
    return [...all, this.#bytes.subarray(from, this.#end)]
  }

  close(name: string): void {
    const begin = this.#begin(codes.close)
    this.#bytes[this.#end++] = codes.statement
    this.#name(name)
    this.#finish(begin)
  }

  parse(name: string, text: string): void {
    const begin = this.#begin(codes.parse)
    this.#name(name)
    this.#name(text)
    // no types: Postgres finds them
    this.#int16(0)
    this.#finish(begin)
  }

  bind(to: string, name: string, values: BatchStatement['values']): void {
    const begin = this.#begin(codes.bind)
    this.#name(to)
    this.#name(name)
    this.#int16(values.length)
    for (const value of values) this.#int16(value instanceof Uint8Array ? 1 : 0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    // all results as texts
    this.#int16(0)
    this.#finish(begin)
  }

  /** @param most rows; 0 for all */
  execute(of: string, most: number): void {
    const begin = this.#begin(codes.execute)
    this.#name(of)
    this.#int32(most)
    this.#finish(begin)
  }

  sync(): void {
    this.#finish(this.#begin(codes.sync))
  }

  #begin(code: number): number {
    this.#bytes[this.#end] = code
    const begin = this.#end + 1
    this.#end = begin + 4
    this.#inserted = 0
    return begin
  }

  #finish(begin: number): void {
    this.#int32At(begin, this.#end - begin + this.#inserted)
  }

  #name(text: string): void {
    if (text !== '') this.#end += this.#bytes.write(text, this.#end)
    this.#bytes[this.#end++] = 0
  }

  #value(value: BatchStatement['values'][number]): void {
    const begin = this.#end
    this.#end = begin + 4
    if (value === null) return this.#int32At(begin, -1)
    if (typeof value === 'string') this.#end += this.#bytes.write(value, this.#end)
    else if (!(value instanceof Uint8Array)) return this.#insert(begin, value)
    else {
      this.#bytes.set(value, this.#end)
      this.#end += value.byteLength
    }
    this.#int32At(begin, this.#end - begin - 4)
  }

  #insert(lengthAt: number, pieces: TextPieces): void {
    let bytes = 0
    for (const { byteLength } of pieces) bytes += byteLength
    this.#int32At(lengthAt, bytes)
    this.#inserted += bytes
    this.#insertions ??= []
    this.#insertions.push({ at: this.#end, pieces })
  }

  #int16(value: number): void {
    this.#bytes[this.#end++] = value >>> 8
    this.#bytes[this.#end++] = value
  }

  #int32(value: number): void {
    this.#int32At(this.#end, value)
    this.#end += 4
  }

  #int32At(at: number, value: number): void {
    const bytes = this.#bytes
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
  }
}
