import { Fault } from '../wire/fault.ts'
import { clientMessageMax } from '../limits.ts'

/** Types of messages that clients send (PostgreSQL documentation, 54.7). */
export const fromClient = {
  bind: 0x42,
  close: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyFail: 0x66,
  describe: 0x44,
  execute: 0x45,
  flush: 0x48,
  functionCall: 0x46,
  parse: 0x50,
  password: 0x70,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const

const known = new Set<number>(Object.values(fromClient))

/** Gathers whole messages of a client, however their bytes are split. */
export class ClientReader {
  #held: Buffer[] = []
  #heldBytes = 0
  /** Bytes of the message being gathered, including its type; 0 while its header is incomplete. */
  #wanted = 0

  /** Bytes of a partial message. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** The length of that message; 0 while it is not known. */
  get wantedBytes(): number {
    return this.#wanted
  }

  /** @throws Fault for what is no message, or one that is too long to be held */
  push(chunk: Buffer): Buffer[] {
    if (this.#heldBytes > 0) {
      this.#held.push(chunk)
      this.#heldBytes += chunk.length
      if (this.#heldBytes < this.#wanted) return []
      chunk = Buffer.concat(this.#held)
      this.#held = []
      this.#heldBytes = 0
      this.#wanted = 0
    }
    const messages: Buffer[] = []
    let at = 0
    while (at < chunk.length) {
      if (!known.has(chunk[at]!)) throw new Fault('08P01', `invalid frontend message type ${chunk[at]}`)
      if (chunk.length - at < 5) break
      const length = chunk.readUInt32BE(at + 1)
      if (length < 4) throw new Fault('08P01', 'invalid message length')
      if (length > clientMessageMax) {
        const most = `${clientMessageMax / 1024 / 1024} MB`
        throw new Fault('54000', `a message is longer than the transaction pooler’s limit of ${most}`, 'Send it through the session pooler.')
      }
      this.#wanted = length + 1
      if (chunk.length - at < length + 1) break
      messages.push(chunk.subarray(at, at + length + 1))
      at += length + 1
      this.#wanted = 0
    }
    if (at < chunk.length) {
      this.#held = [chunk.subarray(at)]
      this.#heldBytes = chunk.length - at
    }
    return messages
  }
}

/** One message: type, length, body. */
export function messageOf(type: number | string, ...parts: readonly (Buffer | string)[]): Buffer {
  let length = 5
  // one byte for each character, as latin1 has it
  for (const part of parts) length += part.length
  const message = Buffer.allocUnsafe(length)
  message[0] = typeof type === 'string' ? type.charCodeAt(0) : type
  message.writeUInt32BE(length - 1, 1)
  let at = 5
  for (const part of parts) at += typeof part === 'string' ? message.write(part, at, 'latin1') : part.copy(message, at)
  return message
}

/** The text that begins at a place of a message, and where what comes after it begins. @throws Fault */
export function textAt(message: Buffer, at: number): readonly [text: string, next: number] {
  const end = message.indexOf(0, at)
  if (end === -1) throw new Fault('08P01', 'invalid string in message')
  return [message.toString('latin1', at, end), end + 1]
}

/** Nothing is asked with it: the rest of a file of which the server has read enough, or a Flush of no answers. Postgres takes no notice of it. */
export function isBehindTime([type]: Buffer): boolean {
  return type === fromClient.copyData || type === fromClient.copyDone || type === fromClient.copyFail || type === fromClient.flush
}
