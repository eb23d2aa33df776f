/** Messages that are looked into: errors, ReadyForQuery, ParameterStatus, CommandComplete, and descriptions of parameters and rows. */
const heldTypes: ReadonlySet<number> = new Set(Buffer.from('EZSCtT'))
const dataRow = 0x44 // D
/** Bytes of an inspected message; others pass in pieces. */
const heldMax = 1024 * 1024

export interface ReplyListener {
  /** Rows are also needed whole, for queries of the pooler. */
  readonly holdsRows?: boolean
  /** Returns true if a message goes on to the client. An inspected message is complete. */
  begins(type: number, message: Buffer): boolean
  /** Called after a message. Returns bytes for the client before the next one. */
  ended(type: number, message: Buffer): Buffer | null
}

const nothing = Buffer.alloc(0)

/** Divides what a server sends into messages, without holding those that may be long. */
export class ReplySplitter {
  #held: Buffer = nothing
  /** Bytes of the current message still to come. */
  #remaining = 0
  #type = 0
  #isForwarded = true

  /** Returns the bytes for the client, in order. */
  push(bytes: Buffer, listener: ReplyListener): Buffer[] {
    const chunk = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = nothing
    const parts: Buffer[] = []
    /** Everything from here to the current place goes on. */
    let from = 0
    let at = 0
    const cut = (next: number): void => {
      if (at > from) parts.push(chunk.subarray(from, at))
      from = next
    }
    const end = (message: Buffer): void => {
      const inserted = listener.ended(this.#type, message)
      if (inserted === null) return
      cut(at)
      parts.push(inserted)
    }
    while (at < chunk.length) {
      if (this.#remaining > 0) {
        const taken = Math.min(this.#remaining, chunk.length - at)
        if (!this.#isForwarded) cut(at + taken)
        at += taken
        this.#remaining -= taken
        if (this.#remaining === 0) end(nothing)
        continue
      }
      const here = chunk.length - at
      const length = here < 5 ? 0 : chunk.readUInt32BE(at + 1) + 1
      const isWhole = here >= 5 && (here >= length || !isHeld(chunk[at]!, length, listener))
      if (!isWhole) {
        cut(chunk.length)
        this.#held = chunk.subarray(at)
        return parts
      }
      this.#type = chunk[at]!
      const taken = Math.min(length, here)
      const message = taken === length ? chunk.subarray(at, at + length) : nothing
      this.#isForwarded = listener.begins(this.#type, message)
      if (!this.#isForwarded) cut(at + taken)
      at += taken
      this.#remaining = length - taken
      if (this.#remaining === 0) end(message)
    }
    cut(at)
    return parts
  }

  /** The last byte completed a message. */
  get isBetweenMessages(): boolean {
    return this.#remaining === 0 && this.#held.length === 0
  }
}

function isHeld(type: number, length: number, { holdsRows }: ReplyListener): boolean {
  return (heldTypes.has(type) || (type === dataRow && holdsRows === true)) && length < heldMax
}
