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
      const isCrowded = Math.max(before, atWork.size) > most
      until = isCrowded ? 0 : at + busyPollMs
      if (isCrowded || isTurning) return
      isTurning = true
      turn(stay)
    },
  }
}
