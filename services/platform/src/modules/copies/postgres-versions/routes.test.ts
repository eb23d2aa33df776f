import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string
const older = { status: 'ACTIVE_HEALTHY', db_version: expect.stringMatching(/^17\./) as string }

beforeAll(async () => {
  platform = await openTestPlatform()
  const body = { organization_slug: 'acme', name: 'Older', postgres_version: '17' }
  ref = ((await platform.ask('owner', 'POST', '/platform/projects', body)).json as Project).ref
  await platform.ctx.parts.reconciler.idle(ref)
})
afterAll(() => platform[Symbol.asyncDispose]())

const get = async (which: string) => (await platform.ask('owner', 'GET', `/platform/projects/${which}`)).json

test('everybody reads which versions there are', async () => {
  expect((await platform.ask('read-only', 'GET', '/platform/postgres-versions')).json).toEqual([
    { version: expect.stringMatching(/^18\./) as string, major: '18', is_default: true },
    { version: expect.stringMatching(/^17\./) as string, major: '17', is_default: false },
  ])
})

test('a project runs on the version that was asked for, and its branch on the same', async () => {
  expect(await get(ref)).toMatchObject(older)
  expect(
    await platform.ctx.database.first(
      sql`select details ->> 'postgres_version' as asked from audit_log where event = 'project.created' and project_ref = ${ref}`,
    ),
  ).toEqual({ asked: '17' })
  const made = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'side', with_data: true })
  const branch = (made.json as { project_ref: string }).project_ref
  await platform.ctx.parts.reconciler.idle(branch)
  expect(await get(branch)).toMatchObject(older)
})

/** A server of ours has no address that its owner gave, and no service stands beside the platform here. */
const standsBeside = new Set([
  'projectServers.retrieve',
  'authMails.list',
  'authMails.news',
  'authLimitUsage.list',
  'authUsers.list',
  'customProviders.list',
  'realtimeLive.retrieve',
  'functionLogs.list',
  'functionLogs.stats',
])

test('what is read of a project is read of one on an older version as well', async () => {
  const refused: string[] = []
  for (const { name, endpoint } of listEndpoints(wholeApi)) {
    const path = endpoint.path.replace('{ref}', ref)
    if (endpoint.method !== 'GET' || endpoint.stream || path === endpoint.path || path.includes('{')) continue
    if (standsBeside.has(name)) continue
    const { status, json } = await platform.ask('owner', 'GET', path)
    // some want to be told more
    if (status !== 200 && (json as { code: string }).code !== 'invalid_input') refused.push(`${name}: ${JSON.stringify(json)}`)
  }
  expect(refused).toEqual([])
})
