import { Socket } from 'node:net'
import { AppError, type MemoryClaim } from '@colonnade/core'

const headerBytes = 5
/** Shorter messages are not worth claiming memory for. */
const claimedFromBytes = 1024 * 1024

/** Types of messages (Postgres documentation, 54.7). */
const [dataRow, rowDescription, commandComplete] = Buffer.from('DTC')

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Which value of a row makes it too large, as far as its beginning tells: a count of columns, then the length and bytes of each. */
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

/** Largest message that is taken from a project's server: one row, one notice, one error. */
export const messageBytesMax = 32 * 1024 * 1024

/**
 * A socket that reads the length of every message of the Postgres protocol (documentation, 54.1.1) as it arrives and breaks the connection
 * at one that is too long. The driver would first gather it whole in memory and then fail to make a string of it, for the whole process.
 */
export class GuardedSocket extends Socket {
  readonly #maxMessageBytes: number
  readonly #memory: MemoryClaim | undefined
  /** Bytes of the current message still to come. */
  #remaining = 0
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  /** Rows of the result that comes. */
  #rows = 0

  /** @param memory that long messages are claimed from until they are whole */
  constructor(maxMessageBytes: number, memory?: MemoryClaim) {
    super()
    this.#maxMessageBytes = maxMessageBytes
    this.#memory = memory
    this.once('close', () => memory?.resize(0))
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'data' && Buffer.isBuffer(args[0]) && !this.#passes(args[0])) {
      this.destroy(this.#refusal)
      return true
    }
    return super.emit(event, ...args)
  }

  /** Follows the chunk from header to header. */
  #passes(chunk: Buffer): boolean {
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
      if (this.#headerFilled < headerBytes) return true
      this.#headerFilled = 0
      // the length counts itself, but not the type before it
      this.#remaining = this.#header.readUInt32BE(1) - 4
      const type = this.#header[0]
      this.#rows = type === dataRow ? this.#rows + 1 : type === rowDescription || type === commandComplete ? 0 : this.#rows
      if (this.#remaining > this.#maxMessageBytes) {
        this.#largest = type === dataRow ? largestValue(chunk.subarray(at), this.#maxMessageBytes) : undefined
        this.#refusal = this.#tooLarge()
        return false
      }
      if (this.#remaining > claimedFromBytes && this.#memory !== undefined) {
        this.#isClaimed = this.#memory.resize(this.#remaining)
        if (this.#isClaimed) continue
        this.#refusal = new AppError('too_busy')
        return false
      }
    }
    return true
  }

  #refusal: AppError | undefined
  #isClaimed = false
  #largest: { readonly column: number; readonly bytes: number } | undefined

  #tooLarge(): AppError {
    const most = `${inMegabytes(this.#maxMessageBytes)} is the most of one row`
    if (this.#header[0] !== dataRow) return new AppError('payload_too_large', {}, { message: `A message of the answer is too large: ${most}` })
    const details = {
      row: this.#rows,
      bytes: this.#remaining,
      max_bytes: this.#maxMessageBytes,
      ...(this.#largest && { column: this.#largest.column }),
    }
    const where = this.#largest ? `, column ${this.#largest.column} alone ${inMegabytes(this.#largest.bytes)}` : ''
    const message = `Row ${this.#rows} of the result has ${inMegabytes(this.#remaining)}${where}; ${most}. Select less of it, like left(value, 10000).`
    return new AppError('payload_too_large', details, { message })
  }
}
