/** States of something, each made from the one before by one step of a person. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

/** Steps that can be undone. */
export const maxSteps = 1_000

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** One step on: what was undone before can't come back. A step that changes nothing is none. */
export function step<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history
  return { past: [...history.past.slice(1 - maxSteps), history.present], present: next, future: [] }
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1)
  return before === undefined ? { past, present, future } : { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...rest] = future
  return next === undefined ? { past, present, future } : { past: [...past, present], present: next, future: rest }
}
