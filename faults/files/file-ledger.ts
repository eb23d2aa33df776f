/** SHA-256 of a file's bytes; null for a name without a file. */
export type FileState = string | null

/** A move whose answer never came: the file is at one of both names. */
export interface UnsureMove {
  readonly from: string
  readonly to: string
  readonly state: FileState
}

/** Remembers what each name has, as far as the service acknowledged it. A request without an answer leaves two possibilities until somebody looks. */
export class FileLedger {
  readonly #possible = new Map<string, Set<FileState>>()
  #unsureMoves: UnsureMove[] = []
  /** Changes that the service acknowledged. */
  acknowledged = 0

  names(): string[] {
    return [...this.#possible.keys()]
  }

  /** undefined while there is more than one possibility. */
  known(name: string): FileState | undefined {
    const possible = this.#possible.get(name)
    if (possible === undefined) return null
    return possible.size === 1 ? [...possible][0] : undefined
  }

  is(name: string, state: FileState): void {
    this.#possible.set(name, new Set([state]))
  }

  mayBe(name: string, state: FileState): void {
    const possible = this.#possible.get(name) ?? new Set<FileState>([null])
    this.#possible.set(name, possible.add(state))
  }

  mayHaveMoved(move: UnsureMove): void {
    this.mayBe(move.from, null)
    this.mayBe(move.to, move.state)
    this.#unsureMoves.push(move)
  }

  /** Compares what is there with what may be, and knows it from now on. Returns what is wrong. */
  settle(seen: ReadonlyMap<string, FileState>): string[] {
    const faults: string[] = []
    for (const [name, possible] of this.#possible) {
      const state = seen.get(name) ?? null
      const texts = [...possible].map(describeState)
      if (!possible.has(state)) faults.push(`${name} is ${describeState(state)} instead of ${texts.join(' or ')}`)
      this.is(name, state)
    }
    for (const { from, to, state } of this.#unsureMoves) {
      if ((seen.get(from) === state) === (seen.get(to) === state)) faults.push(`${from} was moved to ${to}, and isn't at exactly one of both`)
    }
    this.#unsureMoves = []
    return faults
  }
}

function describeState(state: FileState): string {
  return state === null ? 'absent' : state.slice(0, 8)
}
