import { randomBytes } from 'node:crypto'

/** Metas by key and ref, as JSON. */
export type PresenceMetas = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A client's presence in a room. */
export interface Presence {
  readonly key: string
  readonly ref: string
  /** Without refs, as JSON: to see whether another one is the same. */
  readonly shown: string
}

/** Members present in a room, and the changes not sent yet. */
export class PresenceState {
  readonly #present = new Map<string, Map<string, string>>()
  #joins = new Map<string, Map<string, string>>()
  #leaves = new Map<string, Map<string, string>>()

  get isTold(): boolean {
    return this.#joins.size === 0 && this.#leaves.size === 0
  }

  /** Keys that are present. */
  get size(): number {
    return this.#present.size
  }

  keys(): Iterable<string> {
    return this.#present.keys()
  }

  /** Shows something under a key, in place of what was shown before. Returns what was shown if it is the same. */
  track(key: string, payload: object, before: Presence | null): Presence {
    const shown = JSON.stringify(payload)
    if (before !== null && before.key === key && before.shown === shown) return before
    if (before !== null) this.leave(before)
    const ref = randomBytes(9).toString('base64url')
    const previous = before === null ? {} : { phx_ref_prev: before.ref }
    // refs are ours to say
    const meta = JSON.stringify({ ...payload, phx_ref: ref, phx_ref_prev: undefined, ...previous })
    put(this.#present, key, ref, meta)
    put(this.#joins, key, ref, meta)
    return { key, ref, shown }
  }

  leave({ key, ref }: Presence): void {
    const meta = take(this.#present, key, ref)
    if (meta === undefined) return
    // a member who joined and left before either was sent is not sent at all
    if (take(this.#joins, key, ref) === undefined) put(this.#leaves, key, ref, meta)
  }

  /** Returns what changed since it was last taken, as JSON; null for nothing. */
  takeDiff(): string | null {
    if (this.isTold) return null
    const diff = `{"joins":${stateText(this.#joins)},"leaves":${stateText(this.#leaves)}}`
    this.#joins = new Map()
    this.#leaves = new Map()
    return diff
  }

  /** Returns all who are present, as JSON. */
  text(): string {
    return stateText(this.#present)
  }
}

/** Keys are texts of clients' own, so the object is written rather than made. */
function stateText(metas: PresenceMetas): string {
  return `{${[...metas].map(([key, byRef]) => `${JSON.stringify(key)}:{"metas":[${[...byRef.values()].join(',')}]}`).join(',')}}`
}

function put(metas: Map<string, Map<string, string>>, key: string, ref: string, meta: string): void {
  const byRef = metas.get(key) ?? new Map<string, string>()
  metas.set(key, byRef)
  byRef.set(ref, meta)
}

function take(metas: Map<string, Map<string, string>>, key: string, ref: string): string | undefined {
  const byRef = metas.get(key)
  const meta = byRef?.get(ref)
  if (byRef === undefined || meta === undefined) return undefined
  byRef.delete(ref)
  if (byRef.size === 0) metas.delete(key)
  return meta
}
