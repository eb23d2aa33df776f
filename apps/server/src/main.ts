import { isLoopbackHost } from '@colonnade/contracts/auth/setting-values'
import { createEmbeddedClusters, prepareHome } from '@colonnade/clusters'
import {
  createLogger,
  type Failpoint,
  isAppError,
  isLogged,
  MemoryBudget,
  memoryLimitsFor,
  noFailpoint,
  systemRandom,
  toAppError,
} from '@colonnade/core'
import { createProjectHosts } from '@colonnade/gateway'
import { createHttpApp } from '@colonnade/http'
import { choosePlace } from '@colonnade/objects'
import {
  createContext,
  createLogRing,
  createProjectDirectory,
  createSetupToken,
  ensureConfiguredOwner,
  forgetConfiguredFactor,
  migratePlatform,
  mountPlatform,
  platformEndpoints,
  type PoolerAddress,
  type StorageAddress,
  startHousekeeping,
} from '@colonnade/platform'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { type ServerConfig, readServerConfig } from './config.ts'
import { openControlPlane } from './control-plane.ts'
import { mountDashboard } from './dashboard/dashboard.ts'
import { lockHome } from './home-lock.ts'
import { watchHome } from './home-watch.ts'
import { listenOnFree } from './listen.ts'
import { watchLoop } from './loop-watch.ts'
import { poolerAddressOf } from './pooler-address.ts'
import { requireLeakedPasswords } from './project-services/leaked-passwords.ts'
import { openProjectServices, type ProjectServices } from './project-services/project-services.ts'
import { securityHeaders } from './security-headers.ts'

/** Closing waits this long for what is under way; then the clusters are stopped regardless, and it fails with them. */
const closingDeadlineMs = 10_000

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }

async function main(): Promise<void> {
  const opened = new AsyncDisposableStack()
  const started = start(opened)
  let hasStarted = false
  let isStopping = false
  /** Closes what is open, once, and ends: whatever happened, no database server stays behind that nobody watches. */
  const end = async (exitCode: number): Promise<never> => {
    // Node ends a process that waits for nothing but unreferenced handles, such as the sockets of an idle pool
    setInterval(() => {}, 1_000)
    // what is only half opened can't be closed: a start under way is finished first
    const server = await started.catch(() => undefined)
    const closed = opened.disposeAsync().catch((error: unknown) => {
      console.error(error)
      exitCode = 1
    })
    const isLate = await Promise.race([closed.then(() => false), sleep(closingDeadlineMs, true)])
    if (isLate) await server?.stopClusters()
    process.exit(exitCode)
  }
  const stop = (signal: NodeJS.Signals): void => {
    // a signal to a whole process group comes again from the parent that forwards it
    if (isStopping) return
    isStopping = true
    console.log(`\n${signal}: stopping, and every cluster with it …`)
    void end(0)
  }
  const fail = (error: unknown): void => {
    console.error(isStopping ? error : explain(hasStarted ? 'has to stop' : 'could not start', error))
    // what fails because everything is being closed doesn't end it sooner
    if (isStopping) return
    isStopping = true
    // whoever starts us again would start on nothing
    if (isAppError(error, 'home_unusable')) report('closed')
    void end(1)
  }
  // whoever read what we print may be gone; an error of its own would be printed, and fail, without end
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // the terminal was closed: servers that it started would outlive it
  process.on('SIGHUP', stop)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    const server = await started
    hasStarted = true
    report('up')
    if (!isStopping) opened.use(watchHome(server.home, fail))
    await server.bringUp()
  } catch (error) {
    // what is closed while it comes up fails for that, and nobody needs to hear of it
    if (!isStopping) fail(error)
  }
}

/** Reports to the program that started us, such as `tools/supervise.mjs`, whether it makes sense to start us again. */
function report(state: 'up' | 'closed'): void {
  if (process.connected) process.send?.({ state })
}

interface Started {
  /** Where everything is that it keeps. */
  readonly home: string
  bringUp(): Promise<void>
  /** Once, whoever asks how often. */
  stopClusters(): Promise<void>
}

