import type { MemoryClaim } from '@colonnade/core'
import type { Socket } from 'node:net'
import { earlyBytesMax, memoryPatienceMs, readingDeadline } from '../limits.ts'
import { ClientReader } from '../transaction/client-messages.ts'
import { Fault } from '../wire/fault.ts'

export interface InflowLimits {
  /** Time that a client waits for memory. */
  readonly memoryPatienceMs: number
  /** Time for a message that has begun: a fixed part, and more for each byte. */
  readonly readingDeadline: { readonly leastMs: number; readonly bytesPerMs: number }
}

export interface InflowParts {
  readonly ref: string
  readonly stream: Socket
  readonly claim: MemoryClaim
  readonly limits?: Partial<InflowLimits> | undefined
  /** It goes no further. */
  readonly onFault: (fault: Fault) => void
}

/**
 * A client's input, in whole messages. Long messages are gathered within the available memory: beyond it the client's socket isn't read, and then the
 * client is refused. A client that begins a long message has to finish it in time.
 */
export class Inflow {
  readonly #reader = new ClientReader()
  readonly #parts: InflowParts
  readonly #limits: InflowLimits
  #waiting: NodeJS.Timeout | undefined
  #reading: NodeJS.Timeout | undefined
  /** Bytes that are held for the client elsewhere. */
  #elsewhere = 0
  #isOver = false

  constructor(parts: InflowParts) {
    this.#parts = parts
    this.#limits = { memoryPatienceMs, readingDeadline, ...parts.limits }
  }

  /** @throws Fault for what is no message, or one that is too long to be held */
  push(chunk: Buffer): Buffer[] {
    const messages = this.#reader.push(chunk)
    if (messages.length > 0 || this.#reader.heldBytes <= earlyBytesMax) {
      clearTimeout(this.#reading)
      this.#reading = undefined
    }
    if (this.#reader.heldBytes > earlyBytesMax) this.#reading ??= this.#watchReading()
    return messages
  }

  /** Updates the accounted memory: the client's part outside of a partial message has changed, or a part has arrived. */
  account(elsewhere: number): void {
    this.#elsewhere = elsewhere
    if (this.#tryAccount()) return this.#stopWaiting()
    this.#parts.stream.pause()
    if (this.#waiting) return
    const { ref, onFault } = this.#parts
    const late = (): void =>
      onFault(
        new Fault(
          '53200',
          `out of memory: clients of project ${ref} have sent more than the pooler can buffer for its server`,
          'Try again in a moment, send smaller messages, or use the session pooler.',
        ),
      )
    this.#waiting = setTimeout(late, this.#limits.memoryPatienceMs)
    void this.#retry()
  }

  over(): void {
    this.#isOver = true
    clearTimeout(this.#waiting)
    clearTimeout(this.#reading)
    this.#parts.claim[Symbol.dispose]()
  }

  async #retry(): Promise<void> {
    while (this.#waiting && !this.#isOver) {
      await this.#parts.claim.released()
      if (this.#waiting && !this.#isOver && this.#tryAccount()) this.#stopWaiting()
    }
  }

  #stopWaiting(): void {
    if (!this.#waiting) return
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#parts.stream.resume()
  }

  /** A client who holds next to nothing is not counted: that is what clients are. */
  #tryAccount(): boolean {
    const bytes = this.#reader.heldBytes + this.#elsewhere
    const { claim } = this.#parts
    const wanted = bytes <= earlyBytesMax ? 0 : bytes
    return wanted === claim.bytes || claim.resize(wanted)
  }

  #watchReading(): NodeJS.Timeout {
    const { leastMs, bytesPerMs } = this.#limits.readingDeadline
    const patienceMs = Math.round(leastMs + this.#reader.wantedBytes / bytesPerMs)
    const late = (): void => {
      const { stream, onFault } = this.#parts
      // it may have sent more, which we have not read
      if (stream.isPaused()) this.#reading = setTimeout(late, patienceMs)
      else
        onFault(
          new Fault(
            '08P01',
            `a message was not completed within ${Math.ceil(patienceMs / 1000)} s`,
            'Connect again and send each message without pauses.',
          ),
        )
    }
    return setTimeout(late, patienceMs)
  }
}
