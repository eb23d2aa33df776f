import { type Clusters, targetOf } from '@colonnade/clusters'
import { clientConfig, databaseError, type Queryable, queryable } from '@colonnade/pg'
import pg from 'pg'

/** A connection into one project as our own superuser, opened when it is first needed and shared by the steps of one run. */
export interface AdminConnection extends AsyncDisposable {
  /** Whatever fails closes the connection, so that a second attempt gets another. */
  use<T>(work: (client: Queryable) => Promise<T>): Promise<T>
  /** Opens it now, for a use that is about to come. */
  warm(): void
}

export function createAdminConnection(clusters: Clusters, ref: string): AdminConnection {
  let opened: Promise<pg.Client> | undefined
  const open = async (): Promise<pg.Client> => {
    // only the platform's socket lets this user in
    const client = new pg.Client(clientConfig(targetOf(await clusters.endpoint(ref), 'administrator')))
    client.on('error', () => {})
    await client.connect()
    // the server stops and starts under it
    const mine = opened
    client.once('end', () => {
      if (opened === mine) opened = undefined
    })
    return client
  }
  const close = async (): Promise<void> => {
    const closing = opened
    opened = undefined
    await closing?.then((client) => client.end()).catch(() => {})
  }
  return {
    async use(work) {
      try {
        return await work(queryable(await (opened ??= open())))
      } catch (error) {
        await close()
        throw databaseError(error)
      }
    },
    warm() {
      opened ??= open()
      opened.catch(() => {}) // its user will see
    },
    [Symbol.asyncDispose]: close,
  }
}
