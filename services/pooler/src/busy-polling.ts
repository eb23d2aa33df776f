import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import type { DirectIo } from './direct-io.ts'
import { busyPollMs, busyWindowMs, turnMs } from './limits.ts'

/** Has the event loop ask for the next packet for a moment, in place of sleeping until it is woken. */
export interface BusyPolling {
  /** A client, or the server that works for it, has just said something. */
  heard(client: Socket, server: Socket | null): void
}

export interface BusyPollingParts {
  readonly io: DirectIo
  readonly cores?: number
  /** Milliseconds, as of `performance.now`. */
  readonly now?: () => number
  /** Has the event loop turn, without a wait, and then do this. */
  readonly turn?: (work: () => void) => void
}

/**
 * Waking a core that has nothing to do takes longer than passing a packet on. So after each packet the loop stays awake, as sockets do that are
 * read with busy polling (`net.core.busy_read`; Linux documentation, admin-guide/sysctl/net), while no more clients are at work than half of the
 * cores: each of them keeps a core busy by itself, and its server another in turn. With more, no core sleeps, and each would miss the time.
 * How long depends on what comes of it: packets that follow each other closely are waited for, and one that nothing follows soon costs ever less.
 */
export function createBusyPolling({
  io,
  cores = availableParallelism(),
  now = () => performance.now(),
  turn = setImmediate,
}: BusyPollingParts): BusyPolling {
  const most = Math.floor(cores / 2)
  /** Clients heard since the window began, and in the one before, each with its server. */
  let atWork = new Map<Socket, Socket | null>()
  let before = new Map<Socket, Socket | null>()
  let windowEnds = 0
  let heardAt = -Infinity
  let pollMs = 0
  let until = 0
  let isTurning = false
  /** Whether all of them could be asked; else one's packets come by the event loop. */
  const ask = (sockets: readonly (Socket | null)[]): boolean => {
    let areAsked = true
    for (const socket of sockets) {
      const bytes = socket && io.read(socket)
      if (bytes) socket.emit('data', bytes)
      areAsked &&= bytes !== undefined
    }
    return areAsked
  }
  const askAll = (): boolean => {
    let areAsked = true
    for (const pair of atWork) areAsked = ask(pair) && areAsked
    for (const pair of before) if (!atWork.has(pair[0])) areAsked = ask(pair) && areAsked
    return areAsked
  }
  const stay = (): void => {
    const began = now()
    for (let at = began; at < until && at < began + turnMs && askAll();) at = now()
    isTurning = now() < until
    if (isTurning) turn(stay)
  }
  return {
    heard(client, server) {
      const at = now()
      if (at >= windowEnds) {
        before = at < windowEnds + busyWindowMs ? atWork : new Map()
        atWork = new Map()
        windowEnds = at + busyWindowMs
      }
      atWork.set(client, server)
      pollMs = nextPoll(pollMs, at - heardAt)
      heardAt = at
      const isAwake = pollMs > 0 && Math.max(before.size, atWork.size) <= most
      until = isAwake ? at + pollMs : 0
      if (!isAwake || isTurning) return
      isTurning = true
      turn(stay)
    },
  }
}

/** After a packet that came so long after the one before it. */
function nextPoll(pollMs: number, gapMs: number): number {
  const { least, most } = busyPollMs
  if (gapMs > most) return pollMs > least ? pollMs / 2 : 0
  return gapMs > pollMs ? Math.min(Math.max(pollMs * 2, least), most) : pollMs
}
