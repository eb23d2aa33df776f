import { AppError, type MemoryClaim } from '@colonnade/core'

const headerBytes = 5
/** Shorter messages are not worth claiming memory for. */
const claimedFromBytes = 1024 * 1024

/** Types of messages (Postgres documentation, 54.7). */
const [dataRow, rowDescription, commandComplete, readyForQuery] = Buffer.from('DTCZ')

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Finds the value that makes a row too large, from the start of the message: the column count, then length and bytes of each value. */
function largestValue(start: Buffer, maxBytes: number): { readonly column: number; readonly bytes: number } | undefined {
  let at = 2
  for (let column = 1; at + 4 <= start.length; column += 1) {
    const bytes = start.readInt32BE(at)
    // what comes after it is not here yet
    if (bytes > maxBytes / 2) return { column, bytes }
    at += 4 + Math.max(bytes, 0)
  }
  return undefined
}

/** Bounds of what a server may send. */
export interface MessageLimits {
  readonly maxMessageBytes: number
  /** Of the rows in answer to one request, which the driver gathers in memory; unbounded unless said. */
  readonly maxRowBytes?: number | undefined
}

/**
 * Reads the length of every message of the Postgres protocol (documentation, 54.1.1) as it arrives, and finds the one that is too long. The
 * driver would first gather it whole in memory and then fail to make a string of it, for the whole process.
 */
export class MessageGuard {
  readonly #limits: MessageLimits
  readonly #memory: MemoryClaim | undefined
  /** Bytes of the current message still to come. */
  #remaining = 0
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  /** Rows of the result that comes. */
  #rows = 0
  /** Bytes of rows since the server last was ready for a request. */
  #rowBytes = 0
  #isClaimed = false

  /** @param memory that long messages are claimed from until they are whole */
  constructor(limits: MessageLimits, memory?: MemoryClaim) {
    this.#limits = limits
    this.#memory = memory
  }

  /** Follows the chunk from header to header. Returns why the connection must end there, if it must. */
  follow(chunk: Buffer): AppError | undefined {
    let at = 0
    while (at < chunk.length) {
      if (this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - at)
        this.#remaining -= skipped
        at += skipped
        if (this.#remaining === 0) this.#isClaimed &&= this.#memory?.resize(0) === false
        continue
      }
      const copied = chunk.copy(this.#header, this.#headerFilled, at, at + headerBytes - this.#headerFilled)
      this.#headerFilled += copied
      at += copied
      if (this.#headerFilled < headerBytes) return undefined
      this.#headerFilled = 0
      // the length counts itself, but not the type before it
      this.#remaining = this.#header.readUInt32BE(1) - 4
      const type = this.#header[0]
      this.#rows = type === dataRow ? this.#rows + 1 : type === rowDescription || type === commandComplete ? 0 : this.#rows
      if (this.#remaining < 0) return new AppError('connection_lost', {}, { message: 'The server does not speak the Postgres protocol' })
      if (this.#remaining > this.#limits.maxMessageBytes) {
        return this.#tooLarge(type === dataRow ? largestValue(chunk.subarray(at), this.#limits.maxMessageBytes) : undefined)
      }
      if (type === readyForQuery) this.#rowBytes = 0
      if (type === dataRow) this.#rowBytes += this.#remaining + headerBytes
      if (this.#rowBytes > (this.#limits.maxRowBytes ?? Infinity)) {
        const message = `The result has more than ${inMegabytes(this.#limits.maxRowBytes!)} of rows`
        return new AppError('payload_too_large', {}, { message })
      }
      if (this.#remaining > claimedFromBytes && this.#memory !== undefined) {
        this.#isClaimed = this.#memory.resize(this.#remaining)
        if (this.#isClaimed) continue
        return new AppError('too_busy')
      }
    }
    return undefined
  }

  /** Returns the claimed memory. */
  release(): void {
    this.#memory?.resize(0)
  }

  #tooLarge(largest: { readonly column: number; readonly bytes: number } | undefined): AppError {
    const { maxMessageBytes } = this.#limits
    const most = `the limit is ${inMegabytes(maxMessageBytes)} per row`
    if (this.#header[0] !== dataRow) return new AppError('payload_too_large', {}, { message: `A message of the response is too large: ${most}` })
    const details = { row: this.#rows, bytes: this.#remaining, max_bytes: maxMessageBytes, ...(largest && { column: largest.column }) }
    const where = largest ? `, column ${largest.column} alone ${inMegabytes(largest.bytes)}` : ''
    const message = `Row ${this.#rows} of the result has ${inMegabytes(this.#remaining)}${where}; ${most}. Select less data, for example left(value, 10000).`
    return new AppError('payload_too_large', details, { message })
  }
}
