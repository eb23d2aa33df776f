import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { sql } from '@colonnade/sql'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { forgetDeliveries } from './deliveries.ts'

let platform: TestPlatform
let receiver: Server
let url: string
/** What the receiver got, and what it answers. */
const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
let answer: { status: number; body?: string; location?: string }

beforeAll(async () => {
  platform = await openTestPlatform()
  receiver = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      reply.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end(answer.body ?? 'fine')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await platform[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from webhooks`)
  await setPrivate(true)
  got.length = 0
  answer = { status: 200 }
})

const base = '/platform/organizations/acme/webhooks'
const setPrivate = (isAllowed: boolean) => platform.ask('owner', 'PATCH', '/platform/installation', { private_webhooks: isAllowed })
const make = async (changes: object = {}) =>
  (await platform.ask('administrator', 'POST', base, { url, kinds: ['organization'], ...changes })).json as WebhookWithSecret
const round = () => platform.ctx.parts.webhookSender.round()
const rename = (name = 'Acme') => platform.ask('owner', 'PATCH', '/platform/organizations/acme', { name })
const log = async (id: string) => ((await platform.ask('owner', 'GET', `${base}/${id}/deliveries`)).json as { items: WebhookDelivery[] }).items
const find = async (id: string) => ((await platform.ask('owner', 'GET', base)).json as Webhook[]).find((each) => each.id === id)
const again = () => platform.ctx.database.run(sql`update webhook_deliveries set next_attempt_at = now() where state = 'waiting'`)

/** As receivers do it (Standard Webhooks). */
const isSignedWith = (secret: string, { headers, body }: (typeof got)[number]): boolean => {
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(text)
    .digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}

test('what happens is told at the address, signed, and with what it is about', async () => {
  const { id, secret } = await make()
  await rename('Acme & Sons')
  await rename()
  await round()
  expect(got).toHaveLength(2)
  expect(got.every((each) => isSignedWith(secret, each))).toBe(true)
  expect(got[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Colonnade' })
  expect(JSON.parse(got[0]!.body)).toMatchObject({
    type: 'organization.updated',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { organization: { slug: 'acme', name: 'Acme & Sons' }, project: null, actor: { username: 'owner' }, details: { name: 'Acme & Sons' } },
  })
  expect(await log(id)).toMatchObject([{ state: 'delivered', status: 200, answer: 'fine', attempts: 1 }, { state: 'delivered' }])
  expect((await find(id))?.last_delivery).toMatchObject({ state: 'delivered' })
})

test('only of the kinds that were chosen, of the own organization, and of what was committed', async () => {
  const { id } = await make({ kinds: ['project', 'health', 'backup'] })
  await rename()
  await platform.ask('outsider', 'PATCH', '/platform/organizations/elsewhere', { name: 'Elsewhere' })
  await platform.ctx.database
    .transaction(async (tx) => {
      await tx.run(sql`insert into audit_log (event, organization_id) select 'project.undone', id from organizations where slug = 'acme'`)
      throw new Error('undone')
    })
    .catch(() => {})
  const ref = await platform.project('Harbour')
  await platform.ctx.database.run(sql`insert into backups (project_ref, kind, status) values (${ref}, 'scheduled', 'MAKING')`)
  await platform.ctx.database.run(sql`update backups set status = 'FAILED', problem = 'The disk is full'`)
  await platform.ctx.database.run(sql`insert into project_incidents (ref, kind, key) values (${ref}, 'disk', 'disk')`)
  await round()
  const events = got.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  expect(events).toEqual(['project.created', 'health.status_changed', 'backup.failed', 'health.incident_opened'])
  expect(JSON.parse(got[1]!.body)).toMatchObject({
    data: { project: { ref, name: 'Harbour' }, details: { before: 'COMING_UP', status: 'ACTIVE_HEALTHY' } },
  })
  expect(await log(id)).toHaveLength(4)
})

describe('a receiver', () => {
  test('that fails is told again later, under the same id, and in the end the webhook pauses and those who may mend it hear of it', async () => {
    const { id } = await make()
    answer = { status: 500, body: 'x'.repeat(5_000) }
    await rename()
    await round()
    const [first] = await log(id)
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 500, problem: 'Answered 500 and not 2xx' })
    expect(first!.answer).toHaveLength(1_024)
    expect(Date.parse(first!.next_attempt_at!) - Date.parse(first!.attempted_at!)).toBeGreaterThan(4_000)
    await round()
    expect(got).toHaveLength(1)
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      await again()
      await round()
    }
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await log(id)).toMatchObject([{ state: 'failed', attempts: 7 }])
    expect(await find(id)).toMatchObject({ is_paused: true, pause_reason: 'Answered 500 and not 2xx' })
    const { json } = await platform.ask('administrator', 'GET', '/platform/notifications', undefined, { version: '2' })
    const told = (json as { items: { data: { title: string; org_slug: string } }[] }).items.map(({ data }) => [data.title, data.org_slug])
    expect(told).toContainEqual([`The webhook to ${new URL(url).host} is paused`, 'acme'])
    await rename()
    expect(await log(id)).toHaveLength(1)

    answer = { status: 200 }
    await platform.ask('owner', 'PATCH', `${base}/${id}`, { is_paused: false })
    await platform.ask('owner', 'POST', `${base}/${id}/deliveries/${first!.id}/resend`)
    await round()
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(await find(id)).toMatchObject({ is_paused: false, pause_reason: null })
  })

  test('that says it is gone is not told again', async () => {
    const { id } = await make()
    answer = { status: 410 }
    await rename()
    await round()
    expect(await find(id)).toMatchObject({ is_paused: true })
  })

  test('that sends elsewhere is not followed', async () => {
    const { id } = await make()
    answer = { status: 302, location: url }
    await rename()
    await round()
    expect(got).toHaveLength(1)
    expect(await log(id)).toMatchObject([{ state: 'waiting', status: 302 }])
  })

  test('that nobody is at is told again later', async () => {
    const { id } = await make({ url: 'http://127.0.0.1:1/' })
    await rename()
    await round()
    expect(await log(id)).toMatchObject([{ state: 'waiting', status: null, problem: expect.stringContaining('ECONNREFUSED') }])
  })

  test('is signed to with the new secret and that of before, until the change is over', async () => {
    const { id, secret: former } = await make()
    const { secret } = (await platform.ask('owner', 'POST', `${base}/${id}/secret`)).json as WebhookWithSecret
    await rename()
    await round()
    expect([former, secret].map((each) => isSignedWith(each, got[0]!))).toEqual([true, true])
    await platform.ctx.database.run(sql`update webhooks set former_until = now()`)
    await rename()
    await round()
    expect([former, secret].map((each) => isSignedWith(each, got[1]!))).toEqual([false, true])
  })
})

test('what was taken and not ended, as the program was killed, is sent again', async () => {
  const { id } = await make()
  await rename()
  await platform.ctx.database.run(sql`update webhook_deliveries set attempts = 1, next_attempt_at = now() + interval '30 seconds'`)
  await round()
  expect(got).toHaveLength(0)
  await again()
  await round()
  expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

describe('private addresses', () => {
  test('are refused when they are given, and when the owner has changed their mind meanwhile', async () => {
    const { id } = await make()
    await setPrivate(false)
    const refused = await platform.ask('owner', 'POST', base, { url: 'https://127.0.0.1/', kinds: ['project'] })
    expect(refused).toMatchObject({ status: 409, json: { code: 'webhook_address_refused' } })
    await rename()
    await round()
    expect(got).toHaveLength(0)
    expect(await log(id)).toMatchObject([{ state: 'waiting', status: null, problem: expect.stringContaining('https') }])
  })

  test('are refused when a name leads to them', async () => {
    await setPrivate(false)
    const { id } = await make({ url: 'https://localtest.invalid/' })
    await platform.ctx.database.run(sql`update webhooks set url = 'https://ip6-localhost/'`)
    await rename()
    await round()
    expect(got).toHaveLength(0)
    const [delivery] = await log(id)
    expect(delivery).toMatchObject({ state: 'waiting', status: null })
  })
})

test('a test is sent also while it is paused', async () => {
  const { id } = await make()
  await platform.ask('owner', 'PATCH', `${base}/${id}`, { is_paused: true })
  expect((await platform.ask('owner', 'POST', `${base}/${id}/test`)).status).toBe(204)
  await round()
  expect(await log(id)).toMatchObject([{ event: 'webhook.test', state: 'delivered' }])
})

test('it is changed and deleted, others have nothing of it, and its secret is shown once and kept sealed', async () => {
  const { id, secret } = await make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.stringify((await platform.ask('owner', 'GET', base)).json)).not.toContain(secret)
  const kept = await platform.ctx.database.first<{ text: string }>(sql`select row_to_json(w)::text as text from webhooks w`)
  expect(kept!.text).not.toContain(secret)
  for (const as of ['developer', 'read-only'] as const) expect((await platform.ask(as, 'GET', base)).status).toBe(403)
  expect((await platform.ask('outsider', 'GET', base)).status).toBe(404)
  expect((await platform.ask('outsider', 'DELETE', `/platform/organizations/elsewhere/webhooks/${id}`)).json).toMatchObject({
    code: 'webhook_not_found',
  })
  expect((await platform.ask('owner', 'PATCH', `${base}/${id}`, { kinds: ['backup'] })).json).toMatchObject({ kinds: ['backup'], url })
  expect((await platform.ask('owner', 'POST', `${base}/${id}/deliveries/x/resend`)).status).toBe(404)
  expect((await platform.ask('owner', 'DELETE', `${base}/${id}`)).status).toBe(204)
  expect((await platform.ask('owner', 'DELETE', `${base}/${id}`)).status).toBe(404)
})

test.for([
  ['an address that is none', { url: 'example' }],
  ['another protocol', { url: 'ftp://example.com/' }],
  ['a password in the address', { url: 'https://ada:secret@example.com/' }],
  ['no kinds', { kinds: [] }],
  ['an unknown kind', { kinds: ['weather'] }],
] as const)('%s is refused', async ([, changes]) => {
  expect((await platform.ask('owner', 'POST', base, { url, kinds: ['project'], ...changes })).status).toBe(400)
})

test('an organization has twenty at most, and old lines of the log are forgotten', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 22 }, async () => (await platform.ask('owner', 'POST', base, { url, kinds: ['app'] })).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  const { database } = platform.ctx
  await database.run(
    sql`insert into webhook_deliveries (webhook_id, event, payload, created_at) select id, 'a.b', '{}', now() - interval '31 days' from webhooks`,
  )
  await forgetDeliveries(platform.ctx)
  expect(await database.rows(sql`select from webhook_deliveries`)).toEqual([])
})
