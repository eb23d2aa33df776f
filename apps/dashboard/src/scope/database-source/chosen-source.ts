import { useSyncExternalStore } from 'react'

/** By project: the replica whose rows are looked at. Only for as long as the page is open: nobody should find old rows without knowing why. */
const chosen = new Map<string, string>()
const listeners = new Set<() => void>()

/** `undefined` chooses the primary. */
export function chooseSource(ref: string, identifier: string | undefined): void {
  if (identifier === undefined) chosen.delete(ref)
  else chosen.set(ref, identifier)
  for (const listener of listeners) listener()
}

/** Identifier of the replica that is chosen for a project now; undefined for the primary. */
export function chosenSource(ref: string): string | undefined {
  return chosen.get(ref)
}

/** The same, followed. */
export function useChosenSource(ref: string): string | undefined {
  return useSyncExternalStore(subscribe, () => chosenSource(ref))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
