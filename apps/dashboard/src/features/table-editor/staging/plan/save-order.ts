/**
 * One row's change, as far as order goes: which unique values it takes and gives free, and which rows of the same table it refers to
 * afterwards and did before. Values are any texts that are equal where the database's are.
 */
export interface OrderedChange {
  readonly kind: 'delete' | 'update' | 'insert'
  readonly takes: readonly string[]
  readonly frees: readonly string[]
  readonly needs: readonly string[]
  readonly releases: readonly string[]
}

const ranks = { delete: 0, update: 1, insert: 2 }

/**
 * An order in which Postgres, which checks after each statement, accepts changes that are right together: a value is given free before
 * it is taken, a row is there before it is referred to, and is left before it goes. Otherwise deletions come first, then updates, then
 * insertions, as given. `cycles` are changes that can't be ordered, as two rows that swap their keys: each comes as late as it has to.
 */
export function saveOrder<Change extends OrderedChange>(
  changes: readonly Change[],
): { readonly order: readonly Change[]; readonly cycles: ReadonlySet<Change> } {
  const given = [...changes].sort((a, b) => ranks[a.kind] - ranks[b.kind])
  const freedBy = ownersOf(given, ({ frees }) => frees)
  const takenBy = ownersOf(given, ({ takes }) => takes)
  const releasedBy = ownersOf(given, ({ releases }) => releases)
  const before = (change: Change): Change[] => [
    ...change.takes.flatMap((value) => freedBy.get(value) ?? []),
    ...change.needs.flatMap((value) => takenBy.get(value) ?? []),
    ...change.frees.flatMap((value) => releasedBy.get(value) ?? []),
  ]
  const order: Change[] = []
  const cycles = new Set<Change>()
  const state = new Map<Change, 'open' | 'done'>()
  for (const first of given) {
    // without recursion: chains may be thousands long
    const stack: { readonly change: Change; readonly left: Change[] }[] = []
    const enter = (change: Change) => {
      state.set(change, 'open')
      stack.push({ change, left: before(change).filter((other) => other !== change) })
    }
    if (!state.has(first)) enter(first)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.left.shift()
      if (next === undefined) {
        state.set(top.change, 'done')
        order.push(top.change)
        stack.pop()
      } else if (state.get(next) === 'open') {
        cycles.add(next)
      } else if (!state.has(next)) enter(next)
    }
  }
  return { order, cycles }
}

function ownersOf<Change>(changes: readonly Change[], valuesOf: (change: Change) => readonly string[]): ReadonlyMap<string, readonly Change[]> {
  const owners = new Map<string, Change[]>()
  for (const change of changes) {
    for (const value of valuesOf(change)) {
      const known = owners.get(value)
      if (known === undefined) owners.set(value, [change])
      else known.push(change)
    }
  }
  return owners
}
