/** Seconds that are remembered, the present one among them. */
const keptSeconds = 11

/** Counts within whole seconds. */
export class Rate {
  readonly #counts = Array.from({ length: keptSeconds }, () => 0)
  #second = 0

  /** Counts once more, unless that would be too often. */
  take(nowMs: number, perSecond: number, times = 1): boolean {
    const place = this.#turnTo(nowMs)
    if (this.#counts[place]! + times > perSecond) return false
    this.#counts[place]! += times
    return true
  }

  /** Returns the counts of the last whole second, and of the busiest of the last ten. */
  recent(nowMs: number): { readonly last_second: number; readonly peak: number } {
    const place = this.#turnTo(nowMs)
    const whole = this.#counts.filter((_, index) => index !== place)
    return { last_second: this.#counts[(place + keptSeconds - 1) % keptSeconds]!, peak: Math.max(...whole) }
  }

  /** Forgets seconds that are too long ago. Returns the place of the present one. */
  #turnTo(nowMs: number): number {
    const second = Math.floor(nowMs / 1000)
    const passed = second - this.#second
    // a clock that was set back counts on in a second of its own
    if (passed < 0 || passed >= keptSeconds) this.#counts.fill(0)
    else for (let ahead = 1; ahead <= passed; ahead += 1) this.#counts[(this.#second + ahead) % keptSeconds] = 0
    this.#second = second
    return second % keptSeconds
  }
}
