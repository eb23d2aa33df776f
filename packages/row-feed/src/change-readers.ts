import { type Clusters, logins, targetOf } from '@colonnade/clusters'
import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { AppError } from '@colonnade/core'
import { type ConnectionTarget, openReplication, type Replication, type ReplicationMessage, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { SharedStream } from './shared-stream.ts'

/** Whether a project's server can be read from. */
export type ServerNews = 'running' | 'stopping'

/** What is committed in a project's publications, transaction by transaction. */
export interface ChangeStream extends AsyncIterable<readonly ReplicationMessage[]> {
  /** Follows publications, too, that were created since it was opened. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** Readers of all that is committed in projects. All who follow a project share one connection with one temporary slot. */
export interface ChangeReaders {
  /**
   * Follows those of the publications that there are, from now on. null where there is none, and for a server that doesn't run: nobody is
   * woken for it.
   *
   * @throws AppError of the server, for one that has no slot or no sender free, or a transaction that has been open for long
   */
  open(ref: string, options?: { readonly timeoutMs?: number }): Promise<ChangeStream | null>
  /** Tells of servers that run from now on, or stop, which wait for their readers; until the returned function is called. */
  watch(listener: (ref: string, news: ServerNews) => void): () => void
}

/** Whoever counts who uses a server leaves it out: it follows, and uses nothing. */
export const changeReaderName = 'colonnade-realtime'

const publications = [realtimePublication, 'supabase_realtime_messages_publication']
const slotPrefix = 'colonnade_realtime'
const openTimeoutMs = 8_000
/** From here on, publications that there are not are skipped, and followed once they are created. */
const lenientVersion = 180_000

interface Published {
  readonly version: number
  readonly names: readonly string[]
  /** Tables of which they have different columns: Postgres refuses to tell of them together. */
  readonly clashing: readonly number[]
}

interface Opened {
  readonly stream: SharedStream
  /** Whether a publication was missing, and has to be looked for. */
  isPartial: boolean
}

interface Opening {
  readonly opened: Promise<Opened | null>
  /** How many wait for it. */
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
  /** Where all who waited for it have given up. */
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

/** null for a server that doesn't run, or whose slots would be written into what others run. */
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
      // what is inserted into them is told once, with all columns
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
