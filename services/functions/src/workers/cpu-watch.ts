/** What a worker's use of the processor comes to. */
export type CpuVerdict = 'fine' | 'ask' | 'over'

/** Growth of CPU between two looks from which a worker has to show that its loop still turns. */
const askFromMs = 100

/**
 * Judges a worker's use of the processor. Requests share one thread and can't be measured separately, so each that begins adds its share; a loop
 * that never yields shows by its silence, and then it has no more than one share.
 */
export class CpuWatch {
  readonly #shareMs: number
  #cpuMs = 0
  /** At the last sign of life. */
  #heardMs = 0
  /** When the current work began, and what it may take. */
  #sinceMs = 0
  #allowedMs: number
  #isAsked = false

  constructor(shareMs: number) {
    this.#shareMs = shareMs
    this.#allowedMs = shareMs
  }

  get cpuMs(): number {
    return this.#cpuMs
  }

  /** From now on so many requests are under way. */
  begin(requests: number): void {
    this.#sinceMs = this.#cpuMs
    this.#allowedMs = this.#shareMs * Math.max(requests, 1)
  }

  /** Another request has come. */
  add(): void {
    this.#allowedMs += this.#shareMs
  }

  hear(): void {
    this.#isAsked = false
    this.#heardMs = this.#cpuMs
  }

  /** Takes up a measure; `ask`: the worker is to say that it is there. */
  look(cpuMs: number): CpuVerdict {
    const grownMs = cpuMs - this.#cpuMs
    this.#cpuMs = cpuMs
    if (cpuMs - this.#sinceMs > this.#allowedMs) return 'over'
    if (this.#isAsked) return cpuMs - this.#heardMs > this.#shareMs ? 'over' : 'fine'
    if (grownMs < askFromMs) {
      this.#heardMs = cpuMs
      return 'fine'
    }
    this.#isAsked = true
    return 'ask'
  }
}
