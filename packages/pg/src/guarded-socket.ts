import { Socket } from 'node:net'
import { AppError } from '@colonnade/core'

const headerBytes = 5

/**
 * A socket that reads the length of every message of the Postgres protocol (documentation, 54.1.1) as it arrives and breaks the connection
 * at one that is too long. The driver would first gather it whole in memory and then fail to make a string of it, for the whole process.
 */
export class GuardedSocket extends Socket {
  readonly #maxMessageBytes: number
  /** Bytes of the current message still to come. */
  #remaining = 0
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0

  constructor(maxMessageBytes: number) {
    super()
    this.#maxMessageBytes = maxMessageBytes
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'data' && Buffer.isBuffer(args[0]) && !this.#passes(args[0])) {
      const megabytes = Math.round(this.#maxMessageBytes / 1024 / 1024)
      this.destroy(
        new AppError('payload_too_large', {}, { message: `One row or message of the answer is larger than ${megabytes} MB. Select less of it.` }),
      )
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
        continue
      }
      const copied = chunk.copy(this.#header, this.#headerFilled, at, at + headerBytes - this.#headerFilled)
      this.#headerFilled += copied
      at += copied
      if (this.#headerFilled < headerBytes) return true
      this.#headerFilled = 0
      // the length counts itself, but not the type before it
      this.#remaining = this.#header.readUInt32BE(1) - 4
      if (this.#remaining > this.#maxMessageBytes) return false
    }
    return true
  }
}
