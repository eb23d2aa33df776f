import type { Release } from '@colonnade/contracts/installation/installation'
import { createFleet, type EmbeddedClusters, type Fleet, readBootstrap } from '@colonnade/clusters'
import {
  type Clock,
  type Failpoint,
  type Logger,
  MemoryBudget,
  memoryLimitsFor,
  noFailpoint,
  type Random,
  silentLogger,
  systemClock,
  systemRandom,
} from '@colonnade/core'
import { type Database, migrate, readMigrations } from '@colonnade/pg'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createBus, type Bus } from './news/bus.ts'
import type { PlatformConfig } from './config.ts'
import { type BackupReconciler, createBackupReconciler } from './modules/copies/backups/reconciler.ts'
import { createDedicatedPoolerReconciler, type DedicatedPoolerReconciler } from './modules/connections/dedicated-poolers/reconciler.ts'
import { createDomainWatcher, type DomainWatcher } from './modules/connections/custom-domains/watcher.ts'
import { createUpgradeReconciler, type UpgradeReconciler } from './modules/copies/upgrades/reconciler.ts'
import { createMergeReconciler, type MergeReconciler } from './modules/copies/merges/reconciler.ts'
import { createWebhookSender } from './modules/organizations/webhooks/sender.ts'
import type { Outbox } from './reconciling/outbox.ts'
import { createMailer } from './modules/installation/mails/mailer.ts'
import { type Collector, createCollector } from './modules/billing/payments/collector.ts'
import { createStripeProvider } from './modules/billing/payments/stripe/stripe-provider.ts'
import { answerRequests } from './modules/installation/mails/requests.ts'
import { createOffsite, type Offsite } from './modules/copies/offsite/offsite.ts'
import { answerReset } from './modules/people/password-resets/service.ts'
import { answerSignUp } from './modules/people/sign-ups/service.ts'
import { createExports, type Exports } from './modules/data/row-exports/service.ts'
import { createImports, type Imports } from './modules/data/row-imports/service.ts'
import { explainAbsence } from './modules/copies/backups/restored-projects.ts'
import { createProjectConnections, type ProjectConnections } from './modules/data/queries/connections.ts'
import { createRowChangeFeeds, type RowChangeFeeds } from './modules/data/row-changes/feeds.ts'
import { createReconciler, type Reconciler } from './modules/projects/projects/reconciler.ts'
import { createReplicaReconciler, type ReplicaReconciler } from './modules/copies/replicas/reconciler.ts'
import { createDoors, leadTo } from './modules/projects/sleeps/doors.ts'
import { createSleeper, type Sleeper } from './modules/projects/sleeps/sleeper.ts'
import { createUses } from './modules/projects/sleeps/uses.ts'
import { type CallCounts, createCallCounts } from './modules/organizations/usage/collecting/call-counts.ts'
import { createSqlSessions, type SqlSessions } from './modules/data/sql-runs/sessions.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { rateLimits, type RateLimits } from './limits.ts'
import { createLogRing, type LogRing } from './modules/installation/installation/log-ring.ts'
import { programFolder, readRelease } from './modules/installation/installation/releases.ts'
import { createKeyRecord } from './modules/installation/installation/key-record.ts'
import { openSecrets, type Secrets } from './secrets.ts'

/** Where clients of all projects are led to the one they name. */
export interface PoolerAddress {
  /** What it listens on, as configured. */
  readonly host: string
  readonly sessionPort: number
  readonly transactionPort: number
  /** What it has done for a project since it began, and who is there now; zeros where nobody has come yet. */
  readonly statistics: (ref: string) => PoolerCounts
  /** Refs of the projects that somebody has come to. */
  readonly served: () => readonly string[]
  /** Closes connections to a project's server that clients share, as soon as no client has them. */
  readonly letGo: (ref: string) => void
  readonly dedicated: DedicatedPooling
  /** Names that lead to projects: these from the next connection on, and no others. Returns those whose certificates can not be used. */
  readonly domains: { serve(domains: readonly LedDomain[]): readonly { readonly name: string; readonly error: unknown }[] }
  /** Makes a certificate for a name, signed with that of all projects; null where that was configured, and so signs nothing. */
  readonly issueCertificate: ((name: string) => Promise<{ readonly certificate: string; readonly key: string }>) | null
  /** What clients by TLS are shown, in PEM with the chain behind it. */
  readonly certificate: string
}

