import { createFleet, type EmbeddedClusters, readBootstrap } from '@colonnade/clusters'
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
import { createRateLimiter } from '@colonnade/http'
import { type Database, migrate, readMigrations } from '@colonnade/pg'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createBus } from './kernel/news/bus.ts'
import type { HasAuthLimits } from './kernel/auth-limits.ts'
import type { HasRealtimeLive } from './kernel/realtime-live.ts'
import type { HasFunctionsService } from './kernel/functions-service.ts'
import type { HasFunctionBuilder } from './kernel/function-builder.ts'
import type { HasFunctionLogs } from './kernel/function-logs.ts'
import type { HasStorageAddress } from './kernel/storage-address.ts'
import type { HasAuthHookCalls } from './kernel/auth-hook-calls.ts'
import type { AuthMails } from './kernel/auth-mails.ts'
import type { HasAuthService } from './kernel/auth-service.ts'
import type { PlatformConfig } from './kernel/config/config.ts'
import type { PlatformContext } from './kernel/context.ts'
import type { Guards } from './kernel/guards.ts'
import type { Worker } from './kernel/room.ts'
import { createMonitor } from './modules/projects/project-health/monitor.ts'
import { type Parts, roomsOf } from './rooms.ts'
import { createBackupReconciler } from './modules/copies/backups/reconciler.ts'
import { createDedicatedPoolerReconciler } from './modules/connections/dedicated-poolers/reconciler.ts'
import { createDomainWatcher } from './modules/connections/custom-domains/watcher.ts'
import { openFileFamilies, openS3Families } from '@colonnade/objects'
import { createUpgradeReconciler } from './modules/copies/upgrades/reconciler.ts'
import { createMergeReconciler } from './modules/copies/merges/reconciler.ts'
import { createTableCopyReconciler } from './modules/copies/table-copies/reconciler.ts'
import { createWebhookSender } from './modules/organizations/webhooks/sender.ts'
import { createMailer } from './modules/installation/mails/mailer.ts'
import { createFunctionSchedules } from './modules/functions/function-schedules/firing.ts'
import { createCollector } from './modules/billing/payments/collector.ts'
import { createStripeProvider } from './modules/billing/payments/stripe/stripe-provider.ts'
import { answerRequests } from './modules/installation/mails/requests.ts'
import { createOffsite } from './modules/copies/offsite/offsite.ts'
import { createStoredFiles } from './modules/copies/stored-files/stored-files.ts'
import { answerReset } from './modules/people/password-resets/service.ts'
import { answerSignUp } from './modules/people/sign-ups/service.ts'
import { createUserExports } from './modules/auth/user-exports/kept-exports.ts'
import { createExports } from './modules/data/row-exports/kept-exports.ts'
import { createImports } from './modules/data/row-imports/kept-imports.ts'
import { explainAbsence } from './modules/copies/backups/restored-projects.ts'
import { createProjectConnections, createUses } from '@colonnade/project-pool'
import { type ChangeReaders, createChangeReaders, createRowChangeFeeds } from '@colonnade/row-feed'
import { openExternalClusters } from './modules/projects/external-servers/connecting.ts'
import { createReconciler } from './modules/projects/projects/reconciler.ts'
import { createReplicaReconciler } from './modules/copies/replicas/reconciler.ts'
import { createWakeListeners, relayTo } from './modules/projects/wake-listeners/wake-listeners.ts'
import { createSleeper } from './modules/projects/sleeps/sleeper.ts'
import { createCallCounts } from './modules/organizations/usage/collecting/call-counts.ts'
import { createFileCounts } from './modules/organizations/usage/collecting/file-counts.ts'
import { createRealtimeCounts } from './modules/organizations/usage/collecting/realtime-counts.ts'
import { createSqlSessions } from './modules/data/sql-runs/sessions.ts'
import { durableRates, rateLimits, type RateLimits } from './kernel/limits.ts'
import { createLogRing, type LogRing } from './modules/installation/installation/log-ring.ts'
import { programFolder, readRelease } from './modules/installation/installation/releases.ts'
import { createKeyRecord } from './modules/installation/installation/key-record.ts'
import { openSecrets } from '@colonnade/secrets'
import { collectActiveUsers } from './modules/organizations/usage/collecting/active-users.ts'
import type { PoolerAddress } from './kernel/pooler.ts'

