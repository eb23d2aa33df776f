import { createServer, type Server } from 'node:net'

/** A block of loopback ports that no other test process on this machine uses. */
export interface ReservedPorts {
  readonly range: { readonly first: number; readonly last: number }
  release(): Promise<void>
}

/** Below the ports that the driver uses by default, and below those that systems assign to outgoing connections. */
const [first, last] = [10_000, 20_399]
const blockSize = 200
const blocks = Math.floor((last - first + 1) / blockSize)

/**
 * Reserves a block of ports until it is released or the process ends. Whoever listens on the first port of a block owns the block, so that
 * the system itself keeps the list.
 */
export async function reservePorts(): Promise<ReservedPorts> {
  const start = Math.floor(Math.random() * blocks)
  for (let tried = 0; tried < blocks; tried += 1) {
    const base = first + ((start + tried) % blocks) * blockSize
    const owner = await listenAlone(base)
    if (owner !== undefined) {
      return {
        range: { first: base + 1, last: base + blockSize - 1 },
        release: () => new Promise((resolve) => owner.close(() => resolve())),
      }
    }
  }
  throw new Error(`All ports from ${first} to ${last} are reserved by other tests`)
}

/** Returns undefined if another process already listens on the port. */
async function listenAlone(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => void socket.destroy())
  const isOurs = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error)))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true))
  })
  server.unref()
  return isOurs ? server : undefined
}
