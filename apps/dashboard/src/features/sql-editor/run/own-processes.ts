const known = new Map<string, Set<number>>()

/** Remembers a backend that a snippet of this page ran on, to distinguish it from those of others. */
export function noteProcess(ref: string, processId: number): void {
  const ids = known.get(ref) ?? new Set()
  known.set(ref, ids)
  ids.add(processId)
}

/** Backends of a project that texts of this page ran on. */
export function ownProcesses(ref: string): ReadonlySet<number> {
  return known.get(ref) ?? new Set()
}
