import { Socket } from 'node:net'
import type { MemoryClaim } from '@colonnade/core'
import { MessageGuard } from './message-guard.ts'

/** Largest message that is taken from a project's server: one row, one notice, one error. */
export const messageBytesMax = 32 * 1024 * 1024

/** A socket that breaks the connection at a message of the Postgres protocol that is too long. */
export class GuardedSocket extends Socket {
  readonly #guard: MessageGuard

  /** @param memory that long messages are claimed from until they are whole */
  constructor(maxMessageBytes: number, memory?: MemoryClaim) {
    super()
    this.#guard = new MessageGuard({ maxMessageBytes }, memory)
    this.once('close', () => this.#guard.release())
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const refusal = event === 'data' && Buffer.isBuffer(args[0]) ? this.#guard.follow(args[0]) : undefined
    if (refusal === undefined) return super.emit(event, ...args)
    this.destroy(refusal)
    return true
  }
}
