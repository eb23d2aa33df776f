import { type Client, createClient } from '@colonnade/client'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Project, ProjectStatus } from '@colonnade/contracts/projects/projects'
import { isAppError } from '@colonnade/core'
import { type ConnectionTarget, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { cp, link, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmasters, isAlive, listProcesses, type ProcessInfo, signal } from '@colonnade/clusters/testing/processes'
import { prepareHome } from '@colonnade/clusters'
import { type HomePaths, homePaths } from '@colonnade/clusters/testing/paths'
import { type Environment, ownerEmail, ownerPassword, type Server, startServer } from './server.ts'

export type Api = Client<typeof wholeApi>

export const databasePassword = 'a-database-password'

/** A data directory of its own, with the servers that ran on it. Disposing of it ends everything and removes it. */
export interface Installation extends AsyncDisposable {
  readonly paths: HomePaths
  /** Starts a server here; more than one at a time is refused by the server itself. */
  start(environment?: Environment): Promise<Server>
  /** Processes that belong to this home, servers of ours not counted. */
  processes(): Promise<ProcessInfo[]>
  /** Refs whose database server runs, sorted. */
  running(): Promise<string[]>
  /** The process id of a cluster's postmaster; undefined when it does not run. */
  postmaster(ref: string): Promise<number | undefined>
}

/**
 * In tests it is spared the making of engine and template: it takes those of the first home.
 *
 * @param folder what it is made in, if that is to be a disk of its own
 */
export async function createInstallation(folder = tmpdir()): Promise<Installation> {
  const firstHome = folder === tmpdir() ? process.env['COLONNADE_TEST_FIRST_HOME'] : undefined
  const home = await prepareHome(await mkdtemp(join(folder, 'colonnade-e2e-')))
  const paths = homePaths(home, home, tmpdir())
  if (firstHome !== undefined) {
    await linkFolder(join(firstHome, 'engines'), join(home, 'engines'))
    await cp(join(firstHome, 'templates'), join(home, 'templates'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
  const servers: Server[] = []
  const processes = async (): Promise<ProcessInfo[]> =>
    (await listProcesses()).filter(({ pid, args }) => isAlive(pid) && args.some((arg) => arg.includes(home) || arg.includes(`-${paths.mark}: `)))
  const postmasters = async (): Promise<Map<string, ProcessInfo>> => findPostmasters(await processes())
  return {
    paths,
    async start(environment) {
      const server = await startServer(home, environment)
      servers.push(server)
      return server
    },
    processes,
    async running() {
      const folders = [...(await postmasters()).keys()]
      return folders.map((folder) => folder.slice(paths.clusters.length + 1).split('/')[0]!).sort()
    },
    async postmaster(ref) {
      return (await postmasters()).get(paths.cluster(ref).data)?.pid
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.stop()))
      for (const { pid } of (await postmasters()).values()) signal(pid, 'SIGINT')
      for (let look = 0; look < 100 && (await processes()).length > 0; look += 1) await sleep(50)
      for (const { pid } of await processes()) signal(pid, 'SIGKILL')
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** The same files, which nobody writes to, in another folder. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target)
  }
}

/** The cookie of a new session of the owner. */
export async function signIn(url: string, credentials = { email: ownerEmail, password: ownerPassword }): Promise<string> {
  const response = await fetch(`${url}/platform/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status} ${await response.text()}`)
  return cookieOf(response)
}

export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

export function connect(url: string, cookie: string): Api {
  return createClient(wholeApi, { baseUrl: url, headers: () => ({ cookie }) })
}

/** Creates a project and waits until it answers. */
export async function createProject(api: Api, slug: string, name: string, password = databasePassword): Promise<Project> {
  const { ref } = await api.projects.create({ body: { organization_slug: slug, name, db_pass: password } })
  return untilStatus(api, ref, 'ACTIVE_HEALTHY')
}

/** Follows a project's events until it is in that status now, and returns it. */
export async function untilStatus(api: Api, ref: string, wanted: ProjectStatus): Promise<Project> {
  const leaving = new AbortController()
  try {
    for await (const { status } of api.projects.events({ params: { ref }, signal: leaving.signal })) {
      if (status !== wanted) continue
      const project = await api.projects.retrieve({ params: { ref } })
      if (project.status === wanted) return project
    }
  } finally {
    leaving.abort()
  }
  throw new Error(`The events of ${ref} ended before ${wanted}`)
}

/** Resolves when a project is gone for good. */
export async function untilRemoved(api: Api, ref: string): Promise<void> {
  const leaving = new AbortController()
  try {
    for await (const { status } of api.projects.events({ params: { ref }, signal: leaving.signal })) if (status === 'REMOVED') return
  } catch (error) {
    if (!isAppError(error, 'project_not_found')) throw error
  } finally {
    leaving.abort()
  }
}

/** Where an outside client reaches a project's database. */
export function addressOf({ db_host, db_port }: Project): ConnectionTarget {
  if (db_host === null || db_port === null) throw new Error('The project has no address')
  return { host: db_host, port: db_port, user: 'postgres', database: 'postgres', password: databasePassword }
}

/** Connects by TCP with the database password and has the database say who it is. */
export async function askDatabase(project: Project): Promise<string> {
  const row = await withClient(addressOf(project), (client) => client.first<{ name: string }>(sql`select current_user::text as name`))
  return row!.name
}

/** Names in the folders where things are made and taken apart. */
export async function leftovers({ paths }: Installation): Promise<string[]> {
  return [...(await readdir(paths.making)), ...(await readdir(paths.trash))]
}
