import { type Clusters, readBootstrap } from '@colonnade/clusters'
import { type Clock, type Failpoint, type Logger, noFailpoint, type Random, silentLogger, systemClock, systemRandom } from '@colonnade/core'
import { type Database, migrate, readMigrations } from '@colonnade/pg'
import { fileURLToPath } from 'node:url'
import { createBus, type Bus } from './bus.ts'
import type { PlatformConfig } from './config.ts'
import { createProjectConnections, type ProjectConnections } from './modules/queries/connections.ts'
import { createReconciler, type Reconciler } from './modules/projects/reconciler.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { rateLimits, type RateLimits } from './limits.ts'

/** What the platform's code may use; everything that does I/O is here and arrives as an argument. */
export interface PlatformContext extends AsyncDisposable {
  readonly config: PlatformConfig
  readonly database: Database
  readonly clusters: Clusters
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  readonly bus: Bus
  readonly reconciler: Reconciler
  readonly connections: ProjectConnections
  readonly limiter: RateLimiter
}

export interface PlatformParts {
  readonly config: PlatformConfig
  readonly database: Database
  readonly clusters: Clusters
  readonly logger?: Logger
  readonly clock?: Clock
  readonly random?: Random
  readonly failpoint?: Failpoint
  readonly rateLimits?: RateLimits
}

/** Applies the platform's migrations to its database. Returns their names. */
export async function migratePlatform(database: Database): Promise<string[]> {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  return migrate(database, await readMigrations(folder), { schema: 'public' })
}

/** Builds the context on a migrated database. Nothing of a project is touched before `reconciler.start()`. */
export async function createContext(parts: PlatformParts): Promise<PlatformContext> {
  const { config, database, clusters, logger = silentLogger, clock = systemClock, random = systemRandom, failpoint = noFailpoint } = parts
  const bus = await createBus(database)
  const connections = createProjectConnections(clusters)
  const bootstrapVersion = (await readBootstrap()).at(-1)!.name
  const reconciler = createReconciler({ database, clusters, connections, logger, failpoint, bootstrapVersion })
  const limiter = createRateLimiter(database, parts.rateLimits ?? rateLimits)
  return {
    config,
    database,
    clusters,
    logger,
    clock,
    random,
    bus,
    reconciler,
    connections,
    limiter,
    async [Symbol.asyncDispose]() {
      await reconciler.close()
      await connections.close()
      await bus.close()
    },
  }
}
