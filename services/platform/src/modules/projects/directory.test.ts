import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../testing.ts'
import { createProjectDirectory, type ProjectDirectory } from './directory.ts'

let platform: TestPlatform
let directory: ProjectDirectory
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ firstPort: 53_500 })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Reached')
})
afterAll(() => platform[Symbol.asyncDispose]())

const wish = async (end: string, body?: unknown) => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/${end}`, body)
  await platform.ctx.reconciler.idle(ref)
}

test('an active project is where its server listens, and keeps some connections for others', async () => {
  const { address } = await platform.ctx.clusters.status(ref)
  expect(await directory.resolve(ref)).toEqual({ state: 'active', address, limits: { sessions: 30 } })
})

test('a larger one may have more', async () => {
  await wish('resize', { compute: 'micro' })
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active', limits: { sessions: 50 } })
})

test('a paused one says so, and one that is restored is active', async () => {
  await wish('pause')
  expect(await directory.resolve(ref)).toMatchObject({ state: 'paused' })
  await wish('restore')
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active' })
})

test.each([
  ['COMING_UP', 'starting'],
  ['RESTORING', 'starting'],
  ['PAUSING', 'paused'],
  ['UNHEALTHY', 'unhealthy'],
  ['INIT_FAILED', 'unhealthy'],
] as const)('%s is %s to clients', async (status, state) => {
  await platform.ctx.database.run(sql`update projects set status = ${status} where ref = ${ref}`)
  expect(await directory.resolve(ref)).toMatchObject({ state })
})

test('one that is being removed or never was is none', async () => {
  expect(await directory.resolve('abcdefghijklmnopqrst')).toBeNull()
  await platform.ctx.database.run(sql`update projects set status = 'GOING_DOWN' where ref = ${ref}`)
  expect(await directory.resolve(ref)).toBeNull()
  await platform.ctx.database.run(sql`update projects set status = 'ACTIVE_HEALTHY' where ref = ${ref}`)
})
