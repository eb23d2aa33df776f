import { sentBytesKept } from './limits.ts'
import { carriageReturn, lineFeed, type Records } from './records.ts'

interface Sent {
  readonly records: Records
  readonly from: number
  readonly to: number
  readonly bytes: number
  /** Lines before it, as COPY counts. */
  readonly linesBefore: number
  readonly lines: number
}

/** Recently sent records, to find the one for a line that the server reports. */
export class SentRecords {
  #sent: Sent[] = []
  #bytes = 0
  #lines = 0

  add(records: Records, from: number, to: number, data: Buffer): void {
    const lines =
      records.hasBreaks || this.#lines === 0 ? linesOf(records, data, this.#lines === 0 ? records.encode(from, from + 1).length : 0) : to - from
    this.#sent.push({ records, from, to, bytes: data.length, linesBefore: this.#lines, lines })
    this.#lines += lines
    this.#bytes += data.length
    while (this.#bytes > sentBytesKept && this.#sent.length > 2) this.#bytes -= this.#sent.shift()!.bytes
  }

  /** Returns the record that ends with a line of the data, from 1, with its position in its batch. */
  find(line: number): { readonly records: Records; readonly index: number } | undefined {
    const found = this.#sent.find(({ linesBefore, lines }) => line > linesBefore && line <= linesBefore + lines)
    if (!found) return undefined
    let at = found.linesBefore
    for (let index = found.from; index < found.to; index += 1) {
      const data = found.records.encode(index, index + 1)
      at += linesOf(found.records, data, at === 0 ? data.length : 0)
      if (at >= line) return { records: found.records, index }
    }
    return undefined
  }
}

/**
 * Counts lines as COPY does (src/backend/commands/copyfromparse.c, CopyReadLineText): each record is one, and so is each break in quotes that looks
 * like the line ending; within the very first record, of `firstBytes`, that is any carriage return.
 */
export function linesOf({ lineByte }: Records, data: Buffer, firstBytes: number): number {
  const ends = data.at(-1) === lineByte || data.at(-2) === lineByte ? 0 : 1
  const lines = count(data, lineByte) + ends
  if (firstBytes === 0 || lineByte === carriageReturn) return lines
  const first = data.subarray(0, firstBytes)
  return lines - (count(first, lineFeed) - 1) + count(first, carriageReturn)
}

function count(data: Buffer, byte: number): number {
  let found = 0
  for (let at = 0; at < data.length; at += 1) if (data[at] === byte) found += 1
  return found
}
