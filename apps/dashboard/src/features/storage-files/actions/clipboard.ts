import { useSyncExternalStore } from 'react'
import type { CopySource } from './copy.ts'

/** What was copied, to be pasted into folders of the same project. */
export interface Clipped extends CopySource {
  readonly ref: string
}

let clipped: Clipped | null = null
const listeners = new Set<() => void>()

/** Of this page alone: other programs can't paste it. */
export function clip(next: Clipped): void {
  clipped = next
  for (const listener of listeners) listener()
}

/** What can be pasted in a project. */
export function useClipped(ref: string): CopySource | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => clipped,
  )
  return current?.ref === ref ? current : null
}
