import { greetingMessageMax } from '../limits.ts'
import { Fault } from './fault.ts'

const keyData = 0x4b // K
const readyForQuery = 0x5a // Z

/** The key with which a client cancels a query of a server process. */
export interface CancelKey {
  readonly processId: number
  readonly secret: Buffer
}

/**
 * The messages of a server from the first to the first ReadyForQuery: all pass as they are but BackendKeyData, whose key is exchanged
 * for another.
 */
export class Greeting {
  #held: Buffer = Buffer.alloc(0)
  readonly #exchange: (key: CancelKey) => CancelKey

  constructor(exchange: (key: CancelKey) => CancelKey) {
    this.#exchange = exchange
  }

  /**
   * Returns the bytes that may go to the client, and whether the greeting is complete; later bytes pass unchanged.
   *
   * @throws Fault when a message is longer than any greeting's
   */
  push(chunk: Buffer): { readonly bytes: Buffer; readonly isOver: boolean } {
    const all = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const parts: Buffer[] = []
    let at = 0
    while (all.length - at >= 5) {
      const type = all[at]
      const length = all.readUInt32BE(at + 1)
      if (length < 4 || length > greetingMessageMax) throw new Fault('08P01', 'the database server sent an invalid greeting')
      const end = at + 1 + length
      if (all.length < end) break
      parts.push(type === keyData && length >= 12 ? this.#exchanged(all.subarray(at, end)) : all.subarray(at, end))
      at = end
      if (type === readyForQuery) {
        this.#held = Buffer.alloc(0)
        return { bytes: Buffer.concat([...parts, all.subarray(at)]), isOver: true }
      }
    }
    this.#held = all.subarray(at)
    return { bytes: Buffer.concat(parts), isOver: false }
  }

  /** K, length, process id, secret: 4 bytes until protocol 3.0, more since 3.2. */
  #exchanged(message: Buffer): Buffer {
    const { processId, secret } = this.#exchange({ processId: message.readInt32BE(5), secret: Buffer.from(message.subarray(9)) })
    const header = Buffer.alloc(9)
    header[0] = keyData
    header.writeInt32BE(8 + secret.length, 1)
    header.writeInt32BE(processId, 5)
    return Buffer.concat([header, secret])
  }
}
