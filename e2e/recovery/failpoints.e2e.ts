import { isAppError } from '@colonnade/core'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Api, askDatabase, connect, createInstallation, databasePassword, leftovers, signIn, untilRemoved, untilStatus } from './installation.ts'
import { sampleOf } from './kill-points.ts'

const installation = await createInstallation()
afterAll(() => installation[Symbol.asyncDispose]())
let server = await installation.start()
const cookie = await signIn(server.url)
const { slug } = await api().organizations.create({ body: { name: 'Acme' } })
/** Projects that are up. */
const living = new Set<string>()

/**
 * Which failpoints there are is not written here: a first project is created and deleted, and the points to be killed at are a sample of
 * those that the server passed on the way.
 */
const trace = await traceLife().catch(async (error: unknown) => {
  await installation[Symbol.asyncDispose]()
  throw error
})

test('a creation and a deletion pass failpoints before and after each step', () => {
  for (const step of ['claim', 'start', 'bootstrap', 'password', 'verify']) expect(trace.creation).toContain(`projects.${step}.before`)
  expect(trace.creation).toContain('clusters.start.launch.after')
  expect(trace.deletion).toContain('projects.destroy.before')
  expect(trace.deletion).toContain('clusters.destroy.bury.after')
})

test.each(sampleOf(trace.creation, 4, 'projects.'))('killed at %s of a creation, the next start completes it', async (failpoint) => {
  await server.dieAt(failpoint)
  await create(failpoint).catch(expectLost)
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })

  server = await installation.start()
  const found = (await api().projects.list()).filter(({ name }) => name === failpoint)
  expect(found).toHaveLength(1)
  const project = await untilStatus(api(), found[0]!.ref, 'ACTIVE_HEALTHY')
  expect(await askDatabase(project)).toBe('postgres')
  living.add(project.ref)
  await expectOnlyLiving()
})

test.each(sampleOf(trace.sleeping, 3, 'projects.'))(
  'killed at %s of a sleep or a wake, it is asleep or awake after the next start, and answers',
  async (failpoint) => {
    const ref = [...living][0]!
    const project = await untilStatus(api(), ref, 'ACTIVE_HEALTHY')
    await server.dieAt(failpoint)
    const { db_host, db_port } = project
    await fallAsleep(ref).catch(expectLost)
    // asleep already, where it dies while it wakes
    if (failpoint.startsWith('projects.wake')) await askDatabase(project).catch(() => {})
    expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })

    server = await installation.start()
    await expect.poll(async () => (await api().projects.retrieve({ params: { ref } })).sleep).toMatch(/^a/)
    await api().queries.run({ params: { ref }, body: { query: 'select 1' } })
    expect(await api().projects.retrieve({ params: { ref } })).toMatchObject({ status: 'ACTIVE_HEALTHY', sleep: 'awake', db_host, db_port })
  },
)

test.each(sampleOf(trace.deletion, 2, 'projects.'))('killed at %s of a deletion, the next start completes it', async (failpoint) => {
  const ref = [...living][0]!
  await server.dieAt(failpoint)
  await api().projects.remove({ params: { ref } }).catch(expectLost)
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })

  server = await installation.start()
  await untilRemoved(api(), ref)
  await expect(api().projects.retrieve({ params: { ref } })).rejects.toMatchObject({ code: 'project_not_found' })
  living.delete(ref)
  await expectOnlyLiving()
})

test('after all these deaths every other project still answers', async () => {
  for (const project of await api().projects.list()) {
    expect(project.status).toBe('ACTIVE_HEALTHY')
    expect(await askDatabase(project)).toBe('postgres')
  }
})

test('all can be deleted at once, and a stop then leaves no process and no half-made folder', async () => {
  await Promise.all([...living].map((ref) => api().projects.remove({ params: { ref } })))
  await Promise.all([...living].map((ref) => untilRemoved(api(), ref)))
  await server.stop()
  expect(await installation.processes()).toEqual([])
  expect(await leftovers(installation)).toEqual([])
  expect(await readdir(installation.paths.clusters)).toEqual(['platform'])
})

/** The running server's API; after a restart it listens elsewhere, and the session goes on. */
function api(): Api {
  return connect(server.url, cookie)
}

function create(name: string) {
  return api().projects.create({ body: { organization_slug: slug, name, db_pass: databasePassword } })
}

/** The server may be gone before it has answered. */
function expectLost(error: unknown): void {
  if (!isAppError(error, 'unavailable')) throw error
}

/** Names of the failpoints of a whole life, each once. */
async function traceLife(): Promise<{ creation: string[]; sleeping: string[]; deletion: string[] }> {
  let mark = server.passed.length
  const taken = async (last: string): Promise<string[]> => {
    // the last ones are still on their way when the project is seen to be done
    while (!server.passed.includes(last, mark)) await sleep(5)
    const names = new Set(server.passed.slice(mark))
    mark = server.passed.length
    return [...names]
  }
  const { ref } = await create('traced')
  await untilStatus(api(), ref, 'ACTIVE_HEALTHY')
  const creation = await taken('projects.verify.recorded')
  await api().sleeps.sleep({ params: { ref } })
  await api().sleeps.wake({ params: { ref } })
  // what clusters do at a start and a stop is passed by a creation and a deletion, too
  const sleeping = (await taken('projects.wake.recorded')).filter((name) => /^projects\.(sleep|wake)\./.test(name))
  await api().projects.remove({ params: { ref } })
  await untilRemoved(api(), ref)
  return { creation, sleeping, deletion: await taken('projects.destroy.recorded') }
}

/** Makes a project sleep. Postgres may still count a connection that its client has already closed. */
async function fallAsleep(ref: string): Promise<void> {
  for (;;) {
    const error: unknown = await api()
      .sleeps.sleep({ params: { ref } })
      .then(
        () => null,
        (reason: unknown) => reason,
      )
    if (error === null) return
    if (!isAppError(error, 'project_busy')) throw error
    await sleep(20)
  }
}

/** The servers and folders of living projects and of the control plane are there, and no other; what removes them may still be at it. */
async function expectOnlyLiving(): Promise<void> {
  const wanted = ['platform', ...living].sort()
  await expect.poll(() => installation.running()).toEqual(wanted)
  expect((await readdir(installation.paths.clusters)).sort()).toEqual(wanted)
  expect(await readdir(installation.paths.trash)).toEqual([])
}
