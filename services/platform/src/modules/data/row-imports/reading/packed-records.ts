import type { Records, Unreadable } from '../records.ts'

/** Records from a thread, as buffers that are transferred without copying or allocating per record. */
export interface PackedRecords {
  readonly unreadable: readonly (readonly [index: number, why: Unreadable])[]
  readonly hasBreaks: boolean
  readonly lineByte: Records['lineByte']
  /** Sent bytes of all records, and the end of each. Empty for an unreadable one. */
  readonly data: Uint8Array<ArrayBuffer>
  readonly ends: Uint32Array<ArrayBuffer>
  /** Bytes of all records in the file, and the end of each. */
  readonly texts: Uint8Array<ArrayBuffer>
  readonly textEnds: Uint32Array<ArrayBuffer>
  /** Line of each in the file. */
  readonly lines: Float64Array<ArrayBuffer>
}

/** Packs all records. */
export function packRecords(records: Records): PackedRecords {
  const { count, unreadable, hasBreaks, lineByte } = records
  const [data, ends] = joined(count, (index) => (unreadable.has(index) ? none : records.encode(index, index + 1)))
  const [texts, textEnds] = joined(count, (index) => records.bytesOf(index))
  const lines = Float64Array.from({ length: count }, (_, index) => records.lineOf(index))
  return { unreadable: [...unreadable], hasBreaks, lineByte, data, ends, texts, textEnds, lines }
}

const none = new Uint8Array()

function joined(count: number, partOf: (index: number) => Uint8Array): [Uint8Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
  const parts: Uint8Array[] = []
  const ends = new Uint32Array(count)
  let length = 0
  for (let index = 0; index < count; index += 1) {
    const part = partOf(index)
    parts.push(part)
    ends[index] = length += part.length
  }
  const whole = new Uint8Array(length)
  for (const [index, part] of parts.entries()) whole.set(part, ends[index]! - part.length)
  return [whole, ends]
}

/** Returns the buffers to transfer. */
export function buffersOf({ data, ends, texts, textEnds, lines }: PackedRecords): ArrayBuffer[] {
  return [data.buffer, ends.buffer, texts.buffer, textEnds.buffer, lines.buffer]
}

/** Unpacks the records. */
export class UnpackedRecords implements Records {
  readonly count: number
  readonly unreadable: ReadonlyMap<number, Unreadable>
  readonly hasBreaks: boolean
  readonly lineByte: Records['lineByte']
  readonly #packed: PackedRecords

  constructor(packed: PackedRecords) {
    this.count = packed.lines.length
    this.unreadable = new Map(packed.unreadable)
    this.hasBreaks = packed.hasBreaks
    this.lineByte = packed.lineByte
    this.#packed = packed
  }

  lineOf(index: number): number {
    return this.#packed.lines[index]!
  }

  bytesOf(index: number): Buffer {
    const { texts, textEnds } = this.#packed
    return Buffer.from(texts.buffer).subarray(startOf(textEnds, index), textEnds[index])
  }

  textOf(index: number): string {
    return this.bytesOf(index).toString('utf8')
  }

  encode(from: number, to: number): Buffer {
    const { data, ends } = this.#packed
    return Buffer.from(data.buffer).subarray(startOf(ends, from), startOf(ends, to))
  }

  /** Copies one record, so that it doesn't retain the others. */
  detached(index: number): UnpackedRecords {
    const copyOf = (bytes: Buffer): [Uint8Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] => [new Uint8Array(bytes), Uint32Array.of(bytes.length)]
    const [data, ends] = copyOf(this.encode(index, index + 1))
    const [texts, textEnds] = copyOf(this.bytesOf(index))
    const { hasBreaks, lineByte } = this
    return new UnpackedRecords({ unreadable: [], hasBreaks, lineByte, data, ends, texts, textEnds, lines: Float64Array.of(this.lineOf(index)) })
  }
}

function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : ends[index - 1]!
}
