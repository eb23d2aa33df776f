import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { AppError } from '@colonnade/core'
import type { FunctionBuild, FunctionBuilder, FunctionLogQuery, FunctionLogRow } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../testing.ts'
import { messages } from './messages.ts'
import { createProjectDirectory } from '../connections/directory/directory.ts'
import { sweepFunctions } from './edge-functions/sweeping.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string
/** What the builder was given last, and told to keep. */
let environment: Readonly<Record<string, string>> = {}
let kept: ReadonlySet<string> = new Set()

/** What was asked of the logs last, and what they answer; null while they don't. */
let logQuery: FunctionLogQuery | undefined
let logRows: readonly FunctionLogRow[] | null = null
const readLogs = (_ref: string, query: FunctionLogQuery) => {
  logQuery = query
  return Promise.resolve(logRows ?? [])
}

/** Builds by the words in the entrypoint: what is real of it is tested where it is. */
const builder: FunctionBuilder = {
  async build(_ref, { files, entrypoint }, given): Promise<FunctionBuild> {
    environment = given
    const text = Buffer.from(files.find(({ path }) => path === entrypoint)!.bytes).toString()
    if (text.includes('broken')) return { failure: 'bundle_failed', log: `error at ${entrypoint}:1:1` }
    if (text.includes('silent')) return { failure: 'boot_failed', log: 'nothing listened' }
    if (text.includes('busy')) throw new AppError('too_busy')
    return { bundle: createHash('sha256').update(text).digest('hex'), entrypoint: 'index.js', notices: ['bundled'] }
  },
  async keepOnly(bundles) {
    kept = bundles
  },
}

