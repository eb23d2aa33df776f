import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionVersionSource } from '@colonnade/contracts/functions/function-versions'
import type { FunctionBuilder } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { sweepFunctions } from '../edge-functions/sweeping.ts'
import { listFunctionsAt, restoreFunctions } from './service.ts'
import { copyFunctions } from './store.ts'

let platform: TestPlatform
let ref: string

const builder: FunctionBuilder = {
  build: async (_ref, { files }) => ({ bundle: createHash('sha256').update(files[0]!.bytes).digest('hex'), entrypoint: 'index.js', notices: [] }),
  async keepOnly() {},
}

beforeAll(async () => {
  platform = await openTestPlatform({ functionBuilder: () => Promise.resolve(builder) })
  ref = await platform.project('Edge')
})
afterAll(() => platform[Symbol.asyncDispose]())

const hourMs = 60 * 60_000
const ago = (hours: number): Date => new Date(Date.now() - hours * hourMs)
const ask = (method: string, at: string, body?: unknown) => platform.ask('developer', method, at, body)
const deploy = (slug: string, content: string, more: object = {}) =>
  ask('POST', `/platform/functions/${ref}`, { slug, entrypoint_path: 'index.ts', files: [{ path: 'index.ts', content }], ...more })
const list = async (of: string) => (await ask('GET', `/v1/projects/${of}/functions`)).json as EdgeFunction[]
const source = async (slug: string, of = ref) =>
  ((await ask('GET', `/platform/functions/${of}/${slug}/versions/live`)).json as FunctionVersionSource).files[0]!.content
/** Has all that was done so far done that many hours earlier. */
const age = (hours: number) =>
  platform.ctx.database.run(sql`
    update function_history set starts_at = starts_at - make_interval(hours => ${hours}), ends_at = ends_at - make_interval(hours => ${hours})`)

test('functions are restored as they were at a moment, and later versions stay in their history', async () => {
  const { database } = platform.ctx
  await deploy('changed', 'one', { verify_jwt: false, name: 'One' })
  for (const slug of ['deleted', 'recreated', 'renamed']) await deploy(slug, slug)
  await ask('POST', `/platform/function-schedules/${ref}`, { function_slug: 'deleted', cron: '*/5 * * * *', body: '{"a":1}' })
  await ask('PATCH', `/v1/projects/${ref}/functions/changed`, { allowed_hosts: ['api.example.com'] })
  await age(2)
  const then = ago(1)
  await ask('PATCH', `/v1/projects/${ref}/functions/changed`, { allowed_hosts: null })
  await deploy('changed', 'two', { verify_jwt: true, name: 'Two' })
  for (const slug of ['deleted', 'recreated']) await ask('DELETE', `/v1/projects/${ref}/functions/${slug}`)
  await deploy('recreated', 'another')
  await ask('PATCH', `/v1/projects/${ref}/functions/renamed`, { name: 'Else' })
  await deploy('created', 'new')

  const shown = await platform.ask('read-only', 'GET', `/platform/projects/${ref}/backups/functions?at=${then.toISOString()}`)
  expect(shown.json).toEqual([
    { slug: 'changed', version: 1, live_version: 2, state: 'other_version' },
    { slug: 'created', version: null, live_version: 1, state: 'created_since' },
    { slug: 'deleted', version: 1, live_version: null, state: 'deleted_since' },
    { slug: 'recreated', version: 1, live_version: 1, state: 'recreated_since' },
    { slug: 'renamed', version: 1, live_version: 1, state: 'other_settings' },
  ])

  const copy = await platform.project('Then')
  await database.transaction((tx) => copyFunctions(tx, { from: ref, to: copy, at: then }))
  const copied = await list(copy)
  expect(copied.map(({ slug }) => slug)).toEqual(['changed', 'deleted', 'recreated', 'renamed'])
  expect(copied[0]).toMatchObject({ name: 'One', verify_jwt: false, allowed_hosts: ['api.example.com'], version: 1 })
  expect(await Promise.all(['changed', 'deleted', 'recreated'].map((slug) => source(slug, copy)))).toEqual(['one', 'deleted', 'recreated'])

  await database.transaction((tx) => restoreFunctions(tx, ref, then))
  expect((await listFunctionsAt(database, ref, then)).map(({ slug, state }) => `${slug}: ${state}`)).toEqual([
    'changed: same',
    'created: created_since',
    'deleted: same',
    'recreated: same',
    'renamed: same',
  ])
  expect(await Promise.all(['changed', 'deleted', 'recreated', 'created'].map((slug) => source(slug)))).toEqual([
    'one',
    'deleted',
    'recreated',
    'new',
  ])
  expect((await list(ref))[0]).toMatchObject({ version: 1, name: 'One', verify_jwt: false, allowed_hosts: ['api.example.com'] })
  // nothing is called before somebody turns it on
  expect((await ask('GET', `/platform/function-schedules/${ref}`)).json).toMatchObject([
    { function_slug: 'deleted', cron: '*/5 * * * *', body: '{"a":1}', is_enabled: false },
  ])
  expect((await ask('POST', `/platform/functions/${ref}/changed/versions/2/activate`)).status).toBe(200)
  expect((await ask('POST', `/platform/functions/${ref}/recreated/versions/1/activate`)).status).toBe(200)
  expect(await Promise.all(['changed', 'recreated'].map((slug) => source(slug)))).toEqual(['two', 'another'])
})

test('a deleted function is kept while a backup or the recovery window needs it, and no longer', async () => {
  const { database } = platform.ctx
  const kept = async (): Promise<boolean> => {
    await sweepFunctions(platform.ctx)
    return (await database.first(sql`select from function_versions where sha256 = ${sha256}`)) !== undefined
  }
  const { json } = await deploy('brief', 'only here')
  const { ezbr_sha256: sha256 } = (json as { function: EdgeFunction }).function
  await age(2)
  await ask('DELETE', `/v1/projects/${ref}/functions/brief`)
  // a backup that is being asked for may need what has just ended
  expect(await kept()).toBe(true)
  await age(2)
  await database.run(sql`
    insert into backups (project_ref, kind, status, taken_at) values
      (${ref}, 'manual', 'COMPLETED', ${ago(3)}), (${ref}, 'manual', 'COMPLETED', ${ago(1)}), (${ref}, 'manual', 'COMPLETED', ${ago(9)})`)
  expect(await kept()).toBe(true)
  await database.run(sql`update backups set status = 'REMOVING' where taken_at between ${ago(4)} and ${ago(2)}`)
  await database.run(sql`insert into recovery_windows (project_ref, days) values (${ref}, 7)`)
  expect(await kept()).toBe(true)
  await database.run(sql`delete from recovery_windows`)
  expect(await kept()).toBe(false)
  expect(await database.first(sql`select from function_history where slug = 'brief'`)).toBeUndefined()
  await database.run(sql`delete from backups`)
})
