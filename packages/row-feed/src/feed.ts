import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import type { Logger } from '@colonnade/core'
import type { ChangeStream } from './change-readers.ts'
import { publicationRecheckMs, tableRecheckMs } from './limits.ts'
import type { Listener } from './listener.ts'
import type { TableState } from './table-states.ts'
import { createChangePublisher } from './publish-changes.ts'

/** Distributes a project's row changes to the listeners of its tables. */
export interface Feed {
  add(listener: Listener): void
  /** Returns the number of remaining listeners. */
  remove(listener: Listener): number
  readonly size: number
  /** Resolves when the stream ends: it was closed, or the connection was lost. */
  readonly ended: Promise<void>
  /** Also follows publications created since. */
  renew(): Promise<void>
  /** Ends all listeners; resolves once the stream is closed. */
  close(): Promise<void>
}

export interface FeedParts {
  readonly stream: ChangeStream
  readonly logger: Logger
  readonly ref: string
  readonly readStates: (tables: readonly number[]) => Promise<TableState[]>
}

export function createFeed({ stream, logger, ref, readStates }: FeedParts): Feed {
  const listeners = new Set<Listener>()
  let byRelation = new Map<number, Set<Listener>>()
  let soon: NodeJS.Timeout | undefined

  const index = (): void => {
    byRelation = new Map()
    for (const listener of listeners) {
      for (const relation of listener.state.relations) byRelation.set(relation, (byRelation.get(relation) ?? new Set()).add(listener))
    }
  }
  const drop = (listener: Listener): void => {
    listener.push({ kind: 'not_published' })
    listener.end()
    listeners.delete(listener)
  }
  const recheck = async (): Promise<void> => {
    clearTimeout(soon)
    soon = undefined
    const states = await readStates([...new Set([...listeners].map(({ table }) => table))])
    const byTable = new Map(states.map((state) => [state.oid, state]))
    for (const listener of listeners) {
      const state = byTable.get(listener.table)
      if (!state?.is_published || !state.readers.includes(listener.login)) drop(listener)
      else if (listener.change(state)) listener.push({ kind: 'listening', columns: [...state.key] })
    }
    index()
  }
  // retried later; if the server is gone, the stream ends
  const recheckQuietly = (): void => void recheck().catch((error: unknown) => logger.debug('publication not read', { ref, error }))
  const timer = setInterval(recheckQuietly, publicationRecheckMs)
  timer.unref()

  const publish = createChangePublisher((relation) => byRelation.get(relation) ?? [])
  const read = async (): Promise<void> => {
    for await (const messages of stream) {
      publish(messages)
      // a table was altered, or has a new partition
      if (messages.some(({ kind }) => kind === 'relation')) soon ??= setTimeout(recheckQuietly, tableRecheckMs).unref()
    }
  }
  const ended = read()
    .catch((error: unknown) => logger.info('row changes are no longer followed', { ref, publication: realtimePublication, error }))
    .finally(() => {
      clearInterval(timer)
      clearTimeout(soon)
      for (const listener of listeners) listener.end()
      listeners.clear()
    })

  return {
    add(listener) {
      listeners.add(listener)
      index()
      listener.push({ kind: 'listening', columns: [...listener.state.key] })
    },
    remove(listener) {
      if (listeners.delete(listener)) index()
      return listeners.size
    },
    ended,
    renew: () => stream.renew(),
    get size() {
      return listeners.size
    },
    async close() {
      await stream.close()
      await ended
    },
  }
}
