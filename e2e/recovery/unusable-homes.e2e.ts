import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProcesses } from '@colonnade/clusters/testing/processes'
import { askDatabase, connect, createProject, signIn, untilStatus } from './installation.ts'
import { runUntilEnd, startServer } from './server.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-e2e-'))
  execFileSync('chmod', ['711', folder])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a start there prints; it must end with code 1, in a few words, and leave nothing running. */
async function refusalOf(home: string): Promise<string> {
  const { code, output } = await runUntilEnd(home, { COLONNADE_POOL_SIZE: '0' })
  expect(output).toContain('Colonnade could not start')
  expect(output).not.toMatch(/^ +at /m)
  expect(code).toBe(1)
  expect((await listProcesses()).filter(({ args }) => args.some((arg) => arg.includes(home)))).toEqual([])
  return output
}

test('a home that is a file is refused', async () => {
  const home = join(folder, 'file')
  await writeFile(home, '')
  expect(await refusalOf(home)).toContain(`${home} is not a folder`)
  expect(await refusalOf(join(home, 'inside'))).toContain(home)
})

test('a read-only home is refused', async (context) => {
  const home = join(folder, 'read-only')
  await using _ = await mountAt(home, 'ro,size=1m', () => context.skip('only root can mount a folder'))
  expect(await refusalOf(home)).toMatch(/read-only/i)
})

test('a full home is refused', async (context) => {
  const home = join(folder, 'full')
  await using _ = await mountAt(home, 'size=20m', () => context.skip('only root can mount a folder'))
  expect(await refusalOf(home)).toMatch(/full|no space/i)
})

test('a home that gets full: the creation fails and says why; with room again it is completed', async (context) => {
  const home = join(folder, 'filling')
  await using mounted = await mountAt(home, 'size=400m,mode=711', () => context.skip('only root can mount a folder'))
  const server = await startServer(home, { COLONNADE_POOL_SIZE: '0' })
  try {
    const api = connect(server.url, await signIn(server.url))
    const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
    mounted.resize(`${mounted.usedMegabytes() + 10}m`)
    const { ref, db_pass } = await api.projects.create({ body: { organization_slug: slug, name: 'Too much', db_pass: 'a-database-password' } })
    expect(db_pass).toBeNull()
    const failed = await untilStatus(api, ref, 'INIT_FAILED')
    expect(failed.problem?.message).toMatch(/full|no space/i)
    mounted.resize('400m')
    await api.projects.restore({ params: { ref } })
    expect(await askDatabase(await untilStatus(api, ref, 'ACTIVE_HEALTHY'))).toBe('postgres')
  } finally {
    await server.stop()
  }
})

test('a home that is deleted under the platform ends it: it says so, and no database server stays behind', async () => {
  const home = join(folder, 'deleted')
  const server = await startServer(home, { COLONNADE_POOL_SIZE: '1' })
  const api = connect(server.url, await signIn(server.url))
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  await createProject(api, slug, 'One')
  const before = server.output().length
  await rm(home, { recursive: true, maxRetries: 20 })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  const said = server.output().slice(before)
  // what was under way just then may have said before that it failed, or after
  expect(said).toContain(
    `  Colonnade has to stop: ${home} was deleted or moved while Colonnade ran, or its lock.json was. Its database servers are stopped\n`,
  )
  expect((await listProcesses()).filter(({ args }) => args.some((arg) => arg.includes(home)))).toEqual([])
})

interface Mounted extends AsyncDisposable {
  resize(size: string): void
  usedMegabytes(): number
}

/** A small file system of its own at a folder. */
async function mountAt(path: string, options: string, otherwise: () => never): Promise<Mounted> {
  await mkdir(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    otherwise()
  }
  return {
    resize: (size) => void execFileSync('mount', ['-o', `remount,size=${size}`, path]),
    usedMegabytes: () => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', path])
    },
  }
}