/** Opens everything in order, and says where to sign in. `opened` closes it all in the reverse order. */
async function start(opened: AsyncDisposableStack): Promise<Started> {
  const config = readServerConfig(process.env, version)
  const logs = createLogRing(isLogged('info', config.logLevel) ? config.logLevel : 'info')
  const logger = createLogger((line, level) => {
    logs.add(line, level)
    if (isLogged(level, config.logLevel)) process.stderr.write(`${line}\n`)
  }, logs.leastLevel)
  const failpoint = dyingAt(config.dieAt)
  if (config.platform.leakedPasswordsFile !== null) await requireLeakedPasswords(config.platform.leakedPasswordsFile)

  const home = await prepareHome(config.home)
  const unlock = lockHome(home)
  process.once('exit', unlock)
  const clusters = createEmbeddedClusters({
    home,
    logger,
    failpoint,
    poolTarget: config.poolSize,
    secretFolders: ['platform', 'pooler', 'logs', 'objects', 'functions'],
  })
  await choosePlace({ folder: join(home, 'objects'), storage: config.platform.objects, random: systemRandom, logger })
  await clusters.open()
  let stopping: Promise<void> | undefined
  const stopClusters = (): Promise<void> => (stopping ??= clusters.close({ stopClusters: true }))
  opened.defer(stopClusters)
  const database = opened.use(await openControlPlane(clusters, config.databaseUrl))
  await migratePlatform(database)
  let pooler: Pooler | undefined
  let services: ProjectServices | undefined
  let storageAddress: StorageAddress | null = null
  let ownOrigin = 'http://localhost'
  const hosts = createProjectHosts(config.platform.publicUrl === null ? 'localhost' : new URL(config.platform.publicUrl).hostname)
  const poolerAddress = (): PoolerAddress | null => (pooler ? poolerAddressOf(pooler, services, hosts) : null)
  const memory = new MemoryBudget(memoryLimitsFor(totalmem()))
  const followAwoken = async (ref: string): Promise<void> => services?.followAwoken(ref)
  const forgetProject = async (ref: string): Promise<void> => services?.forget(ref)
  const parts = {
    config: config.platform,
    database,
    clusters,
    logger,
    logs,
    failpoint,
    memory,
    pooler: poolerAddress,
    followAwoken,
    forgetProject,
    storageAddress: () => storageAddress,
    functionsService: () => services?.functions ?? null,
    functionBuilder: () => services?.functionBuilder() ?? null,
    authMails: () => services?.authMails ?? null,
    authHookCalls: (ref: string) => services?.hookCalls(ref) ?? [],
    authLimits: (ref: string) => services?.limitUsage(ref) ?? null,
    authService: () => services?.auth ?? null,
    realtimeLive: (ref: string) => services?.realtimeLive(ref) ?? null,
    functionLogs: () => services?.functionLogs ?? null,
  }
  const ctx = opened.use(await createContext(parts))
  await ensureConfiguredOwner(ctx)
  await forgetConfiguredFactor(ctx)
  opened.use(startHousekeeping(ctx))

  const app = createHttpApp({
    logger,
    random: systemRandom,
    trustedProxies: config.trustedProxies,
    rewriteUrl: (host, url) => hosts.rewrite(host, url),
  })
  opened.defer(() => app.close())
  securityHeaders(app)
  mountPlatform(app, ctx)
  const projects = opened.use(createProjectDirectory(ctx, () => ownOrigin))
  services = opened.use(
    openProjectServices(app, {
      projects,
      readers: ctx.changeReaders,
      logger,
      memory,
      logFolder: join(home, 'logs'),
      objectsFolder: join(home, 'objects'),
      functionsFolder: join(home, 'functions'),
      packages: config.packages,
      objects: config.platform.objects,
      pooler: () => pooler ?? null,
      publicUrl: config.platform.publicUrl,
      secrets: ctx.secrets,
      // on a machine that only its owner reaches, its own servers are tried out with it
      outbound: { arePrivateAllowed: isLoopbackHost(config.host) },
      leakedPasswordsFile: config.platform.leakedPasswordsFile,
    }),
  )
  await mountDashboard(app, fileURLToPath(new URL('../../dashboard/dist', import.meta.url)), platformEndpoints)
  let storagePort: number | null = null
  if (config.storage !== null) {
    const s3App = createHttpApp({ logger, random: systemRandom, trustedProxies: config.trustedProxies })
    opened.defer(() => s3App.close())
    services.serveS3(s3App, config.storage.url)
    storagePort = await listenOnFree(s3App, config.host, config.storage.port)
    storageAddress = { host: config.host, port: storagePort, url: config.storage.url }
  }
  pooler = opened.use(await openPooler({ config: config.pooler, projects, logger, memory }))
  await ctx.parts.customDomains.settle()
  const port = await listenOnFree(app, config.host, config.port)
  ownOrigin = `http://localhost:${port}`
  opened.use(watchLoop(logger))
  logger.info('started', { version, port, home: config.home })
  greet(
    config,
    { http: port, sessions: pooler.session.port, transactions: pooler.transaction.port, storage: storagePort },
    await createSetupToken(ctx),
  )
  return {
    home,
    async bringUp() {
      for (const worker of ctx.workers) await worker.start()
      await services?.resume()
    },
    stopClusters,
  }
}

