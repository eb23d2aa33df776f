import type { Clock } from '@colonnade/core'

/** Who uses projects right now, and when somebody last did. Kept in memory: what used a project before this process did is over. */
export interface Uses {
  /** Somebody uses it until the returned function is called. */
  begin(ref: string): () => void
  count(ref: string): number
  /** Milliseconds since the Unix epoch. */
  lastAt(ref: string): number
  /** Somebody used it just now. */
  touch(ref: string): void
  /** There is no such project. */
  forget(ref: string): void
}

export function createUses(clock: Clock): Uses {
  const openedAt = clock.now()
  const uses = new Map<string, { count: number; lastAt: number }>()
  const entryOf = (ref: string): { count: number; lastAt: number } => {
    const found = uses.get(ref) ?? { count: 0, lastAt: openedAt }
    uses.set(ref, found)
    return found
  }
  const touch = (ref: string): void => void (entryOf(ref).lastAt = clock.now())
  return {
    begin(ref) {
      const entry = entryOf(ref)
      entry.count += 1
      entry.lastAt = clock.now()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        entry.count -= 1
        entry.lastAt = clock.now()
      }
    },
    count: (ref) => uses.get(ref)?.count ?? 0,
    lastAt: (ref) => uses.get(ref)?.lastAt ?? openedAt,
    touch,
    forget: (ref) => void uses.delete(ref),
  }
}
