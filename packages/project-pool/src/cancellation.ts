import { setTimeout as wait } from 'node:timers/promises'

/** Waits between two tries; each is twice the one before. */
const againMs = { first: 50, last: 5_000 } as const

/**
 * The cancellation of one run. A backend that is asked between two statements takes no notice, so it is asked again until the run is over.
 */
export class Cancellation {
  readonly #send: () => Promise<boolean>
  readonly #over = new AbortController()
  #isAsked = false
  #sending: Promise<unknown> = Promise.resolve()

  /** @param send sends one cancel request; returns false if the backend is gone */
  constructor(send: () => Promise<boolean>) {
    this.#send = send
  }

  get isAsked(): boolean {
    return this.#isAsked
  }

  /** Asks now, and again as long as the run goes on. */
  async ask(): Promise<boolean> {
    const isFirst = !this.#isAsked
    this.#isAsked = true
    if (this.#over.signal.aborted) return false
    const sent = this.#sendOnce()
    if (isFirst) void this.#repeat()
    return sent
  }

  /** Stops cancelling once the run is over. Resolves when pending requests have arrived, so that they can't hit the next query. */
  async end(): Promise<void> {
    this.#over.abort()
    await this.#sending
  }

  #sendOnce(): Promise<boolean> {
    const sent = this.#send()
    this.#sending = Promise.allSettled([this.#sending, sent])
    return sent
  }

  async #repeat(): Promise<void> {
    for (let ms: number = againMs.first; ; ms = Math.min(2 * ms, againMs.last)) {
      await wait(ms, undefined, { signal: this.#over.signal, ref: false }).catch(() => {})
      if (this.#over.signal.aborted) return
      await this.#sendOnce().catch(() => false)
    }
  }
}
