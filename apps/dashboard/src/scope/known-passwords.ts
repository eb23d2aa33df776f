import { useSyncExternalStore } from 'react'

/**
 * Database passwords that were just set, by project, so that its page can offer them once. In memory only: they are gone when the
 * page is left for good, and never kept by the browser.
 */
const passwords = new Map<string, string>()
const listeners = new Set<() => void>()

export function rememberPassword(ref: string, password: string): void {
  passwords.set(ref, password)
  announce()
}

export function forgetPassword(ref: string): void {
  passwords.delete(ref)
  announce()
}

export function useKnownPassword(ref: string): string | null {
  return useSyncExternalStore(subscribe, () => passwords.get(ref) ?? null)
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
