import { useSyncExternalStore } from 'react'
import type { Claims } from '../database-role/claims.ts'

/** As whom the files of a project are looked at: they are those that policies show to this client. */
export interface Look {
  /** Distinguishes cached responses of different identities. */
  readonly id: string
  /** What the client is called on the screen. */
  readonly name: string
  readonly role: string
  readonly claims: Claims
}

/** By project. Only for as long as the page is open: nobody should find themselves to be somebody else. */
const looks = new Map<string, Look>()
const listeners = new Set<() => void>()

/** Looks at the files of a project as a client; null looks at all of them again. */
export function lookAs(ref: string, look: Omit<Look, 'id'> | null): void {
  if (look === null) looks.delete(ref)
  else looks.set(ref, { ...look, id: crypto.randomUUID() })
  for (const listener of listeners) listener()
}

/** As whom the files of a project are looked at; null for a member, who sees all of them. */
export function useLook(ref: string): Look | null {
  return useSyncExternalStore(subscribe, () => looks.get(ref) ?? null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
