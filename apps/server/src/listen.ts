import type { FastifyInstance } from '@colonnade/http'

/** How many ports after the wanted one are tried. */
const triesMax = 100

/** Listens on the port, or on the next free one. Returns the one it got. */
export async function listenOnFree(app: FastifyInstance, host: string, port: number): Promise<number> {
  for (let candidate = port; ; candidate += 1) {
    try {
      await app.listen({ host, port: candidate })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : candidate
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || candidate - port >= triesMax || candidate >= 65_535) throw error
    }
  }
}
