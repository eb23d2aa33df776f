import type { ReplicationMessage } from '@colonnade/pg'

/** Batches that may wait for one branch before the whole stream pauses; each has at most about a megabyte, or one large change. */
const waitingMost = 8

/** One reader's copy of a shared stream. Transactions are complete and in commit order. */
export class StreamBranch implements AsyncIterable<readonly ReplicationMessage[]> {
  readonly #leave: (branch: StreamBranch) => Promise<void>
  #waiting: (readonly ReplicationMessage[])[] = []
  /** Messages before the first BEGIN belong to a transaction committed before this branch was opened. */
  #hasBegun = false
  #failure: { readonly error: unknown } | null = null
  #isClosed = false
  #changed = Promise.withResolvers<void>()

  constructor(leave: (branch: StreamBranch) => Promise<void>) {
    this.#leave = leave
  }

  push(messages: readonly ReplicationMessage[]): void {
    const first = this.#hasBegun ? 0 : messages.findIndex(({ kind }) => kind === 'begin')
    if (first === -1) return
    this.#hasBegun = true
    this.#waiting.push(first === 0 ? messages : messages.slice(first))
    this.#wake()
  }

  /** Fails the iteration, after everything queued. */
  fail(error: unknown): void {
    this.#failure = { error }
    this.#wake()
  }

  async hasRoom(): Promise<void> {
    while (!this.#isClosed && this.#failure === null && this.#waiting.length >= waitingMost) await this.#changed.promise
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly ReplicationMessage[]> {
    try {
      while (!this.#isClosed) {
        if (this.#waiting.length > 0) {
          const messages = this.#waiting.flat()
          this.#waiting = []
          this.#wake()
          yield messages
        } else if (this.#failure !== null) throw this.#failure.error
        else await this.#changed.promise
      }
    } finally {
      await this.close()
    }
  }

  /** Ends the iteration. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#wake()
    await this.#leave(this)
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
