import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import type { Client } from '../../../scope/database-role/client.ts'
import { changesFilterOf, channelConfigOf, type JoinDraft } from '../join/draft.ts'
import {
  addEntries,
  clearLog,
  entriesMost,
  type LogEntry,
  type MessageLog,
  pauseLog,
  previewMost,
  resumeLog,
  textOfPayload,
} from '../log/message-log.ts'
import { joinRefusal, systemWords } from '../log/system-words.ts'
import { entryText } from '../messages.ts'
import { firstState, type JoinState, type Member, type SessionState } from './session-state.ts'

export interface SessionParts {
  /** Realtime URL of the project: `wss://…/realtime/v1`. */
  readonly url: string
  readonly apiKey: string
  readonly draft: JoinDraft
  readonly client: Client
  /** Returns a valid token for the client. */
  readonly token: () => Promise<string>
  /** The log of earlier channels. */
  readonly log: MessageLog
  /** Explains why there may be no connection. */
  readonly explainLost: () => Promise<string>
}

export type SendReply = 'ok' | 'timed out' | 'error'

/** A channel joined as a client, with its messages. */
export interface Session {
  readonly draft: JoinDraft
  readonly client: Client
  /** Returns a token for REST calls as the client of this session. */
  readonly token: () => Promise<string>
  readonly apiKey: string
  readonly getState: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Sends a message over the socket. */
  readonly send: (event: string, payload: unknown) => Promise<SendReply>
  /** Shares the inspector's presence, or stops sharing it. */
  readonly track: (shown: Readonly<Record<string, unknown>> | null) => Promise<SendReply>
  readonly pause: () => void
  readonly resume: () => void
  readonly clear: () => void
  /** Leaves the channel. Its messages stay. */
  readonly leave: () => void
}

type Arrived = Pick<LogEntry, 'kind' | 'event'> & Partial<Pick<LogEntry, 'summary' | 'preview' | 'tone' | 'advice'>> & { readonly payload: unknown }

