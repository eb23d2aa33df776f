import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'
import { createProjectDirectory } from '../connections/directory/directory.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx, () => 'http://localhost:8000')
  ref = await platform.project('Edge')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = (rest = '') => `/v1/projects/${ref}/functions${rest}`

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no functions', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  {
    promise: 'a function that there is not is not found',
    as: 'owner',
    method: 'GET',
    path: () => path('/none'),
    expect: 404,
    code: 'function_not_found',
  },
  { promise: 'a reader sees no secrets', as: 'read-only', method: 'GET', path: () => `/v1/projects/${ref}/secrets`, expect: 403, code: 'forbidden' },
]
describe.each(scenarios)('functions', ({ promise, as, method, path: at, body, expect: status, code }) => {
  test(promise, async () => {
    expect(await platform.ask(as, method, typeof at === 'string' ? at : at(), body)).toMatchObject({ status, json: { code } })
  })
})

test('services are told of functions, their limits by plan and their environment', async () => {
  const { database } = platform.ctx
  expect(await directory.functions(ref)).toEqual({
    functions: [],
    environmentRevision: '',
    limits: { memoryBytes: 268_435_456, cpuMs: 2_000, wallClockMs: 150_000, idleMs: 60_000, maxWorkers: 20 },
  })
  const news = directory.news(ref)
  await database.transaction(async (tx) => {
    await tx.run(sql`
      with f as (insert into functions (ref, slug, name, live_version, last_version) values (${ref}, 'hello', 'Hello', 1, 1) returning id)
      insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, sha256)
      select id, 1, 'b', 'index.js', '[]', 'index.ts', 'aa' from f`)
  })
  expect(await news.next(10_000)).toBe(true)
  news.close()
  const known = (await directory.functions(ref))!
  expect(known.functions).toEqual([{ id: expect.any(String), slug: 'hello', version: 1, isJwtVerified: true, bundle: 'b', entrypoint: 'index.js' }])
  const environment = (await directory.functionEnvironment(ref))!
  const keys = (await directory.keys(ref))!
  expect(environment).toMatchObject({ SUPABASE_URL: `http://localhost:8000/api/${ref}`, SUPABASE_ANON_KEY: expect.stringMatching(/^eyJ/) })
  const signing = keys.signingKeys.find(({ isLegacy }) => !isLegacy)!
  expect(JSON.parse(environment['SUPABASE_JWKS']!)).toEqual({ keys: [expect.objectContaining({ kid: signing.id, x: signing.jwk['x'] })] })
  expect(JSON.parse(environment['SUPABASE_SECRET_KEYS']!)).toEqual({ default: expect.stringMatching(/^sb_secret_/) })
  expect(environment['SUPABASE_JWKS']).not.toContain('"d"')
  // a legacy key that is turned off opens nothing
  await database.run(sql`update project_secrets set is_anon_enabled = false where ref = ${ref}`)
  expect((await directory.functionEnvironment(ref))!['SUPABASE_ANON_KEY']).toMatch(/^sb_publishable_/)
  expect((await directory.functions(ref))!.environmentRevision).not.toBe(known.environmentRevision)
  await database.run(sql`update organizations set plan = 'pro' where id = (select organization_id from projects where ref = ${ref})`)
  expect((await directory.functions(ref))!.limits).toMatchObject({ wallClockMs: 400_000, idleMs: 600_000 })
  expect(await directory.functions('abcdefghijklmnopqrst')).toBeNull()
  expect(await directory.functionEnvironment('abcdefghijklmnopqrst')).toBeNull()
})
