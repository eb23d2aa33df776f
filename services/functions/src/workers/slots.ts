import { FunctionError } from '../invocations/errors.ts'
import { waitingMost, waitingMs } from '../limits.ts'

interface Waiter {
  readonly most: number
  grant(): void
}

/** Shares the workers of a machine between projects: who has to wait holds up nobody of another project. */
export class Slots {
  readonly #most: number
  /** Ends a worker that nobody uses: of a project, or of any; the one that was idle longest. */
  readonly #evict: (ref: string | null) => void
  readonly #used = new Map<string, number>()
  /** In the order of the next turn. */
  readonly #waiting = new Map<string, Waiter[]>()
  #total = 0

  constructor(most: number, evict: (ref: string | null) => void) {
    this.#most = most
    this.#evict = evict
  }

  /** @param most of the project */
  tryTake(ref: string, most: number): boolean {
    if ((this.#used.get(ref) ?? 0) >= most || this.#total >= this.#most) return false
    this.#used.set(ref, (this.#used.get(ref) ?? 0) + 1)
    this.#total += 1
    return true
  }

  /** @throws FunctionError `NO_WORKER` where too many wait, or none becomes free in time */
  async take(ref: string, most: number, signal: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(ref) ?? []
    if (queue.length === 0 && this.tryTake(ref, most)) return
    if (queue.length >= waitingMost) throw new FunctionError('NO_WORKER')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { most, grant: resolve }
    queue.push(waiter)
    this.#waiting.set(ref, queue)
    const giveUp = (): void => reject(new FunctionError('NO_WORKER'))
    const timer = setTimeout(giveUp, waitingMs).unref()
    signal.addEventListener('abort', giveUp)
    this.askForRoom()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      this.#drop(ref, waiter)
    }
  }

  free(ref: string): void {
    const used = (this.#used.get(ref) ?? 1) - 1
    if (used === 0) this.#used.delete(ref)
    else this.#used.set(ref, used)
    this.#total -= 1
    this.#serve()
  }

  /** Has idle workers end for those who wait: also when one has just become idle. */
  askForRoom(): void {
    for (const [ref, [first]] of this.#waiting) {
      if (first === undefined) continue
      this.#evict((this.#used.get(ref) ?? 0) >= first.most ? ref : null)
    }
  }

  #serve(): void {
    for (const [ref, queue] of this.#waiting) {
      const waiter = queue[0]
      if (waiter === undefined || !this.tryTake(ref, waiter.most)) continue
      this.#drop(ref, waiter)
      // whoever was served waits behind the others
      const rest = this.#waiting.get(ref)
      if (rest !== undefined) {
        this.#waiting.delete(ref)
        this.#waiting.set(ref, rest)
      }
      waiter.grant()
    }
  }

  #drop(ref: string, waiter: Waiter): void {
    const queue = this.#waiting.get(ref)
    const index = queue?.indexOf(waiter) ?? -1
    if (queue === undefined || index === -1) return
    queue.splice(index, 1)
    if (queue.length === 0) this.#waiting.delete(ref)
  }
}
