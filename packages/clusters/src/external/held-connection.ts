import { clientConfig, type ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'

/** An idle connection that shows when a server goes away. */
export interface HeldConnection {
  close(): void
}

/** @param onEnd called once when the connection ends without having been closed */
export async function holdConnection(target: ConnectionTarget, onEnd: () => void): Promise<HeldConnection> {
  const client = new pg.Client(clientConfig({ ...target, applicationName: 'colonnade-watch' }))
  client.on('error', () => {})
  await client.connect()
  let isClosed = false
  client.once('end', () => {
    if (!isClosed) onEnd()
  })
  return {
    close() {
      isClosed = true
      client.end().catch(() => {})
    },
  }
}
