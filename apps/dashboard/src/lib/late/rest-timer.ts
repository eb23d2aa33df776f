/**
 * Does something once nobody has asked for it for a while: when the keys rest. Whoever writes without a rest does not wait for ever: it is
 * done at the latest some time after it was first asked for.
 */
export class RestTimer {
  readonly #work: () => void
  readonly #restMs: number
  readonly #longestMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #since = 0

  constructor(work: () => void, { restMs, longestMs }: { readonly restMs: number; readonly longestMs: number }) {
    this.#work = work
    this.#restMs = restMs
    this.#longestMs = longestMs
  }

  /** It was asked for, and is not done yet. */
  get isDue(): boolean {
    return this.#timer !== undefined
  }

  ask(): void {
    const now = Date.now()
    if (this.#timer === undefined) this.#since = now
    this.cancel()
    const leftMs = Math.max(0, this.#since + this.#longestMs - now)
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#work()
      },
      Math.min(this.#restMs, leftMs),
    )
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
