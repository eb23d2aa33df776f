import { logins } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { openBatchConnection } from '@colonnade/pg'
import { createIdleSession, type IdleSession, type IdleSessionOpened } from '@colonnade/projects'
import type { StorageContext } from '../context.ts'
import { idleMs, projectsMost } from '../limits.ts'
import { type Connections, createConnections } from './connections.ts'

/** The databases of projects, as the role that becomes each caller's. */
export interface ProjectDatabases extends AsyncDisposable {
  /** Wakes the project and keeps it awake until `leave` is called. */
  enter(ref: string): Promise<{ readonly connections: Connections; readonly leave: () => void }>
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

interface Opened extends IdleSessionOpened {
  readonly connections: Connections
}

const { user, database, settings } = logins.requester
const ownSettings = { ...settings, default_transaction_read_only: 'off' }

export function createProjectDatabases({ projects, logger }: Pick<StorageContext, 'projects' | 'logger'>): ProjectDatabases {
  /** In the order of their last call, oldest first. */
  const sessions = new Map<string, IdleSession<Opened>>()

  const open = async (ref: string): Promise<Opened> => {
    const release = await projects.hold(ref, { mode: 'transaction', role: user, address: null, isEncrypted: true })
    const connections = createConnections(async () => {
      const endpoint = (await projects.resolve(ref))?.endpoint ?? null
      if (endpoint === null) throw new AppError('unavailable', {}, { message: 'The project has no database server right now' })
      return openBatchConnection({ ...endpoint, user, database, settings: ownSettings, applicationName: 'storage' })
    })
    return {
      connections,
      release,
      async close() {
        await connections.close()
        release()
      },
    }
  }
  const sessionOf = (ref: string): IdleSession<Opened> => {
    const onCloseFailed = (error: unknown): void => logger.warn('storage database not closed', { ref, error })
    const session = sessions.get(ref) ?? createIdleSession(() => open(ref), { idleMs, onCloseFailed })
    sessions.delete(ref)
    sessions.set(ref, session)
    if (sessions.size > projectsMost) {
      const [oldest, forgotten] = sessions.entries().next().value!
      sessions.delete(oldest)
      void forgotten.close().catch(onCloseFailed)
    }
    return session
  }
  return {
    async enter(ref) {
      const entered = await sessionOf(ref).enter()
      return { connections: entered.opened.connections, leave: entered.leave }
    },
    closeIdle: (ref) => sessions.get(ref)?.closeIdle(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions.values()].map((each) => each.close()))
    },
  }
}
