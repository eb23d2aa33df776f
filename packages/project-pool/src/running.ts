import { AppError } from '@colonnade/core'

type Cancel = () => Promise<boolean>

/** A query before it runs on a connection, while it does, and after. */
type Running =
  | { readonly state: 'waiting'; isCancelled: boolean }
  | { readonly state: 'running'; readonly cancel: Cancel }
  | { readonly state: 'over' }

/** Queries under way that their callers gave a key. `owner` says in which project and of whom. */
export class RunningQueries {
  readonly #queries = new Map<string, Running>()

  /** Takes the key before anything runs; returns what frees it. @throws AppError `query_key_in_use` */
  reserve(owner: string, key: string | undefined): () => void {
    if (key === undefined) return () => {}
    const name = `${owner} ${key}`
    if (this.#queries.has(name)) throw new AppError('query_key_in_use', { key })
    this.#queries.set(name, { state: 'waiting', isCancelled: false })
    return () => void this.#queries.delete(name)
  }

  /** From now on the query can be cancelled, until the returned function is called; at once when that was asked while it waited. */
  register(owner: string, key: string | undefined, cancel: Cancel): () => void {
    if (key === undefined) return () => {}
    const name = `${owner} ${key}`
    const before = this.#queries.get(name)
    this.#queries.set(name, { state: 'running', cancel })
    if (before?.state === 'waiting' && before.isCancelled) void cancel().catch(() => {})
    return () => void this.#queries.set(name, { state: 'over' })
  }

  find(owner: string, key: string): Cancel | undefined {
    const query = this.#queries.get(`${owner} ${key}`)
    switch (query?.state) {
      case undefined:
        return undefined
      case 'running':
        return query.cancel
      case 'waiting':
        return () => Promise.resolve((query.isCancelled = true))
      case 'over':
        return () => Promise.resolve(false)
    }
  }
}
