import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newRef, silentLogger, systemRandom } from '@colonnade/core'
import { type Queryable, withClient } from '@colonnade/pg'
import { ident, sql } from '@colonnade/sql'
import type { EmbeddedClusters } from '../capabilities.ts'
import type { ClusterState, ClusterStatus } from '../clusters.ts'
import { ownNames } from '../own-names.ts'
import { createEmbeddedClusters } from './driver.ts'
import type { EmbeddedClustersOptions } from './options.ts'
import { listProcesses } from './process/processes.ts'
import { run } from './process/run.ts'
import { prepareHome } from './storage/home.ts'
import { homePaths, type HomePaths } from './storage/paths.ts'

/** Engine and template are created once and shared by all test files and runs of a user; each test has its own homes. */
export const testCache = join(tmpdir(), `colonnade-test-cache-${process.getuid?.() ?? 0}`)

/** A home of its own for a test file, removed at the end with every server that still runs in it. */
export interface TestHome extends AsyncDisposable {
  readonly paths: HomePaths
  /** A driver on this home; closed, with its clusters, at the end. */
  open(options?: Partial<EmbeddedClustersOptions>): Promise<EmbeddedClusters>
  /** Processes that belong to this home, as "PID what". */
  processes(): Promise<string[]>
  /** Names left in `making` and `trash`. */
  leftovers(): Promise<string[]>
}

export async function createTestHome(): Promise<TestHome> {
  const home = await prepareHome(await mkdtemp(join(tmpdir(), 'colonnade-test-')))
  const paths = homePaths(home, testCache, tmpdir())
  const opened: EmbeddedClusters[] = []
  return {
    paths,
    async open(options = {}) {
      const clusters = createEmbeddedClusters({ home, logger: silentLogger, poolTarget: 0, cacheDir: testCache, ...options })
      opened.push(clusters)
      await clusters.open()
      return clusters
    },
    async processes() {
      const mine = (await listProcesses()).filter(({ args }) => args.some((arg) => arg.includes(home) || arg.includes(`-${paths.mark}: `)))
      return mine.map(({ pid, args }) => `${pid} ${args.join(' ')}`)
    },
    async leftovers() {
      return [...(await readdir(paths.making)), ...(await readdir(paths.trash))]
    },
    async [Symbol.asyncDispose]() {
      for (const clusters of opened) await clusters.close({ stopClusters: true })
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

export function testRef(): string {
  return newRef(systemRandom)
}

/** Runs SQL in a cluster as one of its roles, over the private socket. */
export async function asRole<T>(clusters: EmbeddedClusters, ref: string, user: string, work: (client: Queryable) => Promise<T>): Promise<T> {
  return withClient({ ...(await clusters.endpoint(ref)), user, database: 'postgres' }, work)
}

/** Makes a running cluster what one of an early version is: our roles have their former names, and those that nobody uses are not there. */
export async function giveFormerNames({ paths }: TestHome, clusters: EmbeddedClusters, ref: string): Promise<void> {
  const { current, former } = ownNames
  await asRole(clusters, ref, current.administrator, async (client) => {
    await client.run(sql`begin; create role renaming superuser; set local session authorization renaming`)
    await client.run(sql`alter role ${ident(current.administrator)} rename to ${ident(former.administrator)}`)
    await client.run(sql`alter role ${ident(current.reader)} rename to ${ident(former.reader)}`)
    await client.run(sql`reset session authorization; drop role renaming`)
    for (const role of idleRoles) await client.run(sql`drop role ${ident(role)}`)
    await client.run(sql`delete from _colonnade.schema_migrations where name = '0007_roles_of_services'; commit`)
  })
  await rm(join(paths.cluster(ref).data, 'colonnade_names'))
}

/** Roles that existing SQL of the ecosystem grants to, and nobody logs in as. */
export const idleRoles = [
  'supabase_functions_admin',
  'supabase_replication_admin',
  'supabase_etl_admin',
  'supabase_privileged_role',
  'dashboard_user',
  'pgbouncer',
]

/** Resolves with the status once a cluster is in a state. */
export async function untilState(clusters: EmbeddedClusters, ref: string, state: ClusterState): Promise<ClusterStatus> {
  const { promise, resolve } = Promise.withResolvers<ClusterStatus>()
  const stop = clusters.watch((status) => {
    if (status.ref === ref && status.state === state) resolve(status)
  })
  try {
    const now = await clusters.status(ref)
    return now.state === state ? now : await promise
  } finally {
    stop()
  }
}

/** The process id in a cluster's postmaster.pid. */
export async function postmasterPid(home: TestHome, ref: string): Promise<number> {
  return Number((await readFile(join(home.paths.cluster(ref).data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** What another process does, and the failpoint at which it dies (see killed-child.ts). */
export interface Fate {
  readonly ref: string
  /** e.g. "ensure,start" */
  readonly operations: string
  readonly failpoint: string
  readonly primary?: string
}

/** Lets another process work on a home until it dies at a failpoint. @throws Error if it survives */
export async function dieAt({ paths }: TestHome, { ref, operations, failpoint, primary = '' }: Fate): Promise<void> {
  const script = fileURLToPath(new URL('killed-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, paths.home, testCache, ref, operations, failpoint, primary], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`The process wasn’t killed at ${failpoint}; it exited with ${signal ?? `code ${code}`}`)
}

/** Whether the machine lets us make small disks, which fill up. */
export async function makesDisks(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const place = await mkdtemp(join(tmpdir(), 'colonnade-disk-'))
  const isMade = await run('mount', ['-t', 'tmpfs', 'tmpfs', place]).then(
    () => true,
    () => false,
  )
  if (isMade) await run('umount', [place])
  await rm(place, { recursive: true })
  return isMade
}
