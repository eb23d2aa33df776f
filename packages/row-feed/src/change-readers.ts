import { type Clusters, logins, targetOf } from '@colonnade/clusters'
import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { AppError } from '@colonnade/core'
import { type ConnectionTarget, openReplication, type Replication, type ReplicationMessage, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { SharedStream } from './shared-stream.ts'

/** Whether a project's server can be read from. */
export type ServerNews = 'running' | 'stopping'

/** The commits in a project's publications, transaction by transaction. */
export interface ChangeStream extends AsyncIterable<readonly ReplicationMessage[]> {
  /** Also follows publications created since the stream was opened. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** Readers of the commits in projects. All readers of a project share one connection and one temporary slot. */
export interface ChangeReaders {
  /**
   * Follows the existing publications from now on. Returns null if there are none, or the server isn't running; reading never wakes a
   * project.
   *
   * @throws AppError of the server, if no slot or sender is free, or a long-running transaction is open
   */
  open(ref: string, options?: { readonly timeoutMs?: number }): Promise<ChangeStream | null>
  /** Notifies the listener when a server starts, or is stopping and waits for its readers, until the returned function is called. */
  watch(listener: (ref: string, news: ServerNews) => void): () => void
}

/** Connections with this name don't count as usage. */
export const changeReaderName = 'colonnade-realtime'

const publications = [realtimePublication, 'supabase_realtime_messages_publication']
const slotPrefix = 'colonnade_realtime'
const openTimeoutMs = 8_000
/** As of this version, a stream skips missing publications and follows them once they are created. */
const lenientVersion = 180_000

interface Published {
  readonly version: number
  readonly names: readonly string[]
  /** Tables that the publications list with different columns: Postgres refuses to stream them together. */
  readonly clashing: readonly number[]
}

interface Opened {
  readonly stream: SharedStream
  /** Whether a publication was missing, so `renew` must look for it. */
  isPartial: boolean
}

interface Opening {
  readonly opened: Promise<Opened | null>
  /** Number of waiting callers. */
  waiting: number
  renewing: Promise<void> | null
}

export function createChangeReaders(clusters: Clusters): ChangeReaders {
  const openings = new Map<string, Opening>()

  const begin = (ref: string): Opening => {
    const forget = (): void => {
      if (openings.get(ref) === opening) openings.delete(ref)
    }
    const opening: Opening = { opened: openStream(clusters, ref, forget), waiting: 0, renewing: null }
    openings.set(ref, opening)
    opening.opened.then((opened) => opened === null && forget(), forget)
    return opening
  }
  /** Closes the stream if every caller has stopped waiting for it. */
  const closeUnused = async (opening: Opening): Promise<void> => {
    const opened = await opening.opened.catch(() => null)
    if (opening.waiting === 0 && opened?.stream.size === 0) await opened.stream.close()
  }
  const renew = async (ref: string, opened: Opened): Promise<void> => {
    const target = await targetAt(clusters, ref)
    if (target === null) return
    const { names } = await readPublications(target)
    if (names.length < publications.length) return
    await opened.stream.continueWith(await follow(target, publications))
    opened.isPartial = false
  }

  const streamOf = (ref: string, opening: Opening, opened: Opened): ChangeStream => {
    const branch = opened.stream.branch()
    return {
      [Symbol.asyncIterator]: () => branch[Symbol.asyncIterator](),
      close: () => branch.close(),
      async renew() {
        if (!opened.isPartial) return
        opening.renewing ??= renew(ref, opened).finally(() => (opening.renewing = null))
        await opening.renewing
      },
    }
  }

  return {
    async open(ref, { timeoutMs = openTimeoutMs } = {}) {
      for (;;) {
        const opening = openings.get(ref) ?? begin(ref)
        opening.waiting += 1
        try {
          const opened = await inTime(opening.opened, timeoutMs)
          if (opened === null) return null
          if (!opened.stream.isOver) return streamOf(ref, opening, opened)
        } finally {
          opening.waiting -= 1
          void closeUnused(opening)
        }
      }
    },
    watch: (listener) =>
      clusters.watch(({ ref, state }) => {
        if (state === 'running') listener(ref, 'running')
        else if (state === 'stopping' || state === 'stopped' || state === 'absent') listener(ref, 'stopping')
      }),
  }
}

/** Returns null if the server isn't running, or someone else runs it: we don't create slots there. */
async function targetAt(clusters: Clusters, ref: string): Promise<ConnectionTarget | null> {
  if ((await clusters.status(ref)).state !== 'running') return null
  const endpoint = await clusters.endpoint(ref)
  if (endpoint.login !== undefined) return null
  return { ...targetOf(endpoint, 'administrator'), settings: logins.administrator.settings, applicationName: changeReaderName }
}

async function openStream(clusters: Clusters, ref: string, onEnd: () => void): Promise<Opened | null> {
  const target = await targetAt(clusters, ref)
  if (target === null) return null
  const { version, names, clashing } = await readPublications(target)
  if (names.length === 0) return null
  if (clashing.length === 0) {
    const isLenient = version >= lenientVersion
    const stream = new SharedStream([await follow(target, isLenient ? publications : names)], onEnd)
    return { stream, isPartial: !isLenient && names.length < publications.length }
  }
  const replications: Replication[] = []
  try {
    for (const name of names) {
      const replication = await follow(target, [name])
      // publish inserts of these tables only once, with all columns
      replications.push(name === realtimePublication ? withoutInserts(replication, new Set(clashing)) : replication)
    }
  } catch (error) {
    await Promise.all(replications.map((replication) => replication.close()))
    throw error
  }
  return { stream: new SharedStream(replications, onEnd), isPartial: false }
}

function follow(target: ConnectionTarget, names: readonly string[]): Promise<Replication> {
  return openReplication(target, { publications: names, slotPrefix, openTimeoutMs })
}

function withoutInserts(replication: Replication, tables: ReadonlySet<number>): Replication {
  return {
    ...replication,
    async *[Symbol.asyncIterator]() {
      for await (const messages of replication) yield messages.filter((message) => message.kind !== 'insert' || !tables.has(message.relation.oid))
    },
  }
}

async function readPublications(target: ConnectionTarget): Promise<Published> {
  const published = await withClient(target, (client) =>
    client.first<Published>(sql`
      select current_setting('server_version_num')::int as version,
        coalesce((select json_agg(pubname order by pubname) from pg_publication where pubname = any(${publications}::name[])), '[]') as names,
        coalesce((
          select json_agg(relid) from (
            select t.relid::int8 from pg_publication p, lateral pg_get_publication_tables(p.pubname) t
            where p.pubname = any(${publications}::name[]) group by t.relid having count(distinct t.attrs::text) > 1
          ) clashing
        ), '[]') as clashing`),
  )
  return published!
}

async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('statement_timeout', { timeout_ms: timeoutMs })), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
