import { sqlSessionIdleSeconds, type TransactionState } from '@colonnade/contracts/data/sql-runs'
import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { personSessions } from '../../../kernel/limits.ts'
import { type Lease, type ProjectConnections, projectSessions } from '@colonnade/project-pool'
import type { Bus } from '../../../kernel/news/bus.ts'
import { watchRight } from '../queries/rights.ts'
import { notificationsMax, rememberedEnds } from './limits.ts'
import { lostText, messages } from './messages.ts'

/** Whose session it is. */
export interface SessionOwner {
  readonly ref: string
  readonly userId: string
  /** As who they are signed in. */
  readonly sessionId: string
}

/** Why a session ended: it was idle (or others needed its connection), it was closed, or its connection was lost. */
export type EndReason = 'idle' | 'closed' | 'ended'

/** The settings last applied to the connection; undefined where unknown. */
export interface AppliedSettings {
  timeoutMs: number | undefined
  role: string | undefined
  claims: string | undefined
}

/** A connection of a person's own, in use by one run. */
export interface HeldSession {
  readonly lease: Lease
  /** Nothing of an earlier run is there. */
  isNew: boolean
  readonly applied: AppliedSettings
  /** What scripts have set on it, as last notified. */
  settings: string
  transaction: TransactionState
  transactionStartedAt: number | null
  /** Told by other sessions since the last run: LISTEN. */
  takeNotifications(): { readonly channel: string; readonly payload: string | undefined }[]
  /** Its owner may no longer use it. */
  isRevoked: boolean
  /** Its connection is gone. */
  readonly isLost: boolean
  /** Runs when the session is closed during a run. */
  onClose: () => void
  /** False closes it: its connection is of no use. */
  giveBack(isUsable: boolean): void
}

/** A context's part of this module. */
export interface HasSqlSessions {
  readonly sqlSessions: SqlSessions
}

/** Connections that people keep from one run to the next. */
export interface SqlSessions {
  /** @throws AppError `sql_session_lost`, `sql_session_busy`, `too_many_connections`, `connection_lost` */
  take(owner: SessionOwner, id: string, isContinued: boolean): Promise<HeldSession>
  /** False when there was none. What runs in it is stopped. */
  close(owner: SessionOwner, id: string): boolean
  closeAll(): void
}

export interface SqlSessionsParts {
  readonly connections: ProjectConnections
  readonly database: Database
  readonly bus: Bus
  readonly idleMs?: number
}

interface Entry {
  readonly key: string
  readonly owner: SessionOwner
  held: HeldSession | undefined
  isBusy: boolean
  usedAt: number
  timer: NodeJS.Timeout | undefined
  end: (reason: EndReason) => void
}

export function createSqlSessions({ connections, database, bus, idleMs = sqlSessionIdleSeconds * 1_000 }: SqlSessionsParts): SqlSessions {
  const entries = new Map<string, Entry>()
  const ends = new Map<string, { readonly reason: EndReason; readonly had_transaction: boolean }>()
  const keyOf = ({ ref, userId }: SessionOwner, id: string): string => `${ref} ${userId} ${id}`

  const remember = (key: string, reason: EndReason, hadTransaction: boolean): void => {
    ends.delete(key)
    ends.set(key, { reason, had_transaction: hadTransaction })
    if (ends.size > rememberedEnds) ends.delete(ends.keys().next().value!)
  }
  const makeRoom = (owner: SessionOwner): void => {
    const ofProject = [...entries.values()].filter((entry) => entry.owner.ref === owner.ref)
    const own = ofProject.filter((entry) => entry.owner.userId === owner.userId)
    const full = own.length >= personSessions ? own : ofProject.length >= projectSessions ? ofProject : []
    if (full.length === 0) return
    const idle = full.filter(({ isBusy, held }) => !isBusy && held?.transaction === 'none').sort((a, b) => a.usedAt - b.usedAt)
    if (idle[0]) return idle[0].end('idle')
    throw new AppError('too_many_connections', { sessions: full.length }, { message: messages.full(full === own, full.length) })
  }
  const open = async (owner: SessionOwner, key: string): Promise<HeldSession> => {
    makeRoom(owner)
    const entry: Entry = { key, owner, held: undefined, isBusy: true, usedAt: performance.now(), timer: undefined, end: () => {} }
    let isClosed = false
    entry.end = () => void (isClosed = true)
    // its place is taken before it is there
    entries.set(key, entry)
    try {
      const lease = await connections.lease(owner.ref, 'owner', 'session')
      ends.delete(key)
      try {
        if (isClosed) throw lost({ reason: 'closed', had_transaction: false })
        return (entry.held = hold(entry, lease))
      } catch (error) {
        lease.giveBack(false)
        throw error
      }
    } catch (error) {
      entries.delete(key)
      throw error
    }
  }
  const hold = (entry: Entry, lease: Lease): HeldSession => {
    const { key, owner } = entry
    const { client } = lease
    const stopWatching = watchRight({ database, bus }, owner, 'database:write', () => {
      held.isRevoked = true
      void lease.terminate().catch(() => {})
      entry.end('closed')
    })
    let waiting: { channel: string; payload: string | undefined }[] = []
    let isOver = false
    let isLost = false
    const onNotification = (message: { channel: string; payload?: string | undefined }): void => {
      if (waiting.length < notificationsMax) waiting.push({ channel: message.channel, payload: message.payload })
    }
    const held: HeldSession = {
      lease,
      isNew: true,
      isRevoked: false,
      applied: { timeoutMs: undefined, role: undefined, claims: undefined },
      settings: '',
      transaction: 'none',
      transactionStartedAt: null,
      get isLost() {
        return isLost
      },
      takeNotifications() {
        const taken = waiting
        waiting = []
        return taken
      },
      onClose: () => {},
      giveBack(isUsable) {
        entry.isBusy = false
        entry.usedAt = performance.now()
        held.onClose = () => {}
        if (isOver) return
        if (!isUsable || isLost) return entry.end('ended')
        entry.timer = setTimeout(() => entry.end('idle'), idleMs).unref()
      },
    }
    const onLost = (): void => {
      isLost = true
      if (!entry.isBusy) entry.end('ended')
    }
    client.on('notification', onNotification)
    client.on('end', onLost)
    entry.end = (reason) => {
      if (isOver) return
      isOver = true
      entries.delete(key)
      remember(key, reason, held.transactionStartedAt !== null)
      clearTimeout(entry.timer)
      stopWatching()
      client.off('notification', onNotification)
      client.off('end', onLost)
      if (entry.isBusy) held.onClose()
      lease.giveBack(false)
    }
    return held
  }

  return {
    async take(owner, id, isContinued) {
      const key = keyOf(owner, id)
      const entry = entries.get(key)
      if (entry?.isBusy === true) throw new AppError('sql_session_busy')
      if (entry?.held === undefined) {
        if (isContinued) throw lost(ends.get(key))
        return open(owner, key)
      }
      entry.isBusy = true
      clearTimeout(entry.timer)
      entry.held.isNew = false
      return entry.held
    },
    close(owner, id) {
      const entry = entries.get(keyOf(owner, id))
      entry?.end('closed')
      return entry !== undefined
    },
    closeAll() {
      for (const entry of entries.values()) entry.end('closed')
    },
  }
}

export function lost(end?: { readonly reason: EndReason; readonly had_transaction: boolean }): AppError {
  return new AppError('sql_session_lost', { ...end }, { ...(end && { message: messages.lost(lostText[end.reason]) }) })
}
