import type { Lsn, Replication } from '@colonnade/pg'
import { StreamBranch } from './stream-branch.ts'

/** The changes of a project, read once for all readers: from one stream, or from one per publication if their column lists conflict. */
export class SharedStream {
  readonly #branches = new Set<StreamBranch>()
  readonly #onEnd: () => void
  #replications: readonly Replication[]
  /** The last commit passed on. */
  #commit: Lsn = 0n
  /** Serializes the transactions of several streams. */
  #turn: Promise<void> = Promise.resolve()
  #isOver = false

  /** @param onEnd called when the stream ends: it was lost or closed */
  constructor(replications: readonly Replication[], onEnd: () => void) {
    this.#replications = replications
    this.#onEnd = onEnd
    for (const replication of replications) void this.#read(replication, null)
  }

  get size(): number {
    return this.#branches.size
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Opens a branch with all commits from now on. Closing the last branch closes the stream. */
  branch(): StreamBranch {
    const branch = new StreamBranch(async (left) => {
      this.#branches.delete(left)
      if (this.#branches.size === 0) await this.close()
    })
    this.#branches.add(branch)
    return branch
  }

  /** Switches to a stream opened later, with publications that this one doesn't know. No commit is lost or repeated. */
  async continueWith(next: Replication): Promise<void> {
    const [before] = this.#replications
    await before?.passed(next.startLsn)
    if (this.#isOver || before === undefined) return next.close()
    this.#replications = [next]
    void this.#read(next, this.#commit)
    await before.close()
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#onEnd()
    await Promise.all(this.#replications.map((replication) => replication.close()))
  }

  /** @param after last commit that was already passed on */
  async #read(replication: Replication, after: Lsn | null): Promise<void> {
    let isInside = false
    let isKnown = false
    let leave = (): void => {}
    try {
      for await (const batch of replication) {
        const messages = batch.filter((message) => {
          if (after !== null && message.kind === 'begin') isKnown = message.commitLsn <= after
          return !isKnown
        })
        if (!isInside) leave = await this.#takeTurn()
        for (const message of messages) {
          if (message.kind === 'begin') isInside = true
          if (message.kind !== 'commit') continue
          isInside = false
          this.#commit = message.commitLsn
        }
        if (messages.length > 0) for (const branch of this.#branches) branch.push(messages)
        if (!isInside) leave()
        await Promise.all([...this.#branches].map((branch) => branch.hasRoom()))
      }
    } catch (error) {
      for (const branch of this.#branches) branch.fail(error)
      await this.close()
    } finally {
      leave()
    }
  }

  async #takeTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#turn
    this.#turn = promise
    await before
    return resolve
  }
}
