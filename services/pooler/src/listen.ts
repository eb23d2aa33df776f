import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { portTries } from './limits.ts'

/** A port to listen on. */
export interface WantedPort {
  /** The one that it was last: tried first, whoever else wants it. */
  readonly last?: number | null
  /** Where the search for a free one begins. 0 takes any. */
  readonly from: number
  /** Ports reserved for others. */
  readonly avoid?: ReadonlySet<number>
}

/** Listens on the first port that is free of those that are wanted, or on its socket in a folder. Returns it. */
export async function listenOnFree(server: Server, host: string, { last = null, from, avoid }: WantedPort): Promise<number> {
  const searched = from === 0 ? [0] : Array.from({ length: portTries + 1 }, (_, index) => from + index).filter((port) => avoid?.has(port) !== true)
  let failure: unknown = new Error(`No free port from ${from} on: others are reserved`)
  for (const port of last === null ? searched : [last, ...searched]) {
    try {
      if (port <= 65_535) return await listen(server, host, port)
    } catch (error) {
      failure = error
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) break
    }
  }
  throw failure
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // anyone who can enter the folder can connect, as with Postgres
    const socket = { path: join(host, `.s.PGSQL.${port}`), readableAll: true, writableAll: true }
    server.listen(host.startsWith('/') ? socket : { host, port }, () => {
      server.off('error', reject)
      const address = server.address() as AddressInfo | string
      resolve(typeof address === 'string' ? port : address.port)
    })
  })
}