/** Where to go now: the last lines of a start. */
function greet(
  config: ServerConfig,
  ports: Readonly<Record<'http' | 'sessions' | 'transactions', number> & { storage: number | null }>,
  setupToken: string | null,
): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host === '127.0.0.1' ? 'localhost' : config.host
  const url = config.platform.publicUrl?.replace(/\/$/, '') ?? `http://${host}:${ports.http}`
  const lines = ['', `  Colonnade ${version} is running.`, '']
  const taken = [
    [config.port, ports.http, 'it listens'],
    [config.pooler.sessionPort, ports.sessions, 'the session pooler listens'],
    [config.pooler.transactionPort, ports.transactions, 'the transaction pooler listens'],
    [config.storage?.port ?? 0, ports.storage ?? 0, 'the S3 endpoint listens'],
  ] as const
  for (const [wanted, got, what] of taken) if (wanted !== 0 && got !== wanted) lines.push(`  Port ${wanted} is taken, so ${what} on ${got}.`, '')
  lines.push(
    setupToken === null
      ? `  Sign in:  ${url}/sign-in`
      : `  Open this link once to create the owner and sign in:\n\n  ${url}/sign-in?setup=${setupToken}`,
    '',
    `  Data:     ${config.home}`,
    `  Postgres: port ${ports.sessions} by session, ${ports.transactions} by transaction, user postgres.REF`,
    '  Stop:     Ctrl+C',
    '',
  )
  console.log(lines.join('\n'))
}

/**
 * For the tests of recovery: the process dies at that point, as if it had been killed. A parent process with a channel receives every
 * point that is passed, and can name another one to die at; the process stops when the parent is gone.
 */
function dyingAt(name: string | null): Failpoint {
  if (name === null) return noFailpoint
  let fatal = name
  process.on('message', (next) => {
    fatal = String(next)
    process.send?.({ fatal })
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  return (passed) => {
    if (process.connected) process.send?.({ passed })
    if (passed === fatal) process.kill(process.pid, 'SIGKILL')
  }
}

/** What is printed when it can't go on. */
function explain(what: string, thrown: unknown): string {
  const error = toAppError(thrown)
  const problems = isAppError(error, 'config_invalid') && Array.isArray(error.details['problems']) ? error.details['problems'] : []
  return [
    '',
    `  Colonnade ${what}: ${error.code === 'internal' ? String(error.internal) : error.message}`,
    '',
    ...problems.map((problem) => `  - ${problem}`),
    ...(error.code === 'internal' ? [inspect(error.cause)] : []),
  ].join('\n')
}

await main()
