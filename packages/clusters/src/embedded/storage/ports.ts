import { createServer } from 'node:net'
import { AppError } from '@colonnade/core'
import { systemCode } from './files.ts'

export interface PortRange {
  readonly first: number
  readonly last: number
}

/** Allocates loopback TCP ports: each belongs to a single cluster, running or not. */
export interface Ports {
  /** Returns a port that is free and belongs to no cluster: the preferred one if possible. */
  allocate(preferred?: number | null): Promise<number>
  take(port: number): void
  free(port: number): void
}

export const loopback = '127.0.0.1'

/** Allocates ports from a range. The search starts at a position derived from `mark`, so that two homes on one machine rarely collide. */
export function createPorts(range: PortRange, mark: string): Ports {
  const taken = new Set<number>()
  const count = range.last - range.first + 1
  let next = Number.parseInt(mark, 16) % count
  const claim = async (port: number): Promise<boolean> => {
    if (taken.has(port)) return false
    taken.add(port)
    if (await isPortFree(port)) return true
    taken.delete(port)
    return false
  }
  return {
    async allocate(preferred = null) {
      if (preferred !== null && preferred >= range.first && preferred <= range.last && (await claim(preferred))) return preferred
      for (let tried = 0; tried < count; tried += 1) {
        const port = range.first + next
        next = (next + 1) % count
        if (await claim(port)) return port
      }
      throw new AppError('unavailable', {}, { message: `Every TCP port from ${range.first} to ${range.last} is in use` })
    },
    take: (port) => void taken.add(port),
    free: (port) => void taken.delete(port),
  }
}

/** Returns whether a server can listen on a loopback port now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      const code = systemCode(error)
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen({ host: loopback, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