beforeAll(async () => {
  platform = await openTestPlatform({
    functionBuilder: () => Promise.resolve(builder),
    functionLogs: () => (logRows === null ? null : readLogs),
    publicUrl: 'https://colonnade.example.com',
  })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Edge')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = (rest = '') => `/v1/projects/${ref}/functions${rest}`
const logsPath = (rest = '') => `/platform/functions/${ref}/logs${rest}`
const secretsPath = () => `/v1/projects/${ref}/secrets`
const ask = (method: string, at: string, body?: unknown) => platform.ask('developer', method, at, body)

/** Sends a form as the CLI does. */
async function deploy(slug: string, metadata: unknown, files: Readonly<Record<string, string>>, query = ''): Promise<Reply> {
  const form = new FormData()
  if (metadata !== undefined) form.append('metadata', typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name)
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type')! }
  return platform.ask('developer', 'POST', path(`/deploy?slug=${slug}${query}`), new Uint8Array(await sent.arrayBuffer()), headers)
}
const entry = 'supabase/functions/hello/index.ts'
const hello = (text = 'Deno.serve(() => new Response())') => ({ [entry]: text })

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a reader sees no logs', as: 'read-only', method: 'GET', path: () => logsPath(), expect: 403, code: 'forbidden' },
  { promise: 'logs wait for their service', as: 'developer', method: 'GET', path: () => logsPath(), expect: 503, code: 'unavailable' },
  { promise: 'logs have no other kinds', as: 'developer', method: 'GET', path: () => logsPath('?kinds=line,x'), expect: 400, code: 'invalid_input' },
  { promise: 'a stranger sees no functions', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  { promise: 'no such function is found', as: 'owner', method: 'GET', path: () => path('/none'), expect: 404, code: 'function_not_found' },
  { promise: 'nor changed', as: 'owner', method: 'PATCH', path: () => path('/none'), body: { name: 'x' }, expect: 404, code: 'function_not_found' },
  { promise: 'nor deleted', as: 'owner', method: 'DELETE', path: () => path('/none'), expect: 404, code: 'function_not_found' },
  {
    promise: 'nor activated',
    as: 'owner',
    method: 'PUT',
    path,
    body: [{ slug: 'none', version: 1 }],
    expect: 404,
    code: 'function_version_not_found',
  },
  { promise: 'a reader deploys nothing', as: 'read-only', method: 'POST', path, body: { slug: 'a', body: '' }, expect: 403, code: 'forbidden' },
  { promise: 'a reader sees no secrets', as: 'read-only', method: 'GET', path: secretsPath, expect: 403, code: 'forbidden' },
  ...['1a', 'a.b', 'a/b', '', 'a'.repeat(65)].map((slug): Scenario<Person> => ({
    promise: `the slug ${JSON.stringify(slug.slice(0, 5))} is refused`,
    as: 'developer',
    method: 'POST',
    path,
    body: { slug, body: '' },
    expect: 400,
    code: 'invalid_input',
  })),
  ...[
    [{ name: 'SUPABASE_X', value: '' }],
    [{ name: 'DENO_X', value: '' }],
    [{ name: 'SB_REGION', value: '' }],
    [{ name: '1A', value: '' }],
    [{ name: 'A'.repeat(257), value: '' }],
    [{ name: 'A', value: 'x'.repeat(24_577) }],
    [{ name: 'A', value: 'a\0b' }],
    [],
  ].map((body): Scenario<Person> => ({
    promise: `the secrets ${JSON.stringify(body).slice(0, 25)} are refused`,
    as: 'developer',
    method: 'POST',
    path: secretsPath,
    body,
    expect: 400,
    code: 'invalid_input',
  })),
]
describe.each(scenarios)('functions', ({ promise, as, method, path: at, body, expect: status, code }) => {
  test(promise, async () => {
    expect(await platform.ask(as, method, typeof at === 'string' ? at : at(), body)).toMatchObject({ status, json: { code } })
  })
})

test('a deploy makes a version live, tells services, and gives its files back', async () => {
  const news = directory.news(ref)
  const metadata = { entrypoint_path: entry, import_map_path: 'supabase/functions/hello/deno.json', name: 'Hello', verify_jwt: false }
  const files = { ...hello(), 'supabase/functions/hello/deno.json': '{}', 'supabase/functions/_shared/größe.ts': 'export {}' }
  const made = await deploy('hello', metadata, files)
  expect(made).toMatchObject({
    status: 201,
    json: { slug: 'hello', name: 'Hello', version: 1, status: 'ACTIVE', verify_jwt: false, import_map: true, entrypoint_path: entry },
  })
  expect(await news.next(10_000)).toBe(true)
  news.close()
  const { id } = made.json as EdgeFunction
  expect((await directory.functions(ref))!.functions).toEqual([
    {
      id,
      slug: 'hello',
      version: 1,
      isJwtVerified: false,
      bundle: expect.stringMatching(/^[0-9a-f]{64}$/),
      entrypoint: 'index.js',
      allowedHosts: null,
    },
  ])
  expect(environment).toMatchObject({ SUPABASE_URL: `https://colonnade.example.com/api/${ref}` })
  // what is left out stays
  expect((await deploy('hello', { entrypoint_path: entry }, hello())).json).toMatchObject({ id, version: 2, name: 'Hello', verify_jwt: false })
  expect((await platform.ask('read-only', 'GET', path())).json).toEqual([expect.objectContaining({ slug: 'hello', version: 2, import_map: false })])
  await deploy('hello', metadata, files)
  const body = await platform.ask('read-only', 'GET', path('/hello/body'))
  const form = await new Response(new Uint8Array(body.bytes), { headers: { 'content-type': String(body.headers['content-type']) } }).formData()
  expect(JSON.parse(String(form.get('metadata')))).toEqual({ deno2_entrypoint_path: entry })
  const sent = Buffer.from(body.bytes).toString()
  for (const [name, text] of Object.entries(files)) expect(sent).toContain(`Supabase-Path: ${name}\r\n\r\n${text}\r\n`)
  const lines = await platform.ctx.database.rows(sql`select from audit_log where event = 'project.function_deployed' and project_ref = ${ref}`)
  expect(lines).toHaveLength(3)
})

test('several functions are made first and go live together', async () => {
  const made = await Promise.all(['one', 'two'].map((slug) => deploy(slug, { entrypoint_path: entry }, hello(`// ${slug}`), '&bundleOnly=true')))
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect((await ask('GET', path('/one'))).status).toBe(404)
  const wanted = made.map(({ json }) => json as EdgeFunction)
  expect((await ask('PUT', path(), [...wanted, { slug: 'two', version: 9 }])).status).toBe(404)
  expect((await ask('GET', path('/one'))).status).toBe(404)
  expect(await ask('PUT', path(), wanted)).toMatchObject({ status: 200, json: { functions: [{ slug: 'one' }, { slug: 'two', version: 1 }] } })
})

test('a function of one file is created, changed and deleted', async () => {
  expect(await ask('POST', path(), { slug: 'single', body: 'x', verify_jwt: true })).toMatchObject({
    status: 201,
    json: { version: 1, name: 'single' },
  })
  expect(await ask('POST', path(), { slug: 'single', body: 'x' })).toMatchObject({ status: 409, json: { code: 'function_exists' } })
  expect((await ask('PATCH', path('/single'), { name: 'One', verify_jwt: false })).json).toMatchObject({ version: 1, name: 'One', verify_jwt: false })
  const allowed_hosts = ['API.Example.com', '*.example.org:443']
  const limited = { allowed_hosts: ['api.example.com', '*.example.org:443'] }
  expect((await ask('PATCH', path('/single'), { allowed_hosts })).json).toMatchObject({ version: 1, name: 'One', ...limited })
  expect((await ask('PATCH', path('/single'), { body: 'y' })).json).toMatchObject({ version: 2, name: 'One', verify_jwt: false, ...limited })
  expect((await ask('PATCH', path('/single'), { allowed_hosts: null })).json).toMatchObject({ allowed_hosts: null })
  expect(await ask('PATCH', path('/single'), { allowed_hosts: ['*'] })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  const eszip = { 'content-type': 'application/vnd.denoland.eszip' }
  const refused = await platform.ask('developer', 'POST', path('?slug=packed'), new Uint8Array(10), eszip)
  expect(refused).toMatchObject({ status: 415, json: { message: expect.stringContaining('--use-api') } })
  expect((await ask('DELETE', path('/single'))).status).toBe(200)
  expect((await ask('GET', path('/single'))).status).toBe(404)
})

test('a deploy that fails says why and leaves what was live', async () => {
  await deploy('kept', { entrypoint_path: entry }, hello())
  for (const [text, status, code, message] of [
    ['broken', 422, 'function_build_failed', `${messages.notBundled}.\nerror at ${entry}:1:1`],
    ['silent', 422, 'function_build_failed', `${messages.notStarted}.\nnothing listened`],
    ['busy', 503, 'too_busy', expect.any(String)],
  ] as const) {
    expect(await deploy('kept', { entrypoint_path: entry }, hello(text))).toMatchObject({ status, json: { code, message } })
  }
  expect((await ask('GET', path('/kept'))).json).toMatchObject({ version: 1 })
})

test.each([
  ['no part metadata', undefined, hello(), 400, messages.form.noMetadata],
  ['metadata that is no JSON', '{', hello(), 400, messages.form.notJson],
  ['metadata of another form', { entrypoint_path: 1 }, hello(), 400, expect.stringContaining('entrypoint_path')],
  ['no entrypoint', {}, hello(), 400, 'Set entrypoint_path to the file to run.'],
  ['no files', { entrypoint_path: entry }, {}, 400, 'Send at least one file.'],
  ['a file outside', { entrypoint_path: entry }, { ...hello(), '../up.ts': '' }, 400, expect.stringContaining("can't point outside")],
  ['an absolute name', { entrypoint_path: entry }, { ...hello(), '/etc/x.ts': '' }, 400, expect.stringContaining('relative to the project')],
  ['21 MB', { entrypoint_path: entry }, { ...hello(), 'big.bin': 'x'.repeat(21 * 1024 ** 2) }, 413, messages.form.tooLarge(20)],
  [
    '2,000 files',
    { entrypoint_path: entry },
    Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${index}.ts`, ''])),
    400,
    expect.stringContaining('1,000 files'),
  ],
])('a form with %s is refused', async (_what, metadata, files, status, message) => {
  expect(await deploy('bad', metadata, files)).toMatchObject({ status, json: { message } })
})

test('a body that is no form is refused', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
    const reply = await platform.ask('developer', 'POST', path('/deploy?slug=bad'), new Uint8Array(10), { 'content-type': type })
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  }
})

test('a hundred deploys of one function at once are versions 1 to 100', async () => {
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => deploy('many', { entrypoint_path: entry }, hello(`// ${index}`))))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  const versions = replies.map(({ json }) => (json as EdgeFunction).version).sort((a, b) => a - b)
  expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
})

test('secrets are sealed, shown as digests, and reach workers as they change', async () => {
  const before = (await directory.functions(ref))!.environmentRevision
  const value = 'multi\nline "secret" 🔑'
  const digest = createHash('sha256').update(value).digest('hex')
  expect(
    await ask('POST', secretsPath(), [
      { name: 'API_KEY', value: 'old' },
      { name: 'API_KEY', value },
      { name: 'B', value: '' },
    ]),
  ).toMatchObject({
    status: 201,
    json: [{ name: 'API_KEY', value: digest }, { name: 'B' }],
  })
  expect(await directory.functionEnvironment(ref)).toMatchObject({ API_KEY: value, B: '' })
  expect((await directory.functions(ref))!.environmentRevision).not.toBe(before)
  const row = await platform.ctx.database.first<{ sealed_value: string }>(sql`select sealed_value from function_secrets where name = 'API_KEY'`)
  expect(row!.sealed_value).not.toContain('secret')
  expect((await ask('DELETE', secretsPath(), ['B', 'none'])).json).toMatchObject([{ name: 'API_KEY' }])
  expect((await ask('DELETE', secretsPath(), ['none'])).status).toBe(200)
  const many = Array.from({ length: 100 }, (_, index) => ({ name: `N${index}`, value: '' }))
  expect(await ask('POST', secretsPath(), many)).toMatchObject({ status: 409, json: { code: 'too_many_function_secrets' } })
  const lines = await platform.ctx.database.rows<{ details: object }>(sql`
    select details from audit_log where event like 'project.function_secrets%' and project_ref = ${ref} order by id`)
  expect(lines.map(({ details }) => details)).toEqual([{ names: ['API_KEY', 'B'] }, { names: ['B'] }])
  expect((await directory.functionEnvironment(ref))!['N1']).toBeUndefined()
})

test('services are told of limits by plan and of keys that work', async () => {
  const { database } = platform.ctx
  const known = (await directory.functions(ref))!
  expect(known.limits).toEqual({ memoryBytes: 268_435_456, cpuMs: 2_000, wallClockMs: 150_000, idleMs: 60_000, maxWorkers: 20 })
  const given = (await directory.functionEnvironment(ref))!
  const keys = (await directory.keys(ref))!
  const signing = keys.signingKeys.find(({ isLegacy }) => !isLegacy)!
  expect(JSON.parse(given['SUPABASE_JWKS']!)).toEqual({ keys: [expect.objectContaining({ kid: signing.id, x: signing.jwk['x'] })] })
  expect(given['SUPABASE_JWKS']).not.toContain('"d"')
  expect(JSON.parse(given['SUPABASE_SECRET_KEYS']!)).toEqual({ default: expect.stringMatching(/^sb_secret_/) })
  expect(given['SUPABASE_ANON_KEY']).toMatch(/^eyJ/)
  // a legacy key that is turned off opens nothing
  await database.run(sql`update project_secrets set is_anon_enabled = false where ref = ${ref}`)
  expect((await directory.functionEnvironment(ref))!['SUPABASE_ANON_KEY']).toMatch(/^sb_publishable_/)
  expect((await directory.functions(ref))!.environmentRevision).not.toBe(known.environmentRevision)
  await database.run(sql`update organizations set plan = 'pro' where id = (select organization_id from projects where ref = ${ref})`)
  expect((await directory.functions(ref))!.limits).toMatchObject({ wallClockMs: 400_000, idleMs: 600_000 })
  await database.run(sql`update organizations set plan = 'free' where id = (select organization_id from projects where ref = ${ref})`)
  expect(await directory.functions('abcdefghijklmnopqrst')).toBeNull()
  expect(await directory.functionEnvironment('abcdefghijklmnopqrst')).toBeNull()
})

test('what no version names goes once it is old, and a removed project has nothing left', async () => {
  const { database, config } = platform.ctx
  const folder = join(config.dataDir, 'functions')
  const all = async (): Promise<string[]> => (await readdir(folder, { recursive: true })).filter((name) => name.length > 60)
  await deploy('gone', { entrypoint_path: entry }, hello('// only here'))
  await ask('DELETE', path('/gone'))
  await database.run(sql`update function_history set ends_at = ends_at - interval '2 hours'`)
  const before = await all()
  await sweepFunctions(platform.ctx)
  expect(await all()).toEqual(before)
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  for (const name of before) await utimes(join(folder, name), old, old)
  await sweepFunctions(platform.ctx)
  const named = await database.rows<{ name: string }>(
    sql`select distinct file->>'sha256' as name from function_versions, jsonb_array_elements(files) file`,
  )
  expect((await all()).length).toBe(named.length)
  expect(named.length).toBeLessThan(before.length)
  expect(kept.size).toBeGreaterThan(0)
  await database.run(sql`update projects set status = 'REMOVED' where ref = ${ref}`)
  await sweepFunctions(platform.ctx)
  expect(kept.size).toBe(0)
  expect(await all()).toEqual([])
  await database.run(sql`update projects set status = 'ACTIVE_HEALTHY' where ref = ${ref}`)
})

test('a project has as many functions as its plan includes', async () => {
  const { database } = platform.ctx
  await database.run(sql`
    with f as (insert into functions (ref, slug, name) select ${ref}, 'f' || n, 'f' from generate_series(1, 100) n returning id)
    insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, sha256) select id, 1, 'b', 'e', '[]', 'e', '' from f`)
  await database.run(sql`update functions set live_version = 1, last_version = 1 where ref = ${ref}`)
  expect(await ask('POST', path(), { slug: 'another', body: 'x' })).toMatchObject({ status: 409, json: { code: 'too_many_functions' } })
  expect((await ask('PATCH', path('/f1'), { body: 'x' })).status).toBe(200)
})

test('logs are read by function, request and kind, and counted', async () => {
  const at = { id: '1', timestamp: new Date().toISOString(), slug: 'hello', version: 1, execution_id: 'w' }
  const call = { method: 'GET', path: '/', status: 500, error_code: null, duration_ms: 5, is_cold: true, cpu_ms: 1, memory_bytes: 10 }
  logRows = [{ ...at, kind: 'invocation', request_id: 'r', ...call }]
  const found = await ask('GET', logsPath('?slug=hello&request_id=r&kinds=line,invocation&after=0&limit=5'))
  expect(found).toMatchObject({ status: 200, json: { rows: logRows } })
  expect(logQuery).toEqual({ slug: 'hello', requestId: 'r', kinds: ['line', 'invocation'], after: '0', limit: 5 })
  const stats = await platform.ask('read-only', 'GET', `/platform/functions/${ref}/stats?interval=1hr`)
  expect(stats).toMatchObject({ status: 200, json: { functions: [{ slug: 'hello', calls: 1, errors: 1, p95_ms: 5 }] } })
})
