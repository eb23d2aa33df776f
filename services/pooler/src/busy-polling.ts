import { availableParallelism } from 'node:os'
import { busyPollMs, busyWindowMs } from './limits.ts'

/** Has the event loop ask for the next packet for a moment, in place of sleeping until it is woken. */
export interface BusyPolling {
  /** A client, or the server that works for it, has just said something. */
  heard(client: object): void
}

export interface BusyPollingParts {
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
  cores = availableParallelism(),
  now = () => performance.now(),
  turn = setImmediate,
}: BusyPollingParts = {}): BusyPolling {
  const most = Math.floor(cores / 2)
  /** Those heard since the window began, and how many there were in the one before. */
  const atWork = new Set<object>()
  let before = 0
  let windowEnds = 0
  let heardAt = -Infinity
  let pollMs = 0
  let until = 0
  let isTurning = false
  const stay = (): void => {
    isTurning = now() < until
    if (isTurning) turn(stay)
  }
  return {
    heard(client) {
      const at = now()
      if (at >= windowEnds) {
        before = at < windowEnds + busyWindowMs ? atWork.size : 0
        atWork.clear()
        windowEnds = at + busyWindowMs
      }
      atWork.add(client)
      pollMs = nextPoll(pollMs, at - heardAt)
      heardAt = at
      const isAwake = pollMs > 0 && Math.max(before, atWork.size) <= most
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
