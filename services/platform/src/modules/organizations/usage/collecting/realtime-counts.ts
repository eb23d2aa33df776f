import type { Clock } from '@colonnade/core'

/** A context's part of this module. */
export interface HasRealtimeCounts {
  readonly realtimeCounts: RealtimeCounts
}

export interface PeakReading {
  readonly ref: string
  readonly peak: number
}

/** What goes through the realtime service. Lives in memory; the rounds of usage take it over. */
export interface RealtimeCounts {
  /** Another start of the program counts from zero, since another time. */
  readonly since: Date
  addMessages(ref: string, messages: number): void
  /** Notes how many clients a project has connected now. */
  setConnections(ref: string, connections: number): void
  /** Messages so far, by project. */
  listMessages(): readonly (readonly [ref: string, messages: number])[]
  /** Gives the most clients that projects had at once since that was last recorded, and forgets them unless `record` fails. */
  takePeaks(record: (peaks: readonly PeakReading[]) => Promise<void>): Promise<void>
}

export function createRealtimeCounts(clock: Clock): RealtimeCounts {
  const messages = new Map<string, number>()
  const connections = new Map<string, number>()
  let peaks = new Map<string, number>()

  const raise = (ref: string, peak: number): void => {
    if (peak > (peaks.get(ref) ?? 0)) peaks.set(ref, peak)
  }
  return {
    since: clock.date(),
    addMessages: (ref, more) => void messages.set(ref, (messages.get(ref) ?? 0) + more),
    setConnections(ref, count) {
      if (count === 0) connections.delete(ref)
      else connections.set(ref, count)
      raise(ref, count)
    },
    listMessages: () => [...messages],
    async takePeaks(record) {
      const taken = peaks
      // those that stay connected count from here on as well
      peaks = new Map(connections)
      if (taken.size === 0) return
      try {
        await record([...taken].map(([ref, peak]) => ({ ref, peak })))
      } catch (error) {
        for (const [ref, peak] of taken) raise(ref, peak)
        throw error
      }
    },
  }
}