/** The context with everything that modules keep running, as only its owner has it. */
export interface Platform extends PlatformContext<Parts>, AsyncDisposable {
  /** Bounds requests and replies in flight, by project. */
  readonly memory: MemoryBudget
  /** In the order in which they start. Nothing of a project is touched before. */
  readonly workers: readonly Worker[]
  /** What is committed in projects, for services beside the platform. */
  readonly changeReaders: ChangeReaders
}

export interface PlatformSetup {
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
  /** Called when a project has woken, before whoever waits for it is let in. */
  readonly followAwoken?: (ref: string) => Promise<void>
  /** Removes what services beside the platform keep of a removed project. May be called again for the same one. */
  readonly forgetProject?: (ref: string) => Promise<void>
  readonly storageAddress?: HasStorageAddress['storageAddress']
  readonly functionBuilder?: HasFunctionBuilder['functionBuilder']
  readonly functionsService?: HasFunctionsService['functionsService']
  readonly functionLogs?: HasFunctionLogs['functionLogs']
  readonly authMails?: () => AuthMails | null
  readonly authHookCalls?: HasAuthHookCalls['authHookCalls']
  readonly authLimits?: HasAuthLimits['authLimits']
  readonly authService?: HasAuthService['authService']
  readonly realtimeLive?: HasRealtimeLive['realtimeLive']
}

/** Applies the platform's migrations to its database. Returns their names. */
export async function migratePlatform(database: Database): Promise<string[]> {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  return migrate(database, await readMigrations(folder), { schema: 'public' })
}

