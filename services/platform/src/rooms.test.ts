import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from './testing.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform({ leftOut: ['billing'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

describe('without the billing room', () => {
  test.for(['/platform/organizations/acme/billing', '/platform/organizations/acme/invoices'])('nothing answers at %s', async (path) => {
    expect(await platform.ask('owner', 'GET', path)).toMatchObject({ status: 404 })
  })

  test('the API document names no call of it, and all others', async () => {
    const { paths } = (await platform.ask('owner', 'GET', '/platform/openapi.json')).json as { paths: Readonly<Record<string, object>> }
    expect(Object.keys(paths).filter((path) => /\/(\{slug\}|installation)\/(billing|invoices|payments)/.test(path))).toEqual([])
    expect(Object.keys(paths)).toContain('/platform/organizations/{slug}/usage')
  })

  test('no invoice is made, not even for an organization that is deleted', async () => {
    expect(platform.ctx.workers.map(({ name }) => name)).not.toContain('collector')
    const created = await platform.ask('owner', 'POST', '/platform/organizations', { name: 'Short-lived' })
    const { slug } = created.json as { slug: string }
    await platform.ctx.database.run(sql`update organizations set plan = 'pro' where slug = ${slug}`)
    const removal = await platform.ask('owner', 'GET', `/platform/organizations/${slug}/removal`)
    expect(removal.json).toMatchObject({ last_bill: { cents: 0, is_charged: false } })
    expect(await platform.ask('owner', 'DELETE', `/platform/organizations/${slug}`)).toMatchObject({ status: 204 })
    expect(await platform.ctx.database.rows(sql`select number from invoices`)).toEqual([])
  })
})
