import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type Logger } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { applyBootstrap, readBootstrap } from '../../bootstrap.ts'
import { targetOf } from '../../logins.ts'
import { ownNames } from '../../own-names.ts'
import { mark } from '../names/mark.ts'
import { launchPostmaster, stopPostmaster, waitUntilReady } from '../process/postmaster.ts'
import { run } from '../process/run.ts'
import { lastLogLines } from '../process/server-log.ts'
import type { Account } from '../storage/accounts.ts'
import { isTaken, onDisk, readIfThere, removeTree, syncFolder, writeDurably } from '../storage/files.ts'
import { type ClusterPaths, clusterPaths, fitsSocket } from '../storage/paths.ts'
import type { Engine } from './engine.ts'
import { probeExtensions } from './extensions.ts'
import { dropSpareWal } from './identity.ts'
import { configurationText, privateAccessText, templateSettingsText } from './settings.ts'

/** A whole data folder that every new cluster is a copy of. */
export interface Template {
  /** Engine version, and a checksum of everything that went into it: "pg-18.4-1f0c…". */
  readonly name: string
  readonly data: string
  /** extensions of the engine that work on this machine */
  readonly extensions: readonly string[]
}

export interface TemplateOptions {
  readonly engine: Engine
  readonly folder: string
  /** folder for the short-lived socket, should the path under `folder` be too long */
  readonly temporary: string
  /** whom the short-lived server runs as */
  readonly account: Account
  readonly logger: Logger
}

/** Increase this whenever the steps below produce a different result. */
const recipe = 4

const port = 5432

/** The template for an engine and the present bootstrap; made in 1 to 2 seconds if there is none yet. */
export async function openTemplate(options: TemplateOptions): Promise<Template> {
  const name = await templateName(options.engine.version)
  const target = join(options.folder, name)
  const found = await readTemplate(target, name)
  if (found !== undefined) return found
  const begin = performance.now()
  const making = join(options.folder, `.${name}.${randomBytes(4).toString('hex')}`)
  await onDisk(async () => {
    try {
      await mkdir(making, { mode: 0o711 })
      await chmod(making, 0o711)
      await make(options, making)
      await rename(making, target)
      await syncFolder(options.folder)
    } catch (error) {
      await removeTree(making)
      if (!isTaken(error)) throw error // somebody else was faster, with the same result
    }
  })
  options.logger.info('template made', { template: name, durationMs: Math.round(performance.now() - begin) })
  return (await readTemplate(target, name))!
}

/** The name of an engine's template with the present bootstrap. */
export async function templateName(version: string): Promise<string> {
  return `pg-${version}-${await fingerprint()}`
}

/** Removes templates that no longer serve, and halves of such as were never finished. */
export async function removeOtherTemplates(folder: string, keep: readonly string[]): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !keep.includes(name))
  await Promise.all(names.map((name) => removeTree(join(folder, name))))
}

async function readTemplate(folder: string, name: string): Promise<Template | undefined> {
  const text = await readIfThere(join(folder, 'template.json'))
  if (text === undefined) return undefined
  const { extensions } = JSON.parse(text) as { extensions: string[] }
  return { name, data: join(folder, 'data'), extensions }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(`${recipe}\n${privateAccessText}\n${configurationText}\n`)
  for (const { name, checksum } of await readBootstrap()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 12)
}

async function make(options: TemplateOptions, folder: string): Promise<void> {
  const { engine, account } = options
  const own = clusterPaths(folder)
  const paths = fitsSocket(own.socket) ? own : { ...own, socket: join(options.temporary, `colonnade-template-${randomBytes(4).toString('hex')}`) }
  await initialize(engine, paths, account, ownNames.current.administrator)
  await writeFile(join(paths.data, 'postgresql.conf'), configurationText)
  await writeFile(join(paths.data, 'pg_hba.conf'), privateAccessText)
  const processName = `template-${randomBytes(3).toString('hex')}`
  const settings = { version: engine.version, compute: 'nano', port, socket: paths.socket, log: paths.log, processName } as const
  await writeFile(paths.settings, templateSettingsText(settings), { mode: 0o644 })
  for (const made of [paths.log, paths.socket]) await mkdir(made, { mode: 0o700 })
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, paths.data, paths.log, paths.socket])
  let extensions: string[]
  try {
    extensions = await furnish(engine, paths, account, processName)
  } finally {
    await removeTree(paths.socket)
  }
  await dropSpareWal(paths.data)
  // statistics too: what was run here is nobody's business later
  const inData = ['current_logfiles', 'postmaster.opts', 'pg_stat/pgstat.stat', 'pg_stat/pg_stat_statements.stat']
  const scraps = [paths.settings, paths.startupLog, paths.log, ...inData.map((name) => join(paths.data, name))]
  for (const scrap of scraps) await rm(scrap, { recursive: true, force: true })
  await run(engine.initdb, ['--sync-only', '-D', paths.data], { account })
  // readable by nobody but us from now on, and written by no one
  if (account !== null) await run('chown', ['-R', '0:0', paths.data])
  await writeDurably(join(folder, 'template.json'), `${JSON.stringify({ version: engine.version, extensions }, null, 2)}\n`, 0o644)
}

/** Makes an empty data folder with that superuser. initdb wants a user with an entry in /etc/passwd, which our numbers have not. */
export async function initialize(engine: Engine, paths: Pick<ClusterPaths, 'data'>, account: Account, superuser: string): Promise<void> {
  const runner = account === null ? null : await namedAccount()
  await mkdir(paths.data, { mode: 0o700 })
  if (runner !== null) await run('chown', [`${runner.uid}:${runner.gid}`, paths.data])
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  const args = ['-D', paths.data, '-U', superuser, '--no-sync', '-k', '--wal-segsize=4', '--auth=trust', '--no-instructions', ...locale]
  await run(engine.initdb, args, { account: runner })
  if (superuser === ownNames.current.administrator) await mark(paths.data, runner)
}

async function namedAccount(): Promise<Account> {
  for (const name of ['nobody', 'daemon', 'bin']) {
    const uid = Number(await run('id', ['-u', name]).catch(() => 'none'))
    const gid = Number(await run('id', ['-g', name]).catch(() => 'none'))
    if (uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new AppError('engine_unavailable', {}, { message: 'Postgres can’t run as root, and the system has no user "nobody" for creating its files' })
}

async function furnish(engine: Engine, paths: ClusterPaths, account: Account, processName: string): Promise<string[]> {
  const postmaster = await launchPostmaster(engine.postgres, paths, account)
  try {
    if (!(await waitUntilReady(postmaster, paths.socket, port, 60_000))) {
      const log = await lastLogLines(paths.log, paths.startupLog)
      throw new AppError('cluster_start_failed', { log }, { message: 'The template database server did not start', internal: log.join('\n') })
    }
    const server = { host: paths.socket, port }
    await applyBootstrap(server)
    const target = targetOf(server, 'administrator')
    await withClient({ ...target, database: 'template1' }, (client) => client.run(sql`vacuum (freeze, analyze)`))
    return await withClient(target, async (client) => {
      const extensions = await probeExtensions(engine, client)
      await client.run(sql`vacuum (freeze, analyze)`)
      await client.run(sql`select pg_switch_wal()`)
      await client.run(sql`checkpoint`)
      await client.run(sql`checkpoint`)
      return extensions
    })
  } finally {
    await stopPostmaster(postmaster, { processName, uid: account?.uid ?? process.getuid!() }, { fastMs: 20_000, immediateMs: 5_000 })
  }
}
