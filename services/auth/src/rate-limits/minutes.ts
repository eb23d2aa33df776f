import type { Clock } from '@colonnade/core'

const minuteMs = 60_000
const kept = 60

/** Counts by the minute; what is older than an hour is forgotten. */
export interface Minutes {
  /** Adds to the minute that was so many minutes ago. */
  add(minutesAgo: number, count: number): void
  lastHour(): number
}

export function createMinutes(clock: Clock): Minutes {
  const counts = new Uint32Array(kept)
  let latest = Math.floor(clock.now() / minuteMs)
  const advance = (): void => {
    const now = Math.floor(clock.now() / minuteMs)
    for (let minute = Math.max(latest + 1, now - kept + 1); minute <= now; minute += 1) counts[minute % kept] = 0
    latest = Math.max(latest, now)
  }
  return {
    add(minutesAgo, count) {
      advance()
      if (minutesAgo < kept) counts[(latest - minutesAgo) % kept]! += count
    },
    lastHour() {
      advance()
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
