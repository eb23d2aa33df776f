import type { AddressInfo, Server } from 'node:net'
import { portTries } from './limits.ts'

/** Listens on the port, or on the next free one; 0 takes any. Returns the one it got. */
export async function listenOnFree(server: Server, host: string, port: number): Promise<number> {
  for (let candidate = port; ; candidate += 1) {
    try {
      return await listen(server, host, candidate)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || candidate - port >= portTries || candidate >= 65_535) throw error
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
