/** Limits of a `MemoryBudget`, in bytes. */
export interface MemoryLimits {
  /** All owners together. */
  readonly totalBytes: number
  /** Any one owner. */
  readonly ownerBytes: number
  /** What each owner gets even when the others have used up the total, so that a few busy owners can't shut out the rest. */
  readonly floorBytes: number
}

/** Memory that one piece of work holds. Dispose of it when the work is over, however it ended. */
export interface MemoryClaim extends Disposable {
  readonly bytes: number
  /**
   * Sets the size of the claim. Returns false, and changes nothing, when a larger size would exceed the owner's limit or the total;
   * a smaller size always succeeds.
   */
  resize(bytes: number): boolean
  /** Resolves the next time anybody gives memory back: the moment to try `resize` again. */
  released(): Promise<void>
}

/**
 * Bounds the memory for data in flight: requests and results that wait for a slow client, messages that have arrived in part. Everything
 * that holds such data claims its size first, and refuses or pauses its client when it can't have it.
 *
 * One instance bounds the process; an owner is usually a project's ref.
 */
export class MemoryBudget {
  readonly #limits: MemoryLimits
  readonly #owners = new Map<string, number>()
  #used = 0
  #waiting: (() => void)[] = []

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  /** In use by all owners, in bytes. */
  get usedBytes(): number {
    return this.#used
  }

  /** In use by one owner, in bytes. */
  usedBy(owner: string): number {
    return this.#owners.get(owner) ?? 0
  }

  /** Opens an empty claim for an owner. */
  open(owner: string): MemoryClaim {
    let held = 0
    const resize = (bytes: number): boolean => {
      // nearly every claim stays empty
      if (bytes === held) return true
      if (bytes > held && !this.#hasRoom(owner, bytes - held)) return false
      this.#add(owner, bytes - held)
      held = bytes
      return true
    }
    return {
      get bytes() {
        return held
      },
      resize,
      released: () => new Promise((resolve) => this.#waiting.push(resolve)),
      [Symbol.dispose]: () => void resize(0),
    }
  }

  #hasRoom(owner: string, more: number): boolean {
    const { totalBytes, ownerBytes, floorBytes } = this.#limits
    const wanted = this.usedBy(owner) + more
    return wanted <= ownerBytes && (wanted <= floorBytes || this.#used + more <= totalBytes)
  }

  #add(owner: string, change: number): void {
    const own = this.usedBy(owner) + change
    if (own === 0) this.#owners.delete(owner)
    else this.#owners.set(owner, own)
    this.#used += change
    if (change >= 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

const mebibyte = 1024 * 1024

/** Limits that suit a process on a machine with this much memory. */
export function memoryLimitsFor(machineBytes: number): MemoryLimits {
  const totalBytes = Math.round(Math.min(Math.max(machineBytes / 8, 256 * mebibyte), 1024 * mebibyte))
  return { totalBytes, ownerBytes: Math.round(totalBytes / 4), floorBytes: mebibyte }
}