/** Builds the context on a migrated database. Nothing of a project is touched before `reconciler.start()`. */
export async function createContext(setup: PlatformSetup): Promise<Platform> {
  const { config, database, logger = silentLogger, clock = systemClock, random = systemRandom, failpoint = noFailpoint } = setup
  const secrets = await openSecrets({ dataDir: config.dataDir, random, record: createKeyRecord(database), acceptOther: config.acceptMasterKey })
  const external = await openExternalClusters({ database, secrets, logger, rule: config.externalDatabases })
  const clusters = createFleet(setup.clusters, external)
  const bus = await createBus(database)
  const uses = createUses(clock)
  const memory = setup.memory ?? new MemoryBudget(memoryLimitsFor(totalmem()))
  const connections = createProjectConnections(clusters, uses, memory, (ref) => explainAbsence(database, ref))
  const sqlSessions = createSqlSessions({ connections, database, bus })
  const changeReaders = createChangeReaders(clusters)
  const rowChanges = createRowChangeFeeds(clusters, changeReaders, logger)
  const bootstrapVersion = (await readBootstrap()).at(-1)!.name
  const wakeListeners = createWakeListeners({
    logger,
    async serveClient(ref, client) {
      const release = await sleeper.use(ref, { kind: 'connection', what: 'direct' })
      const { address } = await clusters.status(ref)
      if (address) await relayTo(address, client).finally(release)
    },
  })
  const keepAwake = (ref: string) => sleeper.use(ref, { kind: 'change', what: 'branch' })
  const promotionEnded = (ref: string): void => {
    const fail = (error: unknown): void => logger.warn('not looked at after a promotion', { ref, error })
    replicas.lookAt(ref).catch(fail)
    backups.lookAtWindow(ref).catch(fail)
    // what the former primary had committed last may be undone
    database.transaction((tx) => storedFiles.setBack(tx, ref)).catch(fail)
  }
  const families =
    config.objects === null
      ? openFileFamilies({ folder: config.objectsDir, random })
      : openS3Families({ folder: config.objectsDir, random, storage: config.objects })
  const offsite = createOffsite({ config: config.offsite, database, clusters, families, filesIn: config.objects, logger, failpoint })
  const storedFiles = createStoredFiles({ families, offsite, database, clusters, clock, logger, failpoint })
  const reconciler = createReconciler({
    database,
    clusters,
    connections,
    wakeListeners,
    logger,
    failpoint,
    bootstrapVersion,
    keepAwake,
    secrets,
    offsite,
    storedFiles,
    promotionEnded,
    collectActiveUsers: (ref) => collectActiveUsers({ clusters, database, clock, logger }, ref),
    followAwoken: setup.followAwoken ?? (() => Promise.resolve()),
    forgetProject: setup.forgetProject ?? (() => Promise.resolve()),
    removalBegan(ref) {
      dedicatedPoolers.kick(ref)
      customDomains.look()
    },
  })
  const pooler = setup.pooler ?? (() => null)
  const sleeper = createSleeper({ database, clusters, reconciler, uses, clock, logger, pooler })
  const replicas = createReplicaReconciler({ database, clusters, logger, failpoint })
  const backups = createBackupReconciler({ database, secrets, clusters, sleeper, reconciler, offsite, storedFiles, clock, logger, failpoint })
  const merges = createMergeReconciler({ database, clusters, sleeper, logger, failpoint })
  const tableCopies = createTableCopyReconciler({ database, clusters, sleeper, logger, failpoint })
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
  const functionsService = setup.functionsService ?? (() => null)
  const functionSchedules = createFunctionSchedules({ ...writer, database, bus, clock, logger, functionsService })
  const provider = config.payments === null ? null : createStripeProvider(config.payments)
  const collector = createCollector({ ...writer, provider, database, bus, clock, logger, failpoint })
  const limiter = createRateLimiter(setup.rateLimits ?? rateLimits, { database, budgets: durableRates })
  const rooms = roomsOf(config)
  const calls = createCallCounts(clock)
  const fileCounts = createFileCounts(clock)
  const realtimeCounts = createRealtimeCounts(clock)
  const parts: Parts = {
    reconciler,
    replicas,
    backups,
    merges,
    tableCopies,
    upgrades,
    dedicatedPoolers,
    customDomains,
    mailer,
    webhookSender,
    collector,
    offsite,
    storedFiles,
    sleeper,
    monitor: createMonitor({ database, clusters, logger, clock, parts: { reconciler } }),
    connections,
    sqlSessions,
    imports: createImports({ config, clock, random }),
    exports: createExports({ clock, random }),
    userExports: createUserExports({ clock, random }),
    rowChanges,
    logs: setup.logs ?? createLogRing(),
    release: await readRelease(programFolder, config.version),
    calls,
    fileCounts,
    realtimeCounts,
    storageAddress: setup.storageAddress ?? (() => null),
    functionBuilder: setup.functionBuilder ?? (() => null),
    functionSchedules,
    functionLogs: setup.functionLogs ?? (() => null),
    authMails: setup.authMails ?? (() => null),
    authHookCalls: setup.authHookCalls ?? (() => []),
    authLimits: setup.authLimits ?? (() => null),
    authService: setup.authService ?? (() => null),
    realtimeLive: setup.realtimeLive ?? (() => null),
  }
  const workers = rooms.flatMap((room) => room.workers?.(parts) ?? [])
  const guards: Guards = {
    async refuseInterruption(tx, ref, by) {
      for (const { guard } of rooms) await guard?.(tx, ref, by)
    },
    async settleOrganization(tx, organizationId) {
      for (const room of rooms) await room.settleOrganization?.(ctx, tx, organizationId)
    },
  }
  const ctx: Platform = {
    config,
    database,
    clusters,
    logger,
    clock,
    random,
    bus,
    secrets,
    limiter,
    pooler,
    guards,
    parts,
    memory,
    workers,
    changeReaders,
    async [Symbol.asyncDispose]() {
      for (const worker of workers.toReversed()) await worker.close()
      wakeListeners.closeAll()
      await connections.close()
      await external[Symbol.asyncDispose]()
      await bus.close()
    },
  }
  return ctx
}
