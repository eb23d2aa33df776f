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
 * Waking an idle core takes longer than passing a packet on. So after each packet the loop stays awake, as sockets with busy polling do
 * (`net.core.busy_read`; Linux documentation, admin-guide/sysctl/net), while at most half as many clients are active as there are cores: each client
 * keeps one core busy, and its server another in turn. With more clients no core sleeps, and each would miss the time. The wait adapts: it is longer
 * after packets that follow each other closely, and ever shorter after packets that nothing follows soon.
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
  /** Returns true if all sockets could be read; otherwise their packets arrive through the event loop. */
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
