import { logins } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { type BatchConnection, type BatchRows, type BatchStatement, openBatchConnection } from '@colonnade/pg'
import { createIdleSession, type IdleSession, type IdleSessionOpened } from '@colonnade/projects'
import type { RealtimeContext } from '../context.ts'
import { connectionsMost, idleMs, projectsMost } from '../limits.ts'
import type { Partitions } from './partitions.ts'

export interface Entered {
  /** Runs statements in one transaction. Rejects with what Postgres or the connection failed with. */
  readonly run: (statements: readonly BatchStatement[]) => Promise<BatchRows>
  readonly leave: () => void
}

/** The databases of projects, as the service's own role. */
export interface ProjectDatabases extends AsyncDisposable {
  /** Wakes the project and keeps it awake until `leave` is called. */
  enter(ref: string): Promise<Entered>
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

interface Opened extends IdleSessionOpened, Pick<Entered, 'run'> {}

const { user, database } = logins.realtime
/** Most questions differ in who asks alone. Postgres would plan each of them, which takes longer than the answer. */
const settings = { ...logins.realtime.settings, plan_cache_mode: 'force_generic_plan' }

export function createProjectDatabases(
  { projects, logger }: Pick<RealtimeContext, 'projects' | 'logger'>,
  partitions: Pick<Partitions, 'keep'>,
): ProjectDatabases {
  /** In the order of their last question, oldest first. */
  const sessions = new Map<string, IdleSession<Opened>>()

  const open = async (ref: string): Promise<Opened> => {
    const release = await projects.hold(ref, { mode: 'transaction', role: user, address: null, isEncrypted: true })
    const connections = createConnections(async () => {
      const endpoint = (await projects.resolve(ref))?.endpoint ?? null
      if (endpoint === null) throw new AppError('unavailable', {}, { message: 'The project has no database server right now' })
      return openBatchConnection({ ...endpoint, user, database, settings, applicationName: 'realtime' })
    })
    void partitions.keep(ref)
    return {
      run: connections.run,
      release,
      async close() {
        await connections.close()
        release()
      },
    }
  }
  const sessionOf = (ref: string): IdleSession<Opened> => {
    const onCloseFailed = (error: unknown): void => logger.warn('realtime database not closed', { ref, error })
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
      const { opened, leave } = await sessionOf(ref).enter()
      return { run: opened.run, leave }
    },
    closeIdle: (ref) => sessions.get(ref)?.closeIdle(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions.values()].map((each) => each.close()))
    },
  }
}

interface Connections extends Pick<Entered, 'run'> {
  close(): Promise<void>
}

/** Questions are sent without waiting for the answers to those before, over the connection that has fewest to give. */
function createConnections(connect: () => Promise<BatchConnection>): Connections {
  const places: (Promise<BatchConnection> | null)[] = Array.from({ length: connectionsMost }, () => null)
  const asked = places.map(() => 0)
  const at = (place: number): Promise<BatchConnection> => {
    const open = places[place] ?? connect()
    if (places[place] !== open) {
      places[place] = open
      const forget = (): void => {
        if (places[place] === open) places[place] = null
      }
      open.then(({ closed }) => closed.then(forget), forget)
    }
    return open
  }
  return {
    async run(statements) {
      const place = asked.indexOf(Math.min(...asked))
      asked[place]! += 1
      try {
        return await (await at(place)).run(statements)
      } finally {
        asked[place]! -= 1
      }
    },
    async close() {
      await Promise.all(places.map(async (open) => (await open?.catch(() => null))?.close()))
    },
  }
}
