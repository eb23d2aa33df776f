import { AppError } from '@colonnade/core'

type Cancel = () => Promise<boolean>

/** Queries under way that their callers gave a key. `owner` says in which project and of whom. */
export class RunningQueries {
  readonly #queries = new Map<string, Cancel>()

  /** Takes the key before anything runs; returns what frees it. @throws AppError `query_key_in_use` */
  reserve(owner: string, key: string | undefined): () => void {
    if (key === undefined) return () => {}
    const name = `${owner} ${key}`
    if (this.#queries.has(name)) throw new AppError('query_key_in_use', { key })
    this.#queries.set(name, () => Promise.resolve(false))
    return () => void this.#queries.delete(name)
  }

  /** From now on the query can be cancelled, until the returned function is called. */
  register(owner: string, key: string | undefined, cancel: Cancel): () => void {
    if (key === undefined) return () => {}
    this.#queries.set(`${owner} ${key}`, cancel)
    return () => void this.#queries.set(`${owner} ${key}`, () => Promise.resolve(false))
  }

  find(owner: string, key: string): Cancel | undefined {
    return this.#queries.get(`${owner} ${key}`)
  }
}
