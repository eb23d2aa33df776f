/** Counts within whole seconds. */
export class Rate {
  #second = 0
  #count = 0

  /** Counts once more, unless that would be too often. */
  take(nowMs: number, perSecond: number, times = 1): boolean {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    if (this.#count + times > perSecond) return false
    this.#count += times
    return true
  }
}
