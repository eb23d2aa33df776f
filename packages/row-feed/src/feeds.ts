import { type Clusters, logins, targetOf } from '@colonnade/clusters'
import { AppError, type Logger, toAppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import type { ChangeReaders, ChangeStream } from './change-readers.ts'
import { changesDeadlineMs, eventReadersMax } from './limits.ts'
import { createFeed, type Feed } from './feed.ts'
import { createListener, type Listener, type ListenerInput } from './listener.ts'
import { readTableStates, type TableState } from './table-states.ts'

/** A follower of a table, as the service holds it. */
export type Following = Pick<Listener, 'take' | 'isOver'> & { leave(): void }

/** A context's part of this module. */
export interface HasRowChanges {
  readonly rowChanges: RowChangeFeeds
}

/**
 * Changes of rows in projects. All who follow tables of one project share one reader, with the realtime service, opened for the first and
 * closed after the last, so that nothing is kept in a project that nobody looks at.
 */
export interface RowChangeFeeds {
  /** @throws AppError `changes_unavailable`, `insufficient_privilege`, `connection_lost`, `rate_limited` */
  listen(ref: string, input: ListenerInput): Promise<Following>
  close(): Promise<void>
}

/** For reading a project's catalogs. */
const catalogTimeoutMs = 5_000

export function createRowChangeFeeds(clusters: Clusters, readers: ChangeReaders, logger: Logger): RowChangeFeeds {
  const feeds = new Map<string, Promise<Feed>>()
  const forget = (ref: string, feed: Promise<Feed>): void => {
    if (feeds.get(ref) === feed) feeds.delete(ref)
  }
  const close = async (ref: string, feed: Promise<Feed>): Promise<void> => {
    forget(ref, feed)
    await feed.then((open) => open.close()).catch(() => {})
  }
  // a server that stops waits for those who follow it
  const unwatch = clusters.watch(({ ref, state }) => {
    const feed = feeds.get(ref)
    if (feed && (state === 'stopping' || state === 'stopped' || state === 'absent')) void close(ref, feed)
  })
  const readStates = async (ref: string, tables: readonly number[]): Promise<TableState[]> => {
    const settings = { ...logins.administrator.settings, statement_timeout: String(catalogTimeoutMs) }
    const target = { ...targetOf(await clusters.endpoint(ref), 'administrator'), applicationName: 'colonnade-changes', settings }
    return withClient(target, (client) => readTableStates(client, tables))
  }
  const open = async (ref: string): Promise<Feed> => {
    const stream = await openStream(readers, ref)
    return createFeed({ stream, logger, ref, readStates: (tables) => readStates(ref, tables) })
  }
  const feedOf = (ref: string): Promise<Feed> => {
    const found = feeds.get(ref)
    if (found) return found
    const feed = open(ref)
    feeds.set(ref, feed)
    feed
      .then((opened) => opened.ended)
      .then(
        () => forget(ref, feed),
        () => forget(ref, feed),
      )
    return feed
  }
  const join = async (ref: string, listener: Listener): Promise<() => void> => {
    for (;;) {
      const feed = feedOf(ref)
      const opened = await feed
      if (opened.size >= eventReadersMax)
        throw new AppError('rate_limited', {}, { message: 'Too many readers follow tables of this project at once' })
      await opened.renew()
      // the other listeners may have closed the feed while we waited
      if (feeds.get(ref) !== feed) continue
      opened.add(listener)
      return () => {
        if (opened.remove(listener) === 0) void close(ref, feed)
      }
    }
  }

  return {
    async listen(ref, input) {
      // a slot would be written into a server that others run
      if ((await clusters.endpoint(ref)).login !== undefined) return notPublished
      const [state] = await readStates(ref, [input.table])
      if (state !== undefined && !state.readers.includes(input.login)) throw new AppError('insufficient_privilege', { table: input.table })
      if (!state?.is_published) return notPublished
      const listener = createListener(input, state)
      const leave = await join(ref, listener)
      return { take: () => listener.take(), isOver: () => listener.isOver(), leave }
    },
    async close() {
      unwatch()
      await Promise.all([...feeds].map(([ref, feed]) => close(ref, feed)))
    },
  }
}

/** For these the dashboard asks from time to time instead, as it does for tables that are not published. */
const reasons: Readonly<Record<string, string>> = {
  '53400': 'All replication slots of the project are in use',
  '53300': 'All replication connections of the project are in use',
  '55P03': 'A transaction that has been open for long keeps changes from being followed',
  '55000': 'The project does not log changes of rows',
}

async function openStream(readers: ChangeReaders, ref: string): Promise<ChangeStream> {
  try {
    const stream = await readers.open(ref, { timeoutMs: changesDeadlineMs })
    if (stream === null) throw new AppError('connection_lost')
    return stream
  } catch (thrown) {
    const error = toAppError(thrown)
    const sqlstate = error.code === 'statement_timeout' ? '55P03' : String(error.details['sqlstate'])
    const message = reasons[sqlstate]
    if (message === undefined) throw error
    throw new AppError('changes_unavailable', { sqlstate }, { message, cause: error })
  }
}

/** For whoever follows a table that the publication does not have. */
const notPublished: Following = { take: () => [{ kind: 'not_published' }], isOver: () => true, leave() {} }
