import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect, createInstallation, leftovers, signIn } from './installation.ts'
import { sampleOf } from './kill-points.ts'
import { runUntilEnd } from './server.ts'

const installation = await createInstallation()
afterAll(() => installation[Symbol.asyncDispose]())

/** What a first start passes while it makes the control plane's own cluster; engine and template stay for the ones that follow. */
const points = await tracePoints().catch(async (error: unknown) => {
  await installation[Symbol.asyncDispose]()
  throw error
})

test('a first start passes failpoints', () => {
  expect(points).toContain('clusters.ensure.claim.before')
  expect(points).toContain('clusters.start.launch.after')
})

test.each(sampleOf(points, 2, 'clusters.'))('killed at %s of the first start, the next one completes it', async (failpoint) => {
  const { paths } = installation
  expect(await runUntilEnd(paths.home, { COLONNADE_POOL_SIZE: '0', COLONNADE_TEST_DIE_AT: failpoint })).toMatchObject({ signal: 'SIGKILL' })
  const server = await installation.start({ COLONNADE_POOL_SIZE: '0' })
  expect(await connect(server.url, await signIn(server.url)).organizations.list()).toEqual([])
  expect(await installation.running()).toEqual(['platform'])
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(await installation.processes()).toEqual([])
  expect(await leftovers(installation)).toEqual([])
  expect(await readdir(paths.clusters)).toEqual(['platform'])
  await rm(join(paths.clusters, 'platform'), { recursive: true })
})

async function tracePoints(): Promise<string[]> {
  const server = await installation.start({ COLONNADE_POOL_SIZE: '0' })
  const passed = [...new Set(server.passed)]
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  await rm(join(installation.paths.clusters, 'platform'), { recursive: true })
  return passed
}
