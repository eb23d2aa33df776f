import { logins } from '@colonnade/clusters'
import { AppError, type Clock, type Logger, type MemoryBudget } from '@colonnade/core'
import { type ConnectionTarget, type Database, openBatchConnection, openDatabase } from '@colonnade/pg'
import type { ProjectDirectory } from '@colonnade/projects'
import { createCatalogCache, loadCatalog } from '../catalog/load-catalog.ts'
import { readSettings } from '../catalog/settings/read-settings.ts'
import { createRestConnections, type RestConnections } from '../connections/connections.ts'
import { connectionsDefault, idleMs } from '../limits.ts'
import { rememberProject } from './remembered-project.ts'
import { createSchemaCache, type SchemaCache } from './schema-cache.ts'

export interface RestProjectParts {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold' | 'rest'>
  readonly memory: MemoryBudget
  readonly clock: Clock
  readonly logger: Logger
}

/** One project's data API: its schema, and its connections while somebody calls. */
export interface RestProject {
  readonly schema: SchemaCache
  /** Holds the project awake, connected, until the returned function is called; at once when it is. Rejects when it can't be woken. */
  enter(): Entered | Promise<Entered>
  /** Closes what nobody uses right now, and counts as no use of the project from this moment on. */
  closeIdle(): void
  close(): Promise<void>
}

export interface Entered {
  readonly connections: RestConnections
  leave(): void
}

/** Resources that are open while the project is used. */
interface Session {
  readonly connections: RestConnections
  readonly database: Database
  /** The project may sleep. */
  release(): void
  close(): Promise<void>
}

const { user, database: name, settings } = logins.requester
/** Names in the schema's queries are qualified; a search path would only let an owner's objects come before. */
const loaderSettings = { ...settings, default_transaction_read_only: 'on', search_path: '', statement_timeout: '0', lock_timeout: '0' }
const requestSettings = { ...settings, default_transaction_read_only: 'off' }

export function createRestProject(ref: string, { projects, memory, clock, logger }: RestProjectParts): RestProject {
  let session: Promise<Session> | null = null
  let inside = 0
  let closing: NodeJS.Timeout | null = null
  let wasLoaded = false
  /** The session once it is open. */
  let ready: Session | null = null

  const known = rememberProject(ref, { mode: 'transaction', role: user, address: null, isEncrypted: true }, { projects, clock, logger })
  const targetOf = async (own: ConnectionTarget['settings'], applicationName: string): Promise<ConnectionTarget> => {
    const endpoint = await known.endpoint()
    if (endpoint === null) throw new AppError('unavailable', {}, { message: 'The project has no database server right now' })
    return { ...endpoint, user, database: name, settings: own, applicationName }
  }
  /** A session that hears of no change can't stay: another is opened. */
  const listenInVain = (error: unknown): void => {
    logger.warn('schema changes not received', { ref, error })
    closeLater()
  }
  const open = async (): Promise<Session> => {
    // asked while the project wakes
    const size = known.poolSize()
    size.catch(() => {})
    const release = await known.hold()
    try {
      const database = openDatabase(await targetOf(loaderSettings, 'rest'), { maxConnections: 1 })
      const most = (await size) ?? connectionsDefault
      const connections = createRestConnections(
        async () => openBatchConnection(await targetOf(requestSettings, 'rest'), memory.open(ref)),
        () => most,
      )
      const reload = (): void => void schema.reload().catch((error: unknown) => logger.warn('schema not loaded', { ref, error }))
      const listening = database.listen('pgrst', reload, reload)
      // the schema may have changed while no one listened: the known one serves until it is reloaded
      if (wasLoaded) listening.then(reload, listenInVain)
      else await listening
      wasLoaded = true
      return {
        connections,
        database,
        release,
        async close() {
          await listening.then(
            (stop) => stop(),
            () => {},
          )
          await Promise.all([connections.close(), database.close()])
          release()
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }
  const enterSession = (): Promise<Session> => {
    if (session !== null) return session
    const opened = open().then(
      (each) => {
        // it may have been closed before it was open
        if (session === opened) ready = each
        return each
      },
      (error: unknown) => {
        session = null
        throw error
      },
    )
    session = opened
    return opened
  }
  const closeSession = async (): Promise<void> => {
    const closed = session
    session = null
    ready = null
    await closed?.then(
      (each) => each.close(),
      () => {},
    )
  }
  const closeLater = (): void => {
    closeSession().catch((error: unknown) => logger.warn('data API not closed', { ref, error }))
  }
  const views = createCatalogCache()
  const load = async (db: Database) => {
    const configuration = await readSettings(db)
    return { configuration, catalog: await loadCatalog(db, configuration, views) }
  }
  const schema = createSchemaCache({ ref, database: async () => (await enterSession()).database, load, clock, logger })
  const leave = (): void => {
    inside -= 1
    if (inside > 0) return
    if (closing !== null) return void closing.refresh()
    closing = setTimeout(() => {
      if (inside > 0) return
      closing = null
      closeLater()
    }, idleMs).unref()
  }
  const enterSoon = async (): Promise<Entered> => {
    try {
      const { connections } = await enterSession()
      return { connections, leave }
    } catch (error) {
      leave()
      throw error
    }
  }
  return {
    schema,
    enter() {
      inside += 1
      return ready === null ? enterSoon() : { connections: ready.connections, leave }
    },
    closeIdle() {
      if (inside > 0 || ready === null) return
      // the session closes in the background; the next request opens another
      ready.release()
      closeLater()
    },
    async close() {
      if (closing !== null) clearTimeout(closing)
      await closeSession()
    },
  }
}
