/** A project's traffic through the pooler since it started, and its current clients. */
export interface ProjectStatistics {
  /** Now. */
  readonly clients: number
  /** Session-mode clients among them. */
  readonly sessions: number
  readonly servers: number
  readonly waiting: number
  /** Since the start: clients that got a server, and how long they waited for it altogether. */
  readonly served: number
  readonly waitedMs: number
  readonly refused: number
  readonly bytesFromClients: number
  readonly bytesToClients: number
}

export type Counters = { -readonly [Name in keyof ProjectStatistics]: ProjectStatistics[Name] }

export function newCounters(): Counters {
  return { clients: 0, sessions: 0, servers: 0, waiting: 0, served: 0, waitedMs: 0, refused: 0, bytesFromClients: 0, bytesToClients: 0 }
}
