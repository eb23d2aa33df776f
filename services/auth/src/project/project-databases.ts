import { logins } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { type Database, openDatabase } from '@colonnade/pg'
import { createIdleSession, type IdleSession, type IdleSessionOpened } from '@colonnade/projects'
import type { AuthContext } from '../context.ts'
import { connectionsMost, idleMs, projectsMost } from '../limits.ts'

/** The databases of projects, as the auth service's own role. */
export interface ProjectDatabases extends AsyncDisposable {
  /** Wakes the project and keeps it awake until `leave` is called. */
  enter(ref: string): Promise<{ readonly database: Database; readonly leave: () => void }>
  /** The database of a project that is open already; it may close at any time. Neither wakes the project nor keeps it awake. */
  peek(ref: string): Database | null
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

interface Opened extends IdleSessionOpened {
  readonly database: Database
}

export interface ProjectDatabasesParts extends Pick<AuthContext, 'projects' | 'logger'> {
  /** Told of each project whose database was opened. */
  readonly onOpened: (ref: string) => void
  /** Told of each that is about to be closed; never throws. */
  readonly onClosing: (ref: string, database: Database) => Promise<void>
}

export function createProjectDatabases({ projects, logger, onOpened, onClosing }: ProjectDatabasesParts): ProjectDatabases {
  /** In the order of their last call, oldest first. */
  const sessions = new Map<string, IdleSession<Opened>>()
  const opened = new Map<string, Database>()
  const { user } = logins.auth

  const open = async (ref: string): Promise<Opened> => {
    const release = await projects.hold(ref, { mode: 'transaction', role: user, address: null, isEncrypted: true })
    try {
      const endpoint = (await projects.resolve(ref))?.endpoint ?? null
      if (endpoint === null) throw new AppError('unavailable', {}, { message: 'The project has no database server right now' })
      // rows are looked up by key here, and a cached plan from when a table was small would stay when it has grown
      const settings = { ...logins.auth.settings, enable_seqscan: 'off' }
      const target = { ...endpoint, ...logins.auth, settings, applicationName: 'auth' }
      const database = openDatabase(target, { maxConnections: connectionsMost, keepsPlans: true })
      opened.set(ref, database)
      onOpened(ref)
      return {
        database,
        release,
        async close() {
          if (opened.get(ref) === database) opened.delete(ref)
          await onClosing(ref, database)
          await database.close()
          release()
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }
  const sessionOf = (ref: string): IdleSession<Opened> => {
    const onCloseFailed = (error: unknown): void => logger.warn('auth database not closed', { ref, error })
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
      return { database: entered.opened.database, leave: entered.leave }
    },
    peek: (ref) => opened.get(ref) ?? null,
    closeIdle: (ref) => sessions.get(ref)?.closeIdle(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions.values()].map((each) => each.close()))
    },
  }
}
