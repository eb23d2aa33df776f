import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Session, type SessionParts, startSession } from './session.ts'
import { firstState, type SessionState } from './session-state.ts'

export interface CurrentSession {
  /** The last session; null before the first. */
  readonly session: Session | null
  readonly state: SessionState | null
  readonly join: (parts: SessionParts) => void
}

/** Holds the page's channel, and leaves it with the page. */
export function useSession(): CurrentSession {
  const [session, setSession] = useState<Session | null>(null)
  const state = useSyncExternalStore(session?.subscribe ?? listenToNothing, session?.getState ?? (() => firstState))
  useEffect(() => () => session?.leave(), [session])
  return { session, state: session === null ? null : state, join: (parts) => setSession(startSession(parts)) }
}

const listenToNothing = (): (() => void) => () => {}