/** A name that leads to one project. */
export interface LedDomain {
  readonly name: string
  readonly ref: string
  /** In PEM, with the chain behind it; null for that of all projects. */
  readonly certificate: { readonly pem: string; readonly key: string } | null
}

/** What opens and closes ports of single projects. */
export interface DedicatedPooling {
  /** The address of IPv4 that they are on; null where there is none. */
  readonly host: string | null
  /** Also when they are open already: then what has changed. */
  open(
    ref: string,
    wish: DedicatedPoolingWish,
  ): Promise<{ readonly session: { readonly port: number }; readonly transaction: { readonly port: number } | null }>
  close(ref: string): Promise<void>
}

export interface DedicatedPoolingWish {
  readonly poolMode: 'transaction' | 'session'
  /** Where they were last; null: anywhere. */
  readonly sessionPort: number | null
  readonly transactionPort: number | null
  readonly avoid: ReadonlySet<number>
}

export interface PoolerCounts {
  readonly since: Date
  /** Those in session mode among them. */
  readonly clients: number
  readonly sessions: number
  readonly servers: number
  readonly waiting: number
  readonly served: number
  readonly waitedMs: number
  readonly refused: number
  readonly bytesFromClients: number
  readonly bytesToClients: number
}

/** What the platform's code may use; everything that does I/O is here and arrives as an argument. */
export interface PlatformContext extends AsyncDisposable {
  readonly config: PlatformConfig
  readonly database: Database
  readonly clusters: Fleet
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  readonly bus: Bus
  readonly reconciler: Reconciler
  /** Brings read replicas up; names are their identifiers. */
  readonly replicas: ReplicaReconciler
  /** Makes, proves, removes and restores backups. */
  readonly backups: BackupReconciler
  /** Rehearses merges of branches, and applies them. */
  readonly merges: MergeReconciler
  /** Rehearses upgrades of Postgres, and makes them. */
  readonly upgrades: UpgradeReconciler
  readonly dedicatedPoolers: DedicatedPoolerReconciler
  readonly mailer: Outbox
  readonly webhookSender: Outbox
  /** Has invoices paid. */
  readonly collector: Collector
  /** Looks whether domains of projects lead here. */
  readonly customDomains: DomainWatcher
  /** Keeps copies of backups elsewhere. */
  readonly offsite: Offsite
  readonly sleeper: Sleeper
  readonly connections: ProjectConnections
  readonly sqlSessions: SqlSessions
  readonly imports: Imports
  readonly exports: Exports
  readonly rowChanges: RowChangeFeeds
  readonly limiter: RateLimiter
  /** Bounds requests and replies in flight, by project. */
  readonly memory: MemoryBudget
  /** What was logged lately. */
  readonly logs: LogRing
  /** The copy of the program that runs; what is on the disk may be another one by now. */
  readonly release: Release
  /** How often the platform is called about each project. */
  readonly calls: CallCounts
  readonly secrets: Secrets
  /** null while none listens. */
  readonly pooler: () => PoolerAddress | null
}

export interface PlatformParts {
  readonly config: PlatformConfig
  readonly database: Database
  readonly clusters: EmbeddedClusters
  readonly logger?: Logger
  readonly logs?: LogRing
  readonly clock?: Clock
  readonly random?: Random
  readonly failpoint?: Failpoint
  readonly rateLimits?: RateLimits
  /** Shared with whatever else the process serves; its own unless given. */
  readonly memory?: MemoryBudget
  readonly pooler?: () => PoolerAddress | null
}

/** Applies the platform's migrations to its database. Returns their names. */
export async function migratePlatform(database: Database): Promise<string[]> {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  return migrate(database, await readMigrations(folder), { schema: 'public' })
}

