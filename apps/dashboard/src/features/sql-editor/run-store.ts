import type { QueryReply } from '@colonnade/contracts'
import { AppError, newId, systemRandom, toAppError } from '@colonnade/core'
import { cancelSql, runSql } from '../../scope/run-sql.ts'

/** What is sent: the whole text or the selected part, which starts `offset` units into the text, at that line and column (from 1). */
export interface SqlPart {
  readonly text: string
  readonly offset: number
  readonly start: { readonly line: number; readonly column: number }
  readonly isSelection: boolean
}

export type SqlRunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly key: string; readonly startedAt: number; readonly part: SqlPart; readonly isCancelling: boolean }
  | { readonly kind: 'done'; readonly part: SqlPart; readonly reply: QueryReply; readonly rowLimit: number; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly part: SqlPart; readonly error: AppError; readonly tookMs: number }

export interface SqlRunOptions {
  readonly rowLimit: number
  readonly timeoutMs: number
}

/** The run of one project's editor. It outlives the page, so that looking elsewhere neither stops a query nor loses its result. */
export class SqlRunStore {
  readonly #ref: string
  readonly #listeners = new Set<() => void>()
  #state: SqlRunState = { kind: 'idle' }

  constructor(ref: string) {
    this.#ref = ref
  }

  readonly get = (): SqlRunState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** One run at a time: a second call while one is under way does nothing. */
  async run(part: SqlPart, { rowLimit, timeoutMs }: SqlRunOptions): Promise<SqlRunState> {
    if (this.#state.kind === 'running') return this.#state
    const key = newId(systemRandom)
    const startedAt = performance.now()
    this.#set({ kind: 'running', key, startedAt, part, isCancelling: false })
    const took = () => performance.now() - startedAt
    try {
      const reply = await runSql(this.#ref, { query: part.text, key, row_limit: rowLimit, timeout_ms: timeoutMs })
      return this.#set({ kind: 'done', part, reply, rowLimit, tookMs: took() })
    } catch (thrown) {
      return this.#set({ kind: 'failed', part, error: toAppError(thrown), tookMs: took() })
    }
  }

  /** Asks Postgres to stop it; the run itself then ends with `query_cancelled`. @throws AppError when the request can't be made */
  async cancel(): Promise<void> {
    const running = this.#state
    if (running.kind !== 'running' || running.isCancelling) return
    this.#set({ ...running, isCancelling: true })
    try {
      await cancelSql(this.#ref, running.key)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'query_not_found') return
      if (this.#state.kind === 'running') this.#set({ ...running, isCancelling: false })
      throw error
    }
  }

  #set(state: SqlRunState): SqlRunState {
    this.#state = state
    for (const listener of this.#listeners) listener()
    return state
  }
}

const stores = new Map<string, SqlRunStore>()

export function sqlRunStore(ref: string): SqlRunStore {
  const store = stores.get(ref) ?? new SqlRunStore(ref)
  stores.set(ref, store)
  return store
}
