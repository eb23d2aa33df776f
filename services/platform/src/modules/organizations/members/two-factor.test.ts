import type { Member } from '@colonnade/contracts/organizations/members'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { createTestAuthenticator } from '../../people/passkeys/testing-authenticator.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Guarded')
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  await platform.ctx.database.run(sql`update organizations set requires_two_factor = false`)
  await platform.ctx.database.run(sql`delete from authenticators`)
  await platform.ctx.database.run(sql`delete from passkeys`)
  platform.forget('developer')
  await confirm('owner')
})

/** As if the person had shown a code of an authenticator app. */
const confirm = (person: Person, isConfirmed = true) =>
  platform.ctx.database.run(sql`
    insert into authenticators (user_id, sealed_secret, confirmed_at)
    values (${platform.userId(person)}, 'sealed', case when ${isConfirmed}::boolean then now() end)`)
const base = '/platform/organizations/acme'
const demand = (as: Person, isRequired = true) => platform.ask(as, 'PUT', `${base}/members/two-factor`, { is_required: isRequired })
const refused = { status: 403, json: { code: 'two_factor_required', details: { slug: 'acme', has_passkey: false } } }
const names = async (as: Person) => ((await platform.ask(as, 'GET', '/platform/projects')).json as Project[]).map(({ name }) => name)

describe('an organization that asks for a second factor', () => {
  test('is closed to a member without, in all of its calls and lists, and open to one with', async () => {
    expect(await demand('owner')).toMatchObject({ status: 200, json: { is_required: true } })
    for (const path of [base, `${base}/members`, `${base}/projects`, `/platform/projects/${ref}`, `/platform/projects/${ref}/settings`]) {
      expect(await platform.ask('developer', 'GET', path)).toMatchObject(refused)
    }
    expect(await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })).toMatchObject(refused)
    expect(await platform.ask('developer', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'x' })).toMatchObject(refused)
    expect(await names('developer')).toEqual([])
    expect((await platform.ask('developer', 'GET', '/platform/organizations')).json).toMatchObject([
      { slug: 'acme', requires_two_factor: true, project_count: 0 },
    ])
    expect(await names('owner')).toEqual(['Guarded'])
    await confirm('developer')
    expect((await platform.ask('developer', 'GET', `/platform/projects/${ref}`)).status).toBe(200)
    expect(await names('developer')).toEqual(['Guarded'])
  })

  test('does not take one that was begun and not confirmed', async () => {
    await demand('owner')
    await confirm('developer', false)
    expect(await platform.ask('developer', 'GET', base)).toMatchObject(refused)
  })

  test('does not exist for others, as before', async () => {
    await demand('owner')
    expect(await platform.ask('outsider', 'GET', base)).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
    expect(await platform.ask('outsider', 'GET', `/platform/projects/${ref}`)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
  })

  test('ends what members without follow', async () => {
    const stream = await platform.follow('developer', `/platform/projects/${ref}/events`)
    await stream.next()
    await demand('owner')
    while ((await stream.next()) !== null);
    expect(await platform.ask('developer', 'GET', `/platform/projects/${ref}/events`)).toMatchObject(refused)
  })

  test('can be left without', async () => {
    await demand('owner')
    expect((await platform.ask('read-only', 'POST', `${base}/members/leave`)).status).toBe(204)
  })
})

