import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const create = (promise: string, body: unknown, rest: Pick<Scenario<Person>, 'expect' | 'code' | 'check'>): Scenario<Person> => ({
  promise,
  as: 'owner',
  method: 'POST',
  path: '/platform/organizations',
  body,
  ...rest,
})
const hasSlug = (slug: string | RegExp) => (reply: unknown) => expect((reply as { slug: string }).slug).toMatch(slug)

const scenarios: readonly Scenario<Person>[] = [
  create(
    'a new organization is free, and its maker owns it',
    { name: 'Fresh' },
    {
      expect: 201,
      check: (reply) => expect(reply).toMatchObject({ slug: 'fresh', role: 'owner', plan: { id: 'free', name: 'Free' }, project_count: 0 }),
    },
  ),
  create(
    'quotes and emoji stay in the name',
    { name: `O'Hara "&" <b> 🏛️` },
    { expect: 201, check: (reply) => expect(reply).toMatchObject({ name: `O'Hara "&" <b> 🏛️` }) },
  ),
  create('a name without Latin letters gets a slug all the same', { name: '株式会社' }, { expect: 201, check: hasSlug(/^organization/) }),
  create('accents are folded', { name: 'Crème Brûlée' }, { expect: 201, check: hasSlug('creme-brulee') }),
  create('the same name twice gets another slug', { name: 'Acme' }, { expect: 201, check: hasSlug(/^acme-[a-z0-9]{5}$/) }),
  create('a slug that was asked for and is taken is refused', { name: 'X', slug: 'acme' }, { expect: 409, code: 'organization_slug_taken' }),
  create(
    'an empty name is named',
    { name: '  ' },
    {
      expect: 400,
      code: 'invalid_input',
      check: (reply) => expect(reply).toMatchObject({ details: { issues: [{ path: ['body', 'name'], message: 'Enter a name' }] } }),
    },
  ),
  create('a name of 101 characters is too long', { name: 'x'.repeat(101) }, { expect: 400, code: 'invalid_input' }),
  create('a name of 100 is not', { name: 'x'.repeat(100) }, { expect: 201 }),
  create('a line break in a name is refused', { name: 'a\nb' }, { expect: 400, code: 'invalid_input' }),
  create('an unknown plan is refused', { name: 'x', plan: 'gold' }, { expect: 400, code: 'invalid_input' }),
  create('what is no JSON is refused', '{', { expect: 400, code: 'bad_request' }),
  create('too much is refused', { name: 'x'.repeat(70_000) }, { expect: 413, code: 'payload_too_large' }),
  {
    promise: 'an organization tells what the caller may do',
    as: 'read-only',
    method: 'GET',
    path: '/platform/organizations/acme',
    expect: 200,
    check: (reply) => expect((reply as { permissions: string[] }).permissions).toContain('database:read'),
  },
  {
    promise: 'one can be renamed',
    as: 'administrator',
    method: 'PATCH',
    path: '/platform/organizations/acme',
    body: { name: 'Acme Inc.' },
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ name: 'Acme Inc.', slug: 'acme' }),
  },
]

describe('organizations', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('one that owns projects is not deleted; an empty one is', async () => {
    const ref = await platform.project('In the way')
    expect(await platform.ask('owner', 'DELETE', '/platform/organizations/acme')).toMatchObject({
      status: 409,
      json: { code: 'organization_not_empty' },
    })
    await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
    await platform.ctx.parts.reconciler.idle(ref)
    // it has been used
    const { database } = platform.ctx
    await database.run(sql`
      insert into project_samples (ref, at, connections, max_connections, active_queries, commits, rollbacks, blocks_hit, blocks_read, counting_since, database_bytes)
      values (${ref}, now(), 1, 60, 0, 1, 0, 1, 1, '', 1)`)
    await database.run(sql`insert into project_incidents (ref, kind, key) values (${ref}, 'disk', '')`)
    await database.run(sql`insert into project_sleeps (ref, woken_at) values (${ref}, now())`)
    expect((await platform.ask('owner', 'DELETE', '/platform/organizations/acme')).status).toBe(204)
    const kept = await database.rows(sql`
      select conrelid::regclass::text as of from pg_constraint
      where confrelid = 'projects'::regclass and confdeltype not in ('c', 'n') and conrelid <> confrelid`)
    expect(kept).toEqual([])
    expect((await platform.ask('owner', 'GET', '/platform/organizations/acme')).status).toBe(404)
  })

  test('one that is deleted while a project is created in it either stays, with it, or is gone, and nothing of it is left', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { slug } = (await platform.ask('owner', 'POST', '/platform/organizations', { name: 'Brief' })).json as { slug: string }
      const create = () =>
        platform.ask('owner', 'POST', '/platform/projects', { organization_slug: slug, name: 'Raced', db_pass: 'a-database-password' })
      const remove = () => platform.ask('owner', 'DELETE', `/platform/organizations/${slug}`)
      const both = round % 2 === 0 ? await Promise.all([create(), remove()]) : (await Promise.all([remove(), create()])).toReversed()
      const [created, removed] = both.map(({ status, json }) => [status, (json as { code?: string } | undefined)?.code])
      if (created![0] === 201) {
        expect(removed).toEqual([409, 'organization_not_empty'])
        const { ref } = both[0]!.json as { ref: string }
        await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
        await platform.ctx.parts.reconciler.idle(ref)
        expect((await remove()).status).toBe(204)
      } else {
        expect([created, removed]).toEqual([
          [404, 'organization_not_found'],
          [204, undefined],
        ])
      }
      const left = await platform.ctx.database.first<{ count: number }>(
        sql`select count(*)::int as count from projects where organization_id not in (select id from organizations)`,
      )
      expect(left).toEqual({ count: 0 })
    }
  })
})
