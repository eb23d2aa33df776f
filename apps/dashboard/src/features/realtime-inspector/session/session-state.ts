import { emptyLog, type MessageLog } from '../log/message-log.ts'

export type JoinState =
  | { readonly kind: 'joining' }
  | { readonly kind: 'joined' }
  /** The connection is down; it comes back by itself. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** Joining was refused, or the channel was ended. */
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'left' }

/** A key of presence and what its clients show. */
export interface Member {
  readonly key: string
  readonly shown: readonly unknown[]
}

export interface SessionState {
  readonly join: JoinState
  readonly log: MessageLog
  readonly members: readonly Member[]
  /** Whether the inspector is a member itself. */
  readonly isTracked: boolean
}

export const firstState: SessionState = { join: { kind: 'joining' }, log: emptyLog, members: [], isTracked: false }