describe('a passkey', () => {
  const here = { host: 'localhost:8000' }
  const post = (as: Person | null, path: string, body: unknown) => platform.ask(as, 'POST', `/platform/passkeys${path}`, body, here)
  const challengeOf = ({ json }: { json: unknown }) => (json as { challenge: string }).challenge
  const add = async (as: Person) => {
    const device = createTestAuthenticator()
    const response = device.register(challengeOf(await post(as, '/registration', { password: testPassword })))
    const made = await post(as, '', { name: 'Laptop', response })
    expect(made.status).toBe(201)
    return { device, id: (made.json as { id: string }).id }
  }
  /** What asks with the cookie of a sign-in by that device. */
  const signIn = async (device: ReturnType<typeof createTestAuthenticator>) => {
    const reply = await post(null, '/sign-in', { response: device.signIn(challengeOf(await post(null, '/sign-in/options', {}))) })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!
    return (method: string, path: string, body?: unknown) => platform.ask(null, method, path, body, { cookie })
  }
  const closed = { status: 403, json: { code: 'two_factor_required', details: { slug: 'acme', has_passkey: true } } }

  test('is two factors for what it opened, and for nothing that the password alone did', async () => {
    const { device } = await add('developer')
    await demand('owner')
    // it was opened while it was added, in this session
    expect((await platform.ask('developer', 'GET', `/platform/projects/${ref}`)).status).toBe(200)
    const ask = await signIn(device)
    for (const path of [base, `${base}/members`, `/platform/projects/${ref}`]) expect((await ask('GET', path)).status).toBe(200)
    expect((await ask('GET', '/platform/projects')).json).toMatchObject([{ ref }])
    platform.forget('developer')
    for (const path of [base, `${base}/members`, `/platform/projects/${ref}`])
      expect(await platform.ask('developer', 'GET', path)).toMatchObject(closed)
    expect(await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1' })).toMatchObject(closed)
    expect(await names('developer')).toEqual([])
    const seen = ((await ask('GET', `${base}/members`)).json as Member[]).find(({ username }) => username === 'owner')
    expect(seen).toBeDefined()
  })

  test('lends what it opened to access tokens that are made there, and the password lends nothing', async () => {
    const { device } = await add('developer')
    const make = { name: 'Script', scopes: ['projects:read'], expires_at: null }
    const ask = await signIn(device)
    platform.forget('developer')
    const strong = (await ask('POST', '/platform/access-tokens', make)).json as { token: string }
    const weak = (await platform.ask('developer', 'POST', '/platform/access-tokens', make)).json as { token: string }
    await demand('owner')
    const read = ({ token }: { token: string }) =>
      platform.ask(null, 'GET', `/platform/projects/${ref}`, undefined, { authorization: `Bearer ${token}` })
    expect((await read(strong)).status).toBe(200)
    expect(await read(weak)).toMatchObject(closed)
  })

  test('that is removed opens nothing any more, and what is followed ends', async () => {
    const { device, id } = await add('developer')
    await demand('owner')
    const ask = await signIn(device)
    expect((await ask('GET', base)).status).toBe(200)
    const stream = await platform.follow('developer', `/platform/projects/${ref}/events`)
    await stream.next()
    expect((await post('developer', `/${id}/remove`, { password: testPassword })).status).toBe(204)
    while ((await stream.next()) !== null);
    expect(await platform.ask('developer', 'GET', base)).toMatchObject(refused)
    expect((await ask('GET', base)).status).toBe(401)
  })

  test('ends what sessions of the password alone follow once it is asked for', async () => {
    await add('developer')
    platform.forget('developer')
    const stream = await platform.follow('developer', `/platform/projects/${ref}/events`)
    await stream.next()
    await demand('owner')
    while ((await stream.next()) !== null);
    expect(await platform.ask('developer', 'GET', `/platform/projects/${ref}/events`)).toMatchObject(closed)
  })

  test('counts for who asks it of others, where they came with it', async () => {
    const { device } = await add('administrator')
    const ask = await signIn(device)
    platform.forget('administrator')
    expect(await demand('administrator')).toMatchObject({ status: 403, json: { code: 'two_factor_required' } })
    expect((await ask('PUT', `${base}/members/two-factor`, { is_required: true })).status).toBe(200)
    const seen = (await ask('GET', `${base}/members`)).json as Member[]
    expect(seen.filter(({ has_two_factor: has }) => has).map(({ username }) => username)).toEqual(['administrator', 'owner'])
    platform.forget('administrator')
  })

  test('beside an authenticator app changes nothing: every way in shows two factors', async () => {
    await add('developer')
    await confirm('developer')
    await demand('owner')
    platform.forget('developer')
    expect(await platform.ask(null, 'POST', '/platform/sign-in', { email: 'developer@example.com', password: testPassword })).toMatchObject({
      json: { code: 'second_step_required' },
    })
  })
})

describe('asking for it', () => {
  test('is for who manages members and has it, and is in the log', async () => {
    expect(await demand('developer')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await demand('administrator')).toMatchObject({ status: 403, json: { code: 'two_factor_required', details: { slug: 'acme' } } })
    await confirm('administrator')
    expect((await demand('administrator')).status).toBe(200)
    expect((await demand('administrator', false)).status).toBe(200)
    expect(await platform.ctx.database.rows(sql`select event, details from audit_log order by id desc limit 2`)).toEqual([
      { event: 'organization.two_factor_changed', details: { is_required: false } },
      { event: 'organization.two_factor_changed', details: { is_required: true } },
    ])
    expect((await platform.ask('developer', 'GET', base)).status).toBe(200)
  })

  test('shows who has it, to who manages members only', async () => {
    const seen = async (as: Person) =>
      ((await platform.ask(as, 'GET', `${base}/members`)).json as Member[]).map(({ username, has_two_factor }) => [username, has_two_factor])
    expect(await seen('administrator')).toContainEqual(['owner', true])
    expect(await seen('administrator')).toContainEqual(['developer', false])
    expect(await seen('developer')).toContainEqual(['owner', null])
  })
})
