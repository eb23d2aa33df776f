/** A file that was dropped on the page and waits for the panel to take it. */
let offered: File | null = null
const listeners = new Set<() => void>()

export const offeredFile = {
  get: () => offered,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function offerFile(file: File | null): void {
  offered = file
  for (const listener of listeners) listener()
}
