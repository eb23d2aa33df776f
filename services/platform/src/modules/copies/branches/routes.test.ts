import type { Branch, CopyEstimate } from '@colonnade/contracts/copies/branches'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { listActive } from '../../projects/projects/store.ts'
import { removeExpired } from './service.ts'

let platform: TestPlatform
let ref: string
let preview: Branch & { readonly db_pass: string }

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Shop')
  await query(ref, 'create table people as select generate_series(1, 100) as id')
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '', of = ref) => `/platform/projects/${of}/branches${rest}`
const query = async (of: string, text: string) =>
  (await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text })).json as {
    readonly results?: readonly { readonly rows: readonly (string | null)[][] }[]
  }
const valueOf = async (of: string, text: string) => (await query(of, text)).results?.[0]?.rows[0]?.[0]
const list = async (of = ref) => (await platform.ask('owner', 'GET', at('', of))).json as Branch[]
const make = async (body: object): Promise<Branch & { readonly db_pass: string }> => {
  const made = (await platform.ask('owner', 'POST', at(), body)).json as Branch & { readonly db_pass: string }
  await platform.ctx.parts.reconciler.idle(made.project_ref)
  return made
}
const people = 'select count(*) from people'

const refusals: readonly Scenario<Person>[] = [
  { promise: 'who may only read makes none', as: 'read-only', method: 'POST', path: at, body: { name: 'x' }, expect: 403, code: 'forbidden' },
  { promise: 'for others there are none', as: 'outsider', method: 'GET', path: at, expect: 404, code: 'project_not_found' },
  { promise: 'a name is needed', as: 'owner', method: 'POST', path: at, body: { name: ' ' }, expect: 400, code: 'invalid_input' },
  { promise: 'main is the project', as: 'owner', method: 'POST', path: at, body: { name: 'Main' }, expect: 409, code: 'branch_name_taken' },
  {
    promise: 'a time that is over is refused',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { name: 'late', expires_at: '2020-01-01T00:00:00.000Z' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'what is not of the project is not copied',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { name: 'thief', source_ref: 'abcdefghijabcdefghij' },
    expect: 404,
    code: 'branch_not_found',
  },
  {
    promise: 'one that is not there is not reset',
    as: 'owner',
    method: 'POST',
    path: () => at('/x/reset'),
    body: {},
    expect: 404,
    code: 'branch_not_found',
  },
  {
    promise: 'a time that is years ahead is refused',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { name: 'long', expires_at: '2099-01-01T00:00:00.000Z' },
    expect: 400,
    code: 'invalid_input',
  },
  { promise: 'what copying takes is told to who may', as: 'read-only', method: 'GET', path: () => at('/estimate'), expect: 403, code: 'forbidden' },
  {
    promise: 'of another project nothing is told',
    as: 'owner',
    method: 'GET',
    path: () => at('/estimate?source_ref=abcdefghijklmnopqrst'),
    expect: 404,
    code: 'branch_not_found',
  },
  { promise: 'nor deleted', as: 'owner', method: 'DELETE', path: () => at('/x'), expect: 404, code: 'branch_not_found' },
]

describe('branches', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
    expect(await list()).toEqual([])
  })

  test('the first one enables branching: a server of its own, with its data, a password and keys of its own', async () => {
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json).toMatchObject({ is_branch_enabled: false })
    const sending = { smtp_pass: 'swordfish', hook_send_email_enabled: true, hook_send_email_uri: 'pg-functions://postgres/public/send' }
    expect((await platform.ask('owner', 'PATCH', `/v1/projects/${ref}/config/auth`, { jwt_exp: 600, ...sending })).status).toBe(200)
    preview = await make({ name: 'preview' })
    // its users are those of the project: no mail of the branch reaches them
    expect((await platform.ask('owner', 'GET', `/v1/projects/${preview.project_ref}/config/auth`)).json).toMatchObject({
      jwt_exp: 600,
      smtp_pass: null,
      hook_send_email_enabled: false,
      hook_send_email_uri: '',
    })
    const branches = await list()
    expect(branches.map(({ name, is_default, status }) => [name, is_default, status])).toEqual([
      ['main', true, 'ACTIVE_HEALTHY'],
      ['preview', false, 'ACTIVE_HEALTHY'],
    ])
    expect(branches[1]).toMatchObject({ source: { project_ref: ref, name: 'main' }, with_data: true, parent_project_ref: ref, expires_at: null })
    // asked from either of them
    expect(await list(preview.project_ref)).toEqual(branches)
    const project = (await platform.ask('owner', 'GET', `/platform/projects/${preview.project_ref}`)).json as { db_host: string; db_port: number }
    expect(project).toMatchObject({ name: 'preview', parent_project_ref: ref, is_branch_enabled: true })
    expect(((await platform.ask('owner', 'GET', '/platform/projects')).json as { ref: string }[]).map((each) => each.ref)).toEqual([ref])
    // whoever is told of one learns whose it is
    expect((await listActive(platform.ctx.database)).map(({ name }) => name).toSorted()).toEqual(['Shop', 'Shop / preview'])
    await query(preview.project_ref, 'insert into people values (101)')
    expect([await valueOf(ref, people), await valueOf(preview.project_ref, people)]).toEqual(['100', '101'])
    // what main changed without a migration is main's to record
    const unrecorded = async (of: string) => valueOf(of, `select string_agg(statement, '; ') from _colonnade.schema_changes`)
    expect(await unrecorded(ref)).toContain('create table people')
    expect(await unrecorded(preview.project_ref)).toBeNull()
    await query(preview.project_ref, 'alter table people add name text')
    expect(await unrecorded(preview.project_ref)).toBe('alter table people add name text')
    const login = (password: string) => {
      const client = new pg.Client({ host: project.db_host, port: project.db_port, user: 'postgres', database: 'postgres', password })
      return client.connect().then(() => client.end())
    }
    await login(preview.db_pass)
    await expect(login('a-database-password')).rejects.toMatchObject({ code: '28P01' })
    const keysOf = async (of: string) =>
      ((await platform.ask('owner', 'GET', `/platform/projects/${of}/settings`)).json as { service_api_keys: object }).service_api_keys
    expect(await keysOf(preview.project_ref)).not.toEqual(await keysOf(ref))
    expect(await platform.ask('owner', 'POST', at(), { name: 'Preview' })).toMatchObject({ status: 409, json: { code: 'branch_name_taken' } })
  })

  test('what a copy takes is estimated, by a measurement first and then by what others took, and told afterwards', async () => {
    const first = await platform.project('Other')
    const estimate = async (of: string) => (await platform.ask('owner', 'GET', at('/estimate', of))).json as CopyEstimate
    const { copy } = (await list()).find(({ id }) => id === preview.id)!
    expect(copy!.bytes).toBeGreaterThan(10_000_000)
    expect(copy!.ms).toBeGreaterThan(0)
    expect(await estimate(first)).toMatchObject({ basis: 'copies', is_shared: copy!.is_shared })
    expect((await estimate(first)).free_bytes).toBeGreaterThan(0)
    await platform.ctx.database.run(sql`update projects set copy_is_shared = null`)
    const measured = await estimate(first)
    expect(measured).toMatchObject({ basis: 'measurement', is_shared: copy!.is_shared })
    expect(measured.seconds).toBeGreaterThan(0)
    expect(measured.seconds).toBeLessThan(60)
    await platform.ctx.database.run(sql`update projects set copy_is_shared = ${copy!.is_shared} where copy_ms is not null`)
    await platform.ask('owner', 'DELETE', `/platform/projects/${first}`)
    await platform.ctx.parts.reconciler.idle(first)
  })

  test('a branch of a locked project is not locked: it is where changes are tried', async () => {
    const lockOf = async (of: string) => (await platform.ask('owner', 'GET', `/platform/pg-meta/${of}/runs/lock`)).json
    await platform.ask('owner', 'PUT', `/platform/pg-meta/${ref}/runs/lock`, { is_locked: true })
    const free = await make({ name: 'free' })
    expect([await lockOf(ref), await lockOf(free.project_ref)]).toEqual([{ is_locked: true }, { is_locked: false }])
    await query(free.project_ref, 'create table tried ()')
    expect(await valueOf(free.project_ref, "select to_regclass('tried')")).toBe('tried')
    // one that somebody locks stays so, whatever is copied into it
    await platform.ask('owner', 'PUT', `/platform/pg-meta/${free.project_ref}/runs/lock`, { is_locked: true })
    await platform.ask('owner', 'PUT', `/platform/pg-meta/${ref}/runs/lock`, { is_locked: false })
    await platform.ask('owner', 'POST', at(`/${free.id}/reset`), {})
    await platform.ctx.parts.reconciler.idle(free.project_ref)
    expect(await lockOf(free.project_ref)).toEqual({ is_locked: true })
    await platform.ask('owner', 'DELETE', at(`/${free.id}`))
    await platform.ctx.parts.reconciler.idle(free.project_ref)
  })

  test('a sleeping source is woken to be copied, and a branch can be one', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${preview.project_ref}/sleep`)
    await platform.ctx.parts.reconciler.idle(preview.project_ref)
    const empty = await make({ name: 'empty', source_ref: preview.project_ref, with_data: false })
    expect(await valueOf(empty.project_ref, people)).toBe('0')
    expect((await list()).map(({ source }) => source?.name)).toEqual([undefined, 'main', 'preview'])
    expect(await platform.ask('owner', 'PATCH', at(`/${empty.id}`), { name: 'PREVIEW' })).toMatchObject({ json: { code: 'branch_name_taken' } })
    expect(await platform.ask('owner', 'PATCH', at(`/${empty.id}`), { name: 'structure' })).toMatchObject({
      status: 200,
      json: { name: 'structure' },
    })
    expect(await platform.ctx.database.rows(sql`select details from audit_log where event = 'branch.updated'`)).toEqual([
      { details: { branch: empty.project_ref, name: 'structure', before: { name: 'empty' } } },
    ])
  })

  test('a reset branch is as its source is now', async () => {
    await query(preview.project_ref, 'drop table people; create table mine ()')
    await query(ref, 'insert into people values (101), (102)')
    expect(await platform.ask('developer', 'POST', at(`/${preview.id}/reset`), {})).toMatchObject({ status: 202, json: { status: 'COMING_UP' } })
    await platform.ctx.parts.reconciler.idle(preview.project_ref)
    expect(await valueOf(preview.project_ref, people)).toBe('102')
    expect(await valueOf(preview.project_ref, "select to_regclass('mine')")).toBeNull()
    const main = (await list()).find(({ is_default }) => is_default)!
    expect(await platform.ask('owner', 'POST', at(`/${main.id}/reset`), {})).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })

  test('the project is not deleted while it has branches; those go one by one, or when their time is over', async () => {
    expect(await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)).toMatchObject({ status: 409, json: { code: 'project_has_branches' } })
    const [, first, second] = await list()
    const soon = new Date(platform.ctx.clock.now() + 60_000).toISOString()
    expect(await platform.ask('owner', 'PATCH', at(`/${second!.id}`), { expires_at: soon })).toMatchObject({ json: { expires_at: soon } })
    await removeExpired(platform.ctx)
    expect(await list()).toHaveLength(3)
    await platform.ctx.database.run(sql`update projects set expires_at = now() - interval '1 s' where ref = ${second!.project_ref}`)
    await removeExpired(platform.ctx)
    await platform.ctx.parts.reconciler.idle(second!.project_ref)
    expect((await list()).map(({ name }) => name)).toEqual(['main', 'preview'])
    expect(await platform.ctx.database.first(sql`select from audit_log where event = 'branch.expired'`)).toBeDefined()
    const stream = await platform.follow('owner', at('/events'))
    expect(await stream.next()).toHaveLength(2)
    expect(await platform.ask('owner', 'DELETE', at(`/${first!.id}`))).toMatchObject({ status: 202, json: { status: 'GOING_DOWN' } })
    while (((await stream.next()) as Branch[]).length > 1);
    await stream.close()
    expect((await platform.ctx.clusters.status(first!.project_ref)).state).toBe('absent')
    const gone = `/platform/projects/${first!.project_ref}`
    expect(await platform.ask('developer', 'GET', gone)).toMatchObject({
      status: 404,
      json: {
        code: 'project_not_found',
        message: 'The branch preview was deleted',
        details: { deleted: { name: 'preview', is_branch: true, organization_slug: 'acme', parent_project_ref: ref } },
      },
    })
    const stranger = await platform.ask('outsider', 'GET', gone)
    expect(stranger.json).toMatchObject({ code: 'project_not_found', message: 'Project not found', details: { ref: first!.project_ref } })
    expect(stranger.json).not.toHaveProperty('details.deleted')
    expect(await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)).toMatchObject({ status: 202 })
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await platform.ctx.clusters.status(ref)).state).toBe('absent')
  })
})
