import { execFile, spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'
import { testCacheDir } from './test-home.ts'

/** A Postgres that the machine has, besides the one that Colonnade brings. */
export interface SystemEngine {
  readonly major: number
  readonly binDir: string
}

export interface RunningServer extends AsyncDisposable {
  readonly major: number
  /** As a superuser; the database is `postgres`. */
  readonly target: ConnectionTarget
}

/** Where Debian's packages put their versions. */
const versionsFolder = '/usr/lib/postgresql'

/** The server versions 14 to 17 that are installed here; none on most machines. */
export async function findSystemEngines(): Promise<SystemEngine[]> {
  const names = await namesIn(versionsFolder)
  const engines = names.map((name) => ({ major: Number(name), binDir: join(versionsFolder, name, 'bin') }))
  const supported = engines.filter(({ major }) => major >= 14 && major <= 17)
  const complete = await Promise.all(supported.map(async ({ binDir }) => (await namesIn(binDir)).includes('initdb')))
  return supported.filter((_, index) => complete[index])
}

/** Nothing is in a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** Starts a server of its own on a copy of a cluster that is made once per user; it listens on a socket only. */
export async function startSystemServer(engine: SystemEngine): Promise<RunningServer> {
  const account = await serverAccount()
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pg-'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await cp(await emptyCluster(engine, account), data, { recursive: true, preserveTimestamps: true })
  await own(folder, account)
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'wal_level=logical', 'shared_buffers=32MB']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(join(engine.binDir, 'postgres'), args, { stdio: 'ignore', cwd: '/', ...account })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const target: ConnectionTarget = { host: folder, port: 5432, user: 'postgres', database: 'postgres' }
  await untilReady(target, () => child.exitCode !== null)
  return {
    major: engine.major,
    target,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type ServerAccount = { readonly uid: number; readonly gid: number } | undefined

/** Postgres refuses to run as root; Debian's packages make a user for it. */
async function serverAccount(): Promise<ServerAccount> {
  if (userInfo().uid !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('postgres:'))
  if (line === undefined) throw new Error('Root needs the user postgres to run a Postgres server')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

async function emptyCluster(engine: SystemEngine, account: ServerAccount): Promise<string> {
  const cache = testCacheDir()
  const made = join(cache, `system-pg-${engine.major}`)
  if ((await namesIn(made)).includes('PG_VERSION')) return made
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(join(tmpdir(), 'colonnade-initdb-'))
  await own(making, account)
  const args = ['-D', join(making, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  await promisify(execFile)(join(engine.binDir, 'initdb'), args, { cwd: '/', ...account })
  try {
    await rename(join(making, 'data'), made)
  } catch (error) {
    // another test file was faster
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await rm(making, { recursive: true, force: true })
  return made
}

async function own(folder: string, account: ServerAccount): Promise<void> {
  if (account === undefined) return
  const entries = await readdir(folder, { recursive: true })
  await Promise.all(['', ...entries].map((entry) => chown(join(folder, entry), account.uid, account.gid)))
}

async function untilReady(target: ConnectionTarget, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: target.host, port: target.port, user: target.user, database: target.database })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (hasEnded()) throw new Error(`Postgres ended before it took connections`, { cause: error })
      // nothing tells when a server begins to listen
      await delay(5)
    }
  }
}
