import { emptyLog, type MessageLog } from '../log/message-log.ts'

export type JoinState =
  | { readonly kind: 'joining' }
  | { readonly kind: 'joined' }
  /** The connection is down and reconnects automatically. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** Joining was refused, or the channel ended. */
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'left' }

/** A presence key and the state of its clients. */
export interface Member {
  readonly key: string
  readonly shown: readonly unknown[]
}

export interface SessionState {
  readonly join: JoinState
  readonly log: MessageLog
  readonly members: readonly Member[]
  /** True if the inspector shares its presence. */
  readonly isTracked: boolean
}

export const firstState: SessionState = { join: { kind: 'joining' }, log: emptyLog, members: [], isTracked: false }
