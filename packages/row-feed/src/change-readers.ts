import { type Clusters, logins, targetOf } from '@colonnade/clusters'
import { openReplication, type Replication, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Whether a project's server can be read from. */
export type ServerNews = 'running' | 'stopping'

/** Readers of all that is committed in projects, for services: nobody else has a login that may. */
export interface ChangeReaders {
  /**
   * Follows those of the publications that there are, from now on. null for a server that doesn't run: nobody is woken for it.
   *
   * @throws AppError of the server, for one that has no slot or no sender free, or a transaction that has been open for long
   */
  open(ref: string, publications: readonly string[]): Promise<Replication | null>
  /** Tells of servers that run from now on, or stop, which wait for their readers; until the returned function is called. */
  watch(listener: (ref: string, news: ServerNews) => void): () => void
}

/** Whoever counts who uses a server leaves it out: it follows, and uses nothing. */
export const changeReaderName = 'colonnade-realtime'

const slotPrefix = 'colonnade_realtime'
const openTimeoutMs = 8_000

export function createChangeReaders(clusters: Clusters): ChangeReaders {
  return {
    async open(ref, publications) {
      if ((await clusters.status(ref)).state !== 'running') return null
      const endpoint = await clusters.endpoint(ref)
      // a slot would be written into a server that others run
      if (endpoint.login !== undefined) return null
      const target = { ...targetOf(endpoint, 'administrator'), settings: logins.administrator.settings, applicationName: changeReaderName }
      const existing = await withClient(target, (client) =>
        client.rows<{ name: string }>(
          sql`select pubname::text as name from pg_catalog.pg_publication where pubname = any(${[...publications]}::text[])`,
        ),
      )
      if (existing.length === 0) return null
      return openReplication(target, { publications: existing.map(({ name }) => name), slotPrefix, openTimeoutMs })
    },
    watch: (listener) =>
      clusters.watch(({ ref, state }) => {
        if (state === 'running') listener(ref, 'running')
        else if (state === 'stopping' || state === 'stopped' || state === 'absent') listener(ref, 'stopping')
      }),
  }
}
