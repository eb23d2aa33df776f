import { isAppError } from '@colonnade/core'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { askDatabase, connect, createInstallation, databasePassword, leftovers, signIn, untilRemoved, untilStatus } from './installation.ts'
import type { Server } from './server.ts'

/**
 * Which failpoints there are is not written here: a first project is created and deleted, and every point that the server passed
 * on the way is one to be killed at.
 */
const installation = await createInstallation()
afterAll(() => installation[Symbol.asyncDispose]())
let server = await installation.start()
const cookie = await signIn(server.url)
const { slug } = await connect(server.url, cookie).organizations.create({ body: { name: 'Acme' } })

let mark = server.passed.length
const { ref: first } = await create(server, 'first')
await untilStatus(connect(server.url, cookie), first, 'ACTIVE_HEALTHY')
const creation = await passedSince(mark)
mark = server.passed.length
await connect(server.url, cookie).projects.remove({ params: { ref: first } })
await untilRemoved(connect(server.url, cookie), first)
const deletion = await passedSince(mark)

test('a creation and a deletion pass failpoints before and after each step', () => {
  for (const step of ['claim', 'start', 'bootstrap', 'password', 'verify']) expect(creation).toContain(`projects.${step}.before`)
  expect(creation).toContain('clusters.start.launch.after')
  expect(deletion).toContain('projects.destroy.before')
  expect(deletion).toContain('clusters.destroy.bury.after')
})

test.each(creation)('killed at %s of a creation, the next start completes it', async (failpoint) => {
  await server.dieAt(failpoint)
  await create(server, failpoint).catch(expectLost)
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })

  server = await installation.start()
  const api = connect(server.url, cookie)
  const found = (await api.projects.list()).filter(({ name }) => name === failpoint)
  expect(found).toHaveLength(1)
  const { ref } = found[0]!
  const project = await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  expect(await askDatabase(project)).toBe('postgres')
  await expectOnly([ref])

  await api.projects.remove({ params: { ref } })
  await untilRemoved(api, ref)
  await expectOnly([])
})

test.each(deletion)('killed at %s of a deletion, the next start completes it', async (failpoint) => {
  const { ref } = await create(server, failpoint)
  await untilStatus(connect(server.url, cookie), ref, 'ACTIVE_HEALTHY')
  await server.dieAt(failpoint)
  await connect(server.url, cookie).projects.remove({ params: { ref } }).catch(expectLost)
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })

  server = await installation.start()
  const api = connect(server.url, cookie)
  await untilRemoved(api, ref)
  await expect(api.projects.retrieve({ params: { ref } })).rejects.toMatchObject({ code: 'project_not_found' })
  await expectOnly([])
})

test('after all these deaths a stop leaves no process and no half-made folder', async () => {
  await server.stop()
  expect(await installation.processes()).toEqual([])
  expect(await leftovers(installation)).toEqual([])
  expect(await readdir(installation.paths.clusters)).toEqual(['platform'])
})

function create({ url }: Server, name: string) {
  return connect(url, cookie).projects.create({ body: { organization_slug: slug, name, db_pass: databasePassword } })
}

/** The server may be gone before it has answered. */
function expectLost(error: unknown): void {
  if (!isAppError(error, 'unavailable')) throw error
}

/** Names passed since then, each once; the last ones are still on their way when the project is seen to be done. */
async function passedSince(from: number): Promise<string[]> {
  while (server.passed.at(-1)?.endsWith('.recorded') !== true) await sleep(5)
  return [...new Set(server.passed.slice(from))]
}

/** These projects' servers and folders and the control plane's are there, and no other; what removes them may still be at it. */
async function expectOnly(refs: readonly string[]): Promise<void> {
  const wanted = ['platform', ...refs].sort()
  await expect.poll(() => installation.running()).toEqual(wanted)
  expect((await readdir(installation.paths.clusters)).sort()).toEqual(wanted)
  expect(await readdir(installation.paths.trash)).toEqual([])
}
