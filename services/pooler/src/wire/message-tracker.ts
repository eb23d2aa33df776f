const headerBytes = 5
const readyForQuery = 0x5a // Z
const idle = 0x49 // I

/** Follows the messages of one side from header to header, without holding any of them. */
export class MessageTracker {
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  /** Bytes of the current message still to come. */
  #remaining = 0
  #type = 0
  #isIdle = false

  /** The last byte completed a message. */
  get isBetweenMessages(): boolean {
    return this.#remaining === 0 && this.#headerFilled === 0
  }

  /** Type of the message that came last, or is coming. */
  get type(): number {
    return this.#type
  }

  /** The server last reported that it is idle, outside of any transaction. */
  get isIdle(): boolean {
    return this.#isIdle && this.isBetweenMessages
  }

  follow(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#remaining > 0) {
        // the one byte of ReadyForQuery
        if (this.#type === readyForQuery) this.#isIdle = chunk[at] === idle
        const skipped = Math.min(this.#remaining, chunk.length - at)
        this.#remaining -= skipped
        at += skipped
        continue
      }
      const copied = chunk.copy(this.#header, this.#headerFilled, at, at + headerBytes - this.#headerFilled)
      this.#headerFilled += copied
      at += copied
      if (this.#headerFilled < headerBytes) return
      this.#headerFilled = 0
      this.#type = this.#header[0]!
      this.#isIdle = false
      // the length counts itself, but not the type before it
      this.#remaining = Math.max(0, this.#header.readUInt32BE(1) - 4)
    }
  }
}
