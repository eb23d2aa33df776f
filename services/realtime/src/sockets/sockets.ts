import { toAppError } from '@colonnade/core'
import type { Caller, ServiceReply, ServiceRequest, SocketNote } from '@colonnade/projects'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { endOf, type Identity } from '../authorizations/tokens.ts'
import { Reader } from '../changes/reader.ts'
import { endChannel } from '../channels/end.ts'
import { endRevoked, haveChanged } from './end-revoked.ts'
import {
  closingMs,
  clockLeapMs,
  closingStepMs,
  emptyMs,
  endedCode,
  frameBytesMost,
  goneCode,
  presenceDelayMs,
  protocolCode,
  refusedCode,
  restartCode,
  roundMs,
  silenceMs,
  tooLargeCode,
  unusedMs,
} from '../limits.ts'
import { handshakeRefusals, restRefusals, tokenText } from '../messages.ts'
import { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { Client } from './client.ts'
import { readHandshake } from './handshake.ts'
import { describeSocket } from './notes.ts'
import { receive } from './receive.ts'

/** The sockets of all projects. */
export interface Sockets extends AsyncDisposable {
  /** Answers a request for a WebSocket. */
  connect(request: ServiceRequest, caller: Caller): Promise<ServiceReply>
  /** Returns a project's state, also for callers without a socket; null for an unknown project. */
  hub(ref: string): Promise<Hub | null>
  /** Returns a project's state; null without activity. */
  find(ref: string): Hub | null
  /** Resolves once a project that has woken is followed again for those who listen, or soon anyway. */
  followAwoken(ref: string): Promise<void>
}

export function createSockets(realtime: Realtime): Sockets {
  const { clock, known, logger, projects } = realtime
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMost, perMessageDeflate: false, clientTracking: false })
  const hubs = new Map<string, Hub>()
  const clients = new Map<WebSocket, Client>()
  let telling: NodeJS.Timeout | null = null
  let isClosing = false

  const sendPresence = (): void => {
    telling = null
    for (const hub of hubs.values()) hub.sendPresence()
  }
  const tellSoon = (): void => void (telling ??= setTimeout(sendPresence, presenceDelayMs).unref())
  const hubOf = async (ref: string): Promise<Hub | null> => {
    const found = await known.find(ref)
    if (found === null) return null
    const hub = hubs.get(ref) ?? new Hub(ref, found.realtime, tellSoon)
    hub.reader ??= new Reader(realtime, hub)
    hub.settings = found.realtime
    hub.usedAt = clock.now()
    hubs.set(ref, hub)
    return hub
  }
  // shared by all sockets, so that an idle one costs little
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const client = clients.get(this)
    if (client !== undefined) receive(realtime, client, data as Buffer, isBinary)
  }
  function onClose(this: WebSocket, code: number, reason: Buffer): void {
    const client = clients.get(this)
    if (client === undefined) return
    clients.delete(this)
    client.hub.clients.delete(client)
    projects.countConnections(client.hub.ref, client.hub.clients.size)
    for (const joining of client.joining.values()) joining.isOver = true
    for (const channel of client.channels.values()) client.hub.leave(channel, clock.now())
    client.ended(describeSocket(client, { code, reason: reason.toString() }))
  }
  /** Handles a frame that isn't valid, or is too large. */
  function onError(this: WebSocket, error: Error & { readonly code?: string }): void {
    const client = clients.get(this)
    if (client !== undefined)
      client.end ??= { code: error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' ? tooLargeCode : protocolCode, reason: error.message }
  }

  const admit = (hub: Hub, client: Omit<ConstructorParameters<typeof Client>[1], 'hub'>, socket: WebSocket): void => {
    const opened = new Client(socket, { ...client, hub }, clock.now())
    clients.set(socket, opened)
    hub.clients.add(opened)
    projects.countConnections(hub.ref, hub.clients.size)
    // projects that are awake send messages from SQL; others wake when someone needs them
    void hub.reader?.openQuietly()
    socket.on('message', onMessage)
    socket.on('close', onClose)
    socket.on('error', onError)
  }
  const look = (client: Client, now: number): void => {
    if (now - client.heardAt > silenceMs) {
      client.close(goneCode, 'No heartbeat')
      return
    }
    if (client.channels.size === 0 && client.joining.size === 0 && now - client.emptySince > emptyMs) {
      client.close(endedCode, 'No channel')
      return
    }
    for (const channel of client.channels.values()) {
      if (channel.identity.endsAt <= now) endChannel(channel, tokenText(endOf(channel.identity, now)), now)
      else channel.catchUp()
    }
  }
  /** Projects change without a word to their sockets. */
  const lookAfter = async (hub: Hub): Promise<void> => {
    const found = await known.find(hub.ref)
    const closeAll = (code: number, reason: string): void => {
      for (const client of hub.clients) client.close(code, reason)
    }
    if (found === null || found.project.state === 'paused') {
      closeAll(refusedCode, handshakeRefusals.noProject)
      return
    }
    hub.settings = found.realtime
    const { isSuspended, disconnectedAt } = found.realtime
    if (isSuspended) closeAll(refusedCode, handshakeRefusals.suspended)
    else if (disconnectedAt !== hub.disconnectedAt) closeAll(restartCode, 'Disconnected')
    hub.disconnectedAt = disconnectedAt
    const before = hub.checked
    const now = clock.now()
    hub.checked = { keys: found.keys, at: now }
    if (before === null || haveChanged(before, hub.checked)) await endRevoked(realtime, hub)
  }
  const countMessages = (hub: Hub): void => {
    if (hub.messages > 0) projects.countMessages(hub.ref, hub.messages)
    hub.messages = 0
  }
  let lookedAt = clock.now()
  /** Silence is measured by a clock that may be set, or stand still with the machine. */
  const followClock = (now: number): void => {
    const leapMs = now - lookedAt - roundMs
    lookedAt = now
    if (Math.abs(leapMs) < clockLeapMs) return
    for (const client of clients.values()) {
      client.heardAt += leapMs
      client.emptySince += leapMs
    }
  }
  const round = setInterval(() => {
    const now = clock.now()
    followClock(now)
    for (const hub of hubs.values()) {
      countMessages(hub)
      if (hub.clients.size > 0) void hub.reader?.tryAgain()
    }
    for (const client of clients.values()) look(client, now)
    for (const [ref, hub] of hubs) {
      if (hub.clients.size === 0 && now - hub.usedAt > unusedMs) {
        hubs.delete(ref)
        void hub.reader?.close()
      } else void lookAfter(hub).catch((error: unknown) => logger.debug('project not looked up', { ref, error: toAppError(error) }))
    }
  }, roundMs).unref()
  const unwatch = realtime.readers.watch((ref, news) => {
    void hubs
      .get(ref)
      ?.reader?.hear(news)
      .catch((error: unknown) => logger.debug('reader not closed', { ref, error: toAppError(error) }))
  })

  return {
    hub: hubOf,
    find: (ref) => hubs.get(ref) ?? null,
    async followAwoken(ref) {
      const hub = hubs.get(ref)
      if (hub === undefined || hub.clients.size === 0) return
      await hub.reader?.followAwoken()
    },
    async connect(request, caller) {
      const refuse = (status: number, error: string): ServiceReply => ({
        status,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ error }),
        log: { event: 'socket_refused', reason: error },
      })
      if (request.upgrade === undefined) return refuse(426, restRefusals.upgrade)
      const now = clock.now()
      const handshake = readHandshake(request, caller, now)
      if ('status' in handshake) return refuse(handshake.status, handshake.error)
      const hub = await hubOf(caller.ref)
      if (hub === null) return refuse(404, handshakeRefusals.noProject)
      const { settings } = hub
      if (settings.isSuspended) return refuse(403, handshakeRefusals.suspended)
      if (hub.clients.size >= settings.maxConcurrentUsers) return refuse(429, handshakeRefusals.connections)
      if (!hub.joins.take(now, settings.maxJoinsPerSecond)) return refuse(429, handshakeRefusals.joins)
      if (isClosing) return refuse(503, 'Realtime is restarting')
      const { version, identity }: { version: 1 | 2; identity: Identity } = handshake
      const { prove, recheck, note } = request.upgrade
      let isOpen = false
      const ended = Promise.withResolvers<SocketNote['log']>()
      const taken = request.upgrade.take()
      server.handleUpgrade(taken.request, taken.socket, taken.head, (socket) => {
        admit(hub, { version, identity, headers: JSON.stringify(request.headers), prove, recheck, note, ended: ended.resolve }, socket)
        isOpen = true
      })
      // handshake errors have been answered by now
      return isOpen ? { status: 101, headers: {}, body: null, ended: ended.promise } : refuse(400, restRefusals.handshake)
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      clearInterval(round)
      unwatch()
      await Promise.all([...hubs.values()].map(async (hub) => hub.reader?.close()))
      if (telling !== null) clearTimeout(telling)
      const all = [...clients]
      const step = Math.min(closingStepMs, closingMs / Math.max(all.length, 1))
      await Promise.all(all.map(([socket, client], index) => closeAt(socket, client, index * step)))
      for (const hub of hubs.values()) countMessages(hub)
    },
  }
}

/** Closes a socket in a while; one that doesn't answer soon is cut off. */
async function closeAt(socket: WebSocket, client: Client, afterMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    setTimeout(() => client.close(restartCode, 'Restarting'), afterMs).unref()
    setTimeout(() => socket.terminate(), afterMs + patienceMs).unref()
  })
}

const patienceMs = 1_000
