import type { QueryReply } from '@colonnade/contracts/data/queries'
import { runSql, type SqlRun } from '../../../scope/run-sql.ts'
import { aheadMs } from '../limits.ts'

/** A run whose answer somebody is about to want. */
interface Ahead {
  readonly key: string
  readonly abort: AbortController
  readonly reply: Promise<QueryReply>
  /** Whom it is for. */
  readonly name: string
  /** The answer and when it came. */
  arrived: { readonly reply: QueryReply; readonly at: number } | null
}

/** One run at a time that is begun before whoever wants its answer is there. */
export class RunsAhead {
  readonly #run: typeof runSql
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #ahead: Ahead | null = null

  constructor(run: typeof runSql, now: () => number) {
    this.#run = run
    this.#now = now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether what was begun under this name is still to be answered, and nobody has come for it yet. */
  isUnderWay(name: string): boolean {
    return this.#ahead?.name === name && this.#ahead.arrived === null
  }

  /** Begins it, in place of another one that nobody has come for. */
  begin(ref: string, run: SqlRun, name = ''): void {
    const key = keyOf(ref, run)
    if (this.#find(key) !== null) return
    this.#ahead?.abort.abort()
    const abort = new AbortController()
    const own: Ahead = { key, abort, name, reply: this.#run(ref, { ...run, signal: abort.signal }), arrived: null }
    this.#ahead = own
    this.#tell()
    void this.#receive(own)
  }

  async #receive(own: Ahead): Promise<void> {
    try {
      own.arrived = { reply: await own.reply, at: this.#now() }
    } catch {
      // a later request tries again and gets the error
      if (this.#ahead === own) this.#ahead = null
    }
    this.#tell()
  }

  /** What this run has answered just now; it stays there to be taken. */
  see(ref: string, run: SqlRun): QueryReply | null {
    return this.#find(keyOf(ref, run))?.arrived?.reply ?? null
  }

  /** The answer of this run, which is begun unless it was. @throws AppError by SQLSTATE */
  async take(ref: string, run: SqlRun): Promise<QueryReply> {
    const found = this.#find(keyOf(ref, run))
    if (found === null) return this.#run(ref, run)
    this.forget()
    const onAbort = () => found.abort.abort()
    run.signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await found.reply
    } finally {
      run.signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Discards the answers, so that they're requested again. */
  forget(): void {
    this.#ahead = null
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #find(key: string): Ahead | null {
    const ahead = this.#ahead
    if (ahead?.key !== key) return null
    // nobody came for it in time: rows may have changed since
    return ahead.arrived !== null && this.#now() - ahead.arrived.at > aheadMs ? null : ahead
  }
}

/** First rows of a table whose link was pressed. */
export const rowsAhead = new RunsAhead(runSql, () => performance.now())
/** How many rows that table has, or may have. */
export const countsAhead = new RunsAhead(runSql, () => performance.now())

function keyOf(ref: string, run: SqlRun): string {
  return JSON.stringify([ref, { ...run, signal: undefined }])
}
