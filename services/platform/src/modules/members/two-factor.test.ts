import type { Member, Project } from '@colonnade/contracts'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ firstPort: 49_600 })
  ref = await platform.project('Guarded')
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  await platform.ctx.database.run(sql`update organizations set requires_two_factor = false`)
  await platform.ctx.database.run(sql`delete from authenticators`)
  await confirm('owner')
})

/** As if the person had shown a code of an authenticator app. */
const confirm = (person: Person, isConfirmed = true) =>
  platform.ctx.database.run(sql`
    insert into authenticators (user_id, sealed_secret, confirmed_at)
    values (${platform.userId(person)}, 'sealed', case when ${isConfirmed}::boolean then now() end)`)
const base = '/platform/organizations/acme'
const demand = (as: Person, isRequired = true) => platform.ask(as, 'PUT', `${base}/members/two-factor`, { is_required: isRequired })
const refused = { status: 403, json: { code: 'two_factor_required', details: { slug: 'acme' } } }
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

describe('asking for it', () => {
  test('is for who manages members and has it, and is in the log', async () => {
    expect(await demand('developer')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await demand('administrator')).toMatchObject(refused)
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
