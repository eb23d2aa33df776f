import type { Clusters } from '@colonnade/clusters'
import { clientConfig, databaseError, type Queryable, queryable } from '@colonnade/pg'
import pg from 'pg'

/** A connection into one project as our own superuser, opened when it is first needed and shared by the steps of one run. */
export interface AdminConnection extends AsyncDisposable {
  /** Whatever fails closes the connection, so that a second attempt gets another. */
  use<T>(work: (client: Queryable) => Promise<T>): Promise<T>
}

export function createAdminConnection(clusters: Clusters, ref: string): AdminConnection {
  let opened: pg.Client | undefined
  const close = async (): Promise<void> => {
    const client = opened
    opened = undefined
    await client?.end().catch(() => {})
  }
  const open = async (): Promise<pg.Client> => {
    // only the platform's socket lets this user in
    const client = new pg.Client(clientConfig({ ...(await clusters.endpoint(ref)), user: 'platform_admin', database: 'postgres' }))
    client.on('error', () => {})
    // the server stops and starts under it
    client.once('end', () => {
      if (opened === client) opened = undefined
    })
    opened = client
    await client.connect()
    return client
  }
  return {
    async use(work) {
      try {
        return await work(queryable(opened ?? (await open())))
      } catch (error) {
        await close()
        throw databaseError(error)
      }
    },
    [Symbol.asyncDispose]: close,
  }
}
