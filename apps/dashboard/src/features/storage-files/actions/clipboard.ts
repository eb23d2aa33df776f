import { useSyncExternalStore } from 'react'
import type { CopySource } from './copy.ts'

/** Copied entries, to paste into folders of the same project. */
export interface Clipped extends CopySource {
  readonly ref: string
}

let clipped: Clipped | null = null
const listeners = new Set<() => void>()

/** The page's own clipboard, which other programs can't read. */
export function clip(next: Clipped): void {
  clipped = next
  for (const listener of listeners) listener()
}

/** Returns the entries to paste in a project. */
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