/** Joins a channel with the realtime client library, loaded on demand. */
export function startSession(parts: SessionParts): Session {
  const { draft, client: as, token, apiKey } = parts
  const listeners = new Set<() => void>()
  let state: SessionState = { ...firstState, log: parts.log }
  let arrived: LogEntry[] = []
  let frame: number | null = null
  let lastId = [...parts.log.shown.entries, ...(parts.log.held?.entries ?? [])].reduce((most, { id }) => Math.max(most, id), 0)
  let lastFatal: string | null = null
  let isOver = false
  let realtime: RealtimeClient | null = null
  let channel: RealtimeChannel | null = null

  const change = (changes: Partial<SessionState>): void => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const flush = (): void => {
    if (frame !== null) cancelAnimationFrame(frame)
    frame = null
    const entries = arrived
    arrived = []
    if (entries.length > 0) change({ log: addEntries(state.log, entries) })
  }
  const add = ({ payload, summary = '', preview, tone = 'neutral', advice = null, ...rest }: Arrived): void => {
    lastId += 1
    const text = textOfPayload(payload)
    arrived.push({ ...rest, id: lastId, at: Date.now(), summary, preview: (preview ?? text).slice(0, previewMost), tone, advice, text })
    // hidden pages don't get animation frames
    if (arrived.length >= entriesMost) flush()
    else frame ??= requestAnimationFrame(flush)
  }
  const join = (next: JoinState): void => change({ join: next, ...(next.kind !== 'joined' && { members: [], isTracked: false }) })
  const close = (): void => {
    isOver = true
    flush()
    const ending = realtime
    realtime = null
    channel = null
    if (ending !== null) void ending.removeAllChannels().then(() => ending.disconnect())
  }
  const end = (reason: string): void => {
    if (isOver) return
    close()
    join({ kind: 'ended', reason })
  }

  const listen = (opened: RealtimeChannel): void => {
    opened.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
      add({ kind: 'broadcast', event, payload, ...(meta?.replayed === true && { summary: entryText.replayed }) }),
    )
    if (draft.presence.isOn) {
      const members = (): Member[] => Object.entries(opened.presenceState()).map(([key, shown]) => ({ key, shown: shown as unknown[] }))
      opened.on('presence', { event: 'sync' }, () => change({ members: members() }))
      opened.on('presence', { event: 'join' }, ({ key, newPresences }) =>
        add({ kind: 'presence', event: 'join', summary: key, payload: newPresences }),
      )
      opened.on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
        add({ kind: 'presence', event: 'leave', summary: key, payload: leftPresences }),
      )
    }
    const filter = changesFilterOf(draft)
    if (filter !== null) {
      opened.on('postgres_changes', filter as { event: '*'; schema: string; table: string }, (payload) => {
        const { schema, table, eventType, errors } = payload
        const problem = (errors as readonly string[] | null)?.join(' ') ?? null
        const advice = problem === null ? null : entryText.rowError(problem)
        const row = JSON.stringify(eventType === 'DELETE' ? payload.old : payload.new)
        add({
          kind: 'changes',
          event: eventType,
          summary: `${schema}.${table}`,
          preview: row,
          payload,
          ...(advice !== null && { tone: 'warning', advice }),
        })
      })
    }
    opened.on('system', {}, (payload: { readonly extension: string; readonly status: string; readonly message: string }) => {
      const { text, advice, tone } = systemWords(payload)
      if (payload.status === 'error') lastFatal = text
      add({ kind: 'system', event: payload.extension, summary: text, preview: '', tone, advice, payload })
    })
  }
  const told = (status: string, error: Error | undefined): void => {
    if (isOver) return
    if (status === 'SUBSCRIBED') {
      join({ kind: 'joined' })
      add({ kind: 'system', event: 'join', summary: entryText.joined(draft.channel.trim(), as.name), preview: '', payload: { status } })
    } else if (status === 'TIMED_OUT') {
      // after a lost connection, the client retries
      if (state.join.kind !== 'lost') end(entryText.timedOut)
    } else if (status === 'CLOSED') {
      end(lastFatal ?? entryText.closed)
    } else if (error !== undefined && isReply(error)) {
      // the client would retry forever
      end(joinRefusal(error.message))
    } else {
      const closing = error?.message.startsWith('socket closed') === true && /\((.+)\)$/.exec(error.message)?.[1]
      join({ kind: 'lost', reason: closing || entryText.lost })
      void parts.explainLost().then((reason) => !isOver && state.join.kind === 'lost' && join({ kind: 'lost', reason }))
    }
  }

  const open = async (): Promise<void> => {
    const [library] = await Promise.all([import('@supabase/realtime-js'), token()])
    if (isOver) return
    realtime = new library.RealtimeClient(parts.url, { params: { apikey: apiKey }, accessToken: token })
    // the join must include the token
    await realtime.setAuth()
    if (isOver) return
    channel = realtime.channel(draft.channel.trim(), { config: channelConfigOf(draft) })
    listen(channel)
    channel.subscribe(told)
  }
  void open().catch((error: unknown) => end(error instanceof Error ? error.message : String(error)))

  const send = async (message: Parameters<RealtimeChannel['send']>[0]): Promise<SendReply> =>
    channel === null ? 'error' : ((await channel.send(message)) as SendReply)
  return {
    draft,
    client: as,
    token,
    apiKey,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async send(event, payload) {
      const reply = await send({ type: 'broadcast', event, payload })
      add({ kind: 'sent', event, payload, summary: entryText.sent[reply], tone: reply === 'ok' ? 'neutral' : 'danger' })
      return reply
    },
    async track(shown) {
      const reply = await send(shown === null ? { type: 'presence', event: 'untrack' } : { type: 'presence', event: 'track', payload: shown })
      if (reply === 'ok') change({ isTracked: shown !== null })
      return reply
    },
    pause: () => (flush(), change({ log: pauseLog(state.log) })),
    resume: () => (flush(), change({ log: resumeLog(state.log) })),
    clear: () => (flush(), change({ log: clearLog(state.log) })),
    leave() {
      if (isOver) return
      close()
      join({ kind: 'left' })
    },
  }
}

/** Returns true if the server replied, false if the connection failed. */
function isReply({ cause }: Error): boolean {
  return typeof cause === 'object' && cause !== null && 'reason' in cause && !('code' in cause)
}
