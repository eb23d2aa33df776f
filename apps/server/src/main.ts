import { createEmbeddedClusters, prepareHome } from '@colonnade/clusters'
import { createLogger, type Failpoint, isAppError, noFailpoint, systemRandom, toAppError } from '@colonnade/core'
import { createHttpApp } from '@colonnade/http'
import { createContext, createSetupToken, ensureConfiguredOwner, migratePlatform, mountPlatform } from '@colonnade/platform'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ServerConfig, readServerConfig } from './config.ts'
import { openControlPlane } from './control-plane.ts'
import { mountDashboard } from './dashboard.ts'
import { lockHome } from './home-lock.ts'
import { listenOnFree } from './listen.ts'
import { securityHeaders } from './security-headers.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }

async function main(): Promise<void> {
  const opened = new AsyncDisposableStack()
  const started = start(readServerConfig(process.env, version), opened)
  let isStopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // a signal to a whole process group comes again from the parent that forwards it
    if (isStopping) return
    isStopping = true
    console.log(`\n${signal}: stopping, and every cluster with it …`)
    // what is only half opened can't be closed: a start under way is finished first
    await started.catch(() => {})
    await opened.disposeAsync()
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
  const server = await started.catch(async (error: unknown) => {
    await opened.disposeAsync()
    throw error
  })
  await server.bringUp()
}

/** Opens everything in order, and says where to sign in. `opened` closes it all in the reverse order. */
async function start(config: ServerConfig, opened: AsyncDisposableStack): Promise<{ bringUp(): Promise<void> }> {
  const logger = createLogger((line) => process.stderr.write(`${line}\n`), config.logLevel)
  const failpoint = dyingAt(config.dieAt)

  const home = await prepareHome(config.home)
  const unlock = lockHome(home)
  process.once('exit', unlock)
  const clusters = createEmbeddedClusters({ home, logger, failpoint, poolTarget: config.poolSize })
  await clusters.open()
  opened.defer(() => clusters.close({ stopClusters: true }))
  const database = opened.use(await openControlPlane(clusters, config.databaseUrl))
  await migratePlatform(database)
  const ctx = opened.use(await createContext({ config: config.platform, database, clusters, logger, failpoint }))
  await ensureConfiguredOwner(ctx)

  const app = createHttpApp({ logger, random: systemRandom })
  opened.defer(() => app.close())
  securityHeaders(app)
  mountPlatform(app, ctx)
  await mountDashboard(app, fileURLToPath(new URL('../../dashboard/dist', import.meta.url)))
  const port = await listenOnFree(app, config.host, config.port)
  greet(config, port, await createSetupToken(ctx))
  return { bringUp: () => ctx.reconciler.start() }
}

/** Where to go now: the last lines of a start. */
function greet(config: ServerConfig, port: number, setupToken: string | null): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host === '127.0.0.1' ? 'localhost' : config.host
  const url = config.platform.publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`
  const lines = ['', `  Colonnade ${version} is running.`, '']
  if (config.port !== 0 && port !== config.port) lines.push(`  Port ${config.port} is taken, so it listens on ${port}.`, '')
  lines.push(
    setupToken === null
      ? `  Sign in:  ${url}/sign-in`
      : `  Open this link once to create the owner and sign in:\n\n  ${url}/sign-in?setup=${setupToken}`,
    '',
    `  Data:     ${config.home}`,
    '  Stop:     Ctrl+C',
    '',
  )
  console.log(lines.join('\n'))
}

/**
 * For the tests of recovery: the process is gone at that point, as if it had been killed. Whoever started it with a channel is told
 * every point that is passed, and may name another to die at; it stops when they are gone.
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

try {
  await main()
} catch (thrown) {
  const error = toAppError(thrown)
  console.error(`\n  Colonnade could not start: ${error.code === 'internal' ? String(error.internal) : error.message}\n`)
  if (isAppError(error, 'config_invalid') && Array.isArray(error.details['problems'])) {
    for (const problem of error.details['problems']) console.error(`  - ${problem}`)
  }
  if (error.code === 'internal') console.error(error.cause)
  process.exit(1)
}