/** Builds the context on a migrated database. Nothing of a project is touched before `reconciler.start()`. */
export async function createContext(parts: PlatformParts): Promise<PlatformContext> {
  const { config, database, logger = silentLogger, clock = systemClock, random = systemRandom, failpoint = noFailpoint } = parts
  const clusters = createFleet(parts.clusters)
  const secrets = await openSecrets({ dataDir: config.dataDir, random, record: createKeyRecord(database), acceptOther: config.acceptMasterKey })
  const bus = await createBus(database)
  const uses = createUses(clock)
  const memory = parts.memory ?? new MemoryBudget(memoryLimitsFor(totalmem()))
  const connections = createProjectConnections(clusters, uses, memory, (ref) => explainAbsence(database, ref))
  const sqlSessions = createSqlSessions({ connections, database, bus })
  const rowChanges = createRowChangeFeeds(clusters, logger)
  const bootstrapVersion = (await readBootstrap()).at(-1)!.name
  const doors = createDoors({
    logger,
    async welcome(ref, client) {
      const release = await sleeper.use(ref, { kind: 'connection', what: 'direct' })
      const { address } = await clusters.status(ref)
      if (address) await leadTo(address, client).finally(release)
    },
  })
  const keepAwake = (ref: string) => sleeper.use(ref, { kind: 'change', what: 'branch' })
  const promotionEnded = (ref: string): void => {
    const fail = (error: unknown): void => logger.warn('not looked at after a promotion', { ref, error })
    replicas.lookAt(ref).catch(fail)
    backups.lookAtWindow(ref).catch(fail)
  }
  const offsite = createOffsite({ config: config.offsite, database, clusters, logger, failpoint })
  const reconciler = createReconciler({
    database,
    clusters,
    connections,
    doors,
    logger,
    failpoint,
    bootstrapVersion,
    keepAwake,
    secrets,
    offsite,
    promotionEnded,
  })
  const pooler = parts.pooler ?? (() => null)
  const sleeper = createSleeper({ database, clusters, reconciler, uses, clock, logger, pooler })
  const replicas = createReplicaReconciler({ database, clusters, logger, failpoint })
  const backups = createBackupReconciler({ database, clusters, sleeper, reconciler, offsite, clock, logger, failpoint })
  const merges = createMergeReconciler({ database, clusters, sleeper, logger, failpoint })
  const upgrades = createUpgradeReconciler({ database, clusters, sleeper, reconciler, backups, logger, failpoint })
  const dedicatedPoolers = createDedicatedPoolerReconciler({ database, logger, failpoint, pooler })
  const customDomains = createDomainWatcher({ config, database, secrets, clock, logger, pooler })
  const writer = { config, secrets, random }
  const mailer = createMailer({
    config,
    database,
    secrets,
    bus,
    logger,
    answerRequests: () =>
      answerRequests(database, {
        password_reset: (tx, email) => answerReset(writer, tx, email),
        sign_up: (tx, email) => answerSignUp(writer, tx, email),
      }),
  })
  const webhookSender = createWebhookSender({ database, secrets, bus, logger })
  const provider = config.payments === null ? null : createStripeProvider(config.payments)
  const collector = createCollector({ ...writer, provider, database, bus, clock, logger, failpoint })
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
    replicas,
    backups,
    merges,
    upgrades,
    dedicatedPoolers,
    customDomains,
    mailer,
    webhookSender,
    collector,
    offsite,
    sleeper,
    connections,
    sqlSessions,
    imports: createImports({ config, clock, random }),
    exports: createExports({ clock, random }),
    rowChanges,
    limiter,
    memory,
    logs: parts.logs ?? createLogRing(),
    release: await readRelease(programFolder, config.version),
    calls: createCallCounts(clock),
    secrets,
    pooler,
    async [Symbol.asyncDispose]() {
      sqlSessions.closeAll()
      await sleeper[Symbol.asyncDispose]()
      await rowChanges.close()
      await mailer.close()
      await webhookSender.close()
      await collector.close()
      await customDomains.close()
      await dedicatedPoolers.close()
      await merges.close()
      await upgrades.close()
      await backups.close()
      await offsite.close()
      await replicas.close()
      await reconciler.close()
      doors.closeAll()
      await connections.close()
      await bus.close()
    },
  }
}
