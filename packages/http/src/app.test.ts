import { get, post, remove, resource } from '@colonnade/contracts'
import { AppError, createLogger, systemRandom } from '@colonnade/core'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, noRoute, type Policy, serveWith } from './index.ts'

const things = resource('/things', {
  list: get('/', { summary: '', auth: 'public', query: z.object({ size: z.coerce.number().int() }), reply: z.array(z.string()) }),
  create: post('/', {
    summary: '',
    auth: 'user',
    audit: 'thing.created',
    body: z.object({ name: z.string() }),
    reply: z.object({ name: z.string() }),
    status: 201,
  }),
  remove: remove('/{id}', { summary: '', auth: 'user', reply: z.undefined(), status: 204 }),
  break: get('/break', { summary: '', auth: 'public', reply: z.string() }),
  lie: get('/lie', { summary: '', auth: 'public', reply: z.string() }),
  watch: get('/watch', { summary: '', auth: 'public', stream: true, reply: z.number() }),
})

interface Types {
  readonly context: { readonly seen: string[] }
  readonly actor: { readonly name: string }
  readonly projectScope: undefined
  readonly organizationScope: undefined
  readonly transaction: string[]
}
const serve = serveWith<Types>()

const routes = [
  serve(things.list, ({ query }) => Array.from({ length: query.size }, (_, index) => String(index))),
  serve(things.create, async ({ ctx, body, actor, audit }) => {
    if (body.name !== 'unrecorded') await audit(ctx.seen, {})
    return { name: `${actor.name}'s ${body.name}` }
  }),
  serve(things.remove, ({ ctx, params }) => void ctx.seen.push(params.id)),
  serve(things.break, () => {
    throw new Error('the path of a secret file')
  }),
  serve(things.lie, () => 42 as unknown as string),
  serve(things.watch, async function* () {
    yield { id: '1', data: 1 }
    yield { id: '2', data: 2 }
  }),
]

const policy: Policy<Types['actor'], undefined, string[]> = {
  authenticate: async ({ cookies }) => (cookies['session'] === 'ada' ? { name: 'Ada' } : null),
  limit: async (_endpoint, _actor, { userAgent }) => {
    if (userAgent === 'greedy') throw new AppError('rate_limited', { retry_after_seconds: 7 })
  },
  authorize: async () => undefined,
  audit: async (tx, event, actor) => void tx.push(`${event} by ${actor?.name}`),
}

const lines: string[] = []
const context = { seen: [] as string[] }
const app = createHttpApp({ logger: createLogger((line) => lines.push(line), 'debug'), random: systemRandom })
mount(app, { routes, context, policy, logger: createLogger((line) => lines.push(line), 'debug'), checkReplies: true })
afterEach(() => {
  lines.length = 0
  context.seen.length = 0
})

const cookie = 'session=ada'
const json = { 'content-type': 'application/json' }

describe('a request', () => {
  test('is checked against the contract, and every problem is named with its place', async () => {
    const reply = await app.inject('/things?size=many')
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: ['query', 'size'] }] },
      request_id: reply.headers['x-request-id'],
    })
    expect((await app.inject('/things?size=2')).json()).toEqual(['0', '1'])
  })

  test('of a stranger is refused before its body is looked at', async () => {
    const reply = await app.inject({ method: 'POST', url: '/things', headers: json, payload: '{"name":1}' })
    expect(reply.json()).toMatchObject({ code: 'unauthorized' })
  })

  test('from another site is refused, by Sec-Fetch-Site or else by Origin', async () => {
    const post = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/things', headers: { ...json, cookie, host: 'here.example', ...headers }, payload: '{"name":"x"}' })
    expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await post({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403)
    expect((await post({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post({ origin: 'null' })).statusCode).toBe(403)
    expect((await post({ origin: 'http://here.example' })).statusCode).toBe(201)
    expect((await post({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  })

  test('too many are told when to come again', async () => {
    const reply = await app.inject({ url: '/things?size=1', headers: { 'user-agent': 'greedy' } })
    expect(reply.statusCode).toBe(429)
    expect(reply.headers['retry-after']).toBe('7')
  })

  test('that is too large, no JSON, or of another type gets its own code', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.inject({ method: 'POST', url: '/things', headers: { cookie, 'content-type': type }, payload })
    expect((await post(JSON.stringify({ name: 'x'.repeat(70_000) }))).json()).toMatchObject({ code: 'payload_too_large' })
    expect((await post('{')).json()).toMatchObject({ code: 'bad_request' })
    expect((await post('name=x', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('a reply', () => {
  test('of 204 has no body', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/things/7', headers: { cookie } })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(context.seen).toEqual(['7'])
  })

  test('of a failure of ours shows nothing of it, and the log all', async () => {
    const reply = await app.inject('/things/break')
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('secret')
    expect(lines.join('')).toContain('the path of a secret file')
  })

  test('that is off its contract is a failure where replies are checked', async () => {
    expect((await app.inject('/things/lie')).statusCode).toBe(500)
  })

  test('to a change that was not recorded is a failure where replies are checked', async () => {
    const post = (name: string) => app.inject({ method: 'POST', url: '/things', headers: { ...json, cookie }, payload: JSON.stringify({ name }) })
    expect((await post('unrecorded')).statusCode).toBe(500)
    expect((await post('lamp')).json()).toEqual({ name: "Ada's lamp" })
    expect(context.seen).toEqual(['thing.created by Ada'])
  })

  test('of a stream is server-sent events', async () => {
    const reply = await app.inject('/things/watch')
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(reply.body).toBe(': open\n\nid: 1\ndata: 1\n\nid: 2\ndata: 2\n\n')
  })
})

test('a known path under another method says which it takes', () => {
  const endpoints = Object.values(things)
  expect(noRoute(endpoints, 'PATCH', '/things/7')).toMatchObject({ code: 'method_not_allowed', details: { allow: 'DELETE' } })
  expect(noRoute(endpoints, 'GET', '/nothing')).toMatchObject({ code: 'route_not_found' })
})
