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

interface Book {
  /** Adds so many bytes to what an owner uses; returns false, and changes nothing, where there is no room for them. */
  change(owner: string, change: number): boolean
  released(): Promise<void>
}

class Claim implements MemoryClaim {
  readonly #book: Book
  readonly #owner: string
  #held = 0

  constructor(book: Book, owner: string) {
    this.#book = book
    this.#owner = owner
  }

  get bytes(): number {
    return this.#held
  }

  resize(bytes: number): boolean {
    if (bytes !== this.#held && !this.#book.change(this.#owner, bytes - this.#held)) return false
    this.#held = bytes
    return true
  }

  released(): Promise<void> {
    return this.#book.released()
  }

  [Symbol.dispose](): void {
    this.resize(0)
  }
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
  /** What claims may do, made once: nearly every request opens a claim, and few claim anything. */
  readonly #book: Book = {
    change: (owner, change) => {
      if (change > 0 && !this.#hasRoom(owner, change)) return false
      this.#add(owner, change)
      return true
    },
    released: () => new Promise((resolve) => this.#waiting.push(resolve)),
  }

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
    return new Claim(this.#book, owner)
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
