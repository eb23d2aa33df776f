import { get, post, remove, resource } from '@colonnade/contracts/foundation/endpoint'
import { AppError, createLogger, systemRandom, MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonPieces } from './json-reply.ts'
import { createHttpApp, mount, noRoute, type Policy, type ScopeRule, serveWith } from './index.ts'

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
  large: post('/large', { summary: '', auth: 'user', body: z.object({ name: z.string() }), bodyLimitBytes: 2 * 1024 * 1024, reply: z.number() }),
  remove: remove('/{id}', { summary: '', auth: 'user', reply: z.undefined(), status: 204 }),
  break: get('/break', { summary: '', auth: 'public', reply: z.string() }),
  lie: get('/lie', { summary: '', auth: 'public', reply: z.string() }),
  ofOwner: get('/of-owner', { summary: '', auth: 'owner', query: z.object({ size: z.coerce.number() }), reply: z.string() }),
  upload: post('/files', { summary: '', auth: 'user', upload: 'image/png', bodyLimitBytes: 2 * 1024 * 1024, reply: z.number(), status: 201 }),
  download: get('/files/{id}', { summary: '', auth: 'public', download: 'image/png', reply: z.instanceof(Uint8Array) }),
  watch: get('/watch', { summary: '', auth: 'public', stream: true, reply: z.number() }),
})

interface Types {
  readonly context: { readonly seen: string[] }
  readonly actor: { readonly name: string }
  readonly scopes: ScopeRule
  readonly transaction: string[]
}
const serve = serveWith<Types>()

const routes = [
  serve(things.list, ({ query }) => Array.from({ length: query.size }, (_, index) => String(index))),
  serve(things.create, async ({ ctx, body, actor, audit }) => {
    if (body.name !== 'unrecorded') await audit(ctx.seen, {})
    return { name: `${actor.name}'s ${body.name}` }
  }),
  serve(things.large, ({ body }) => body.name.length),
  serve(things.remove, ({ ctx, params }) => void ctx.seen.push(params.id)),
  serve(things.break, () => {
    throw new Error('the path of a secret file')
  }),
  serve(things.lie, () => 42 as unknown as string),
  serve(things.ofOwner, ({ actor }) => actor.name),
  serve(things.upload, ({ body }) => body.length),
  serve(things.download, () => Uint8Array.of(0x89, 0x50)),
  serve(things.watch, async function* () {
    yield { id: '1', data: 1 }
    yield { id: '2', data: 2 }
  }),
]

const policy: Policy<Types['actor'], undefined, string[]> = {
  authenticate: async ({ cookies }) => (cookies['session'] === 'ada' ? { name: 'Ada' } : null),
  callerKey: (actor, { userAgent }) => `${actor?.name} ${userAgent}`,
  memoryOwner: () => '',
  limit: async (_endpoint, _actor, { userAgent }) => {
    if (userAgent === 'greedy') throw new AppError('rate_limited', { retry_after_seconds: 7 })
  },
  authorize: async (endpoint, actor) => {
    if (endpoint.auth === 'owner' && actor !== null) throw new AppError('forbidden')
  },
  isScopedByBody: ({ auth }) => auth !== 'owner',
  audit: async (tx, event, actor) => void tx.push(`${event} by ${actor?.name}`),
}

const lines: string[] = []
const context = { seen: [] as string[] }
const app = createHttpApp({ logger: createLogger((line) => lines.push(line), 'debug'), random: systemRandom })
const memory = new MemoryBudget(memoryLimitsFor(0))
mount(app, { routes, context, policy, logger: createLogger((line) => lines.push(line), 'debug'), memory, checkReplies: true })
afterAll(() => app.close())
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

  test('that says null is no empty one', async () => {
    const reply = await app.inject({ method: 'POST', url: '/things', headers: { ...json, cookie }, payload: 'null' })
    expect(reply.json()).toMatchObject({ code: 'invalid_input', details: { issues: [{ path: ['body'] }] } })
  })

  test('of a stranger is refused before its body is looked at', async () => {
    const reply = await app.inject({ method: 'POST', url: '/things', headers: json, payload: '{"name":1}' })
    expect(reply.json()).toMatchObject({ code: 'unauthorized' })
  })

  test('of a stranger is refused before its type is looked at', async () => {
    for (const url of ['/things', '/things/files']) {
      const reply = await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/html' }, payload: '<' })
      expect(reply.json(), url).toMatchObject({ code: 'unauthorized' })
    }
  })

  test('that takes long to read for its size is refused before it is parsed', async () => {
    const post = (payload: string) =>
      app.inject({ method: 'POST', url: '/things/large', headers: { ...json, cookie }, payload: `{"name":"x","more":${payload}}` })
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await post(nested(60))).json()).toBe(1)
    expect((await post(nested(70))).json()).toMatchObject({ code: 'too_complex', message: expect.stringContaining('64 levels') })
    expect((await post(nested(500_000))).json()).toMatchObject({ code: 'too_complex' })
    expect((await post(`[${'1,'.repeat(200_000)}1]`)).json()).toMatchObject({ code: 'too_complex', message: expect.stringContaining('10000') })
    expect((await post(JSON.stringify('a[{,\\"'.repeat(100_000)))).json()).toBe(1)
    expect((await post('{"__proto__":{}}')).json()).toMatchObject({ code: 'bad_request' })
    expect((await post(`${nested(60)},${'"x"'.repeat(100_000)}`)).json()).toMatchObject({ code: 'bad_request' })
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

  test('says once, in a proper form, whom it is for', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const statusOf = async (hosts: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1')
      socket.write(`GET /things?size=1 HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [string]
      socket.destroy()
      return answer.split(' ')[1]!
    }
    expect(await statusOf('Host: here.example:8000\r\n')).toBe('200')
    expect(await statusOf('Host: [::1]:8000\r\n')).toBe('200')
    expect(await statusOf('Host: here.example\r\nhost: evil.example\r\n')).toBe('400')
    expect(await statusOf('Host: here.example/evil"\r\n')).toBe('400')
  })

  test('too many are told when to come again', async () => {
    const reply = await app.inject({ url: '/things?size=1', headers: { 'user-agent': 'greedy' } })
    expect(reply.statusCode).toBe(429)
    expect(reply.headers['retry-after']).toBe('7')
  })

  test('that is too large, no JSON, or of another type gets its own code', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.inject({ method: 'POST', url: '/things', headers: { cookie, 'content-type': type }, payload })
    expect((await post(JSON.stringify({ name: 'x'.repeat(70_000) }))).json()).toMatchObject({
      code: 'payload_too_large',
      message: 'The request body is too large. Send at most 64 KB',
      details: { limit_bytes: 65_536 },
    })
    expect((await post('{')).json()).toMatchObject({ code: 'bad_request' })
    expect((await post('name=x', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 'unsupported_media_type' })
    expect((await post('{"name":"x"}', 'image/png')).json()).toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('what only the owner may', () => {
  test('is refused to a stranger, and then to others before their input is looked at', async () => {
    expect((await app.inject('/things/of-owner')).json()).toMatchObject({ code: 'unauthorized' })
    expect((await app.inject({ url: '/things/of-owner?size=many', headers: { cookie } })).json()).toMatchObject({ code: 'forbidden' })
  })
})

describe('a file', () => {
  const send = (payload: Uint8Array | string | undefined, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/things/files',
      headers: { cookie, 'content-type': 'image/png', ...headers },
      ...(payload !== undefined && { payload: Buffer.from(payload as string) }),
    })

  test('is taken as it is, whatever is in it', async () => {
    expect((await send('{')).json()).toBe(1)
    expect((await send(new Uint8Array(2 * 1024 * 1024))).json()).toBe(2 * 1024 * 1024)
    expect((await send(undefined)).json()).toBe(0)
    expect((await send('x', { 'content-type': 'IMAGE/PNG; x=y' })).statusCode).toBe(201)
  })

  test('of another type is refused, and the right one named', async () => {
    for (const type of ['image/jpeg', 'application/json', 'text/plain', 'image/pngx', '']) {
      const reply = await send('{}', { 'content-type': type })
      expect(reply.json(), type).toMatchObject({ code: 'unsupported_media_type' })
    }
    expect((await send('{}', { 'content-type': 'application/json' })).json()).toMatchObject({ message: 'Send the file itself, as image/png' })
  })

  test('of a stranger or another site is refused', async () => {
    expect((await send('x', { cookie: '' })).json()).toMatchObject({ code: 'unauthorized' })
    expect((await send('x', { origin: 'https://evil.example' })).json()).toMatchObject({ code: 'cross_site_request' })
  })

  test('that is too large is refused with the limit, over a real connection too, with or without its length', async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const large = new Uint8Array(30 * 1024 * 1024)
    const bodies = [large, new Blob([large]).stream()]
    for (const body of bodies) {
      const init = { method: 'POST', headers: { cookie, 'content-type': 'image/png' }, body, duplex: 'half' }
      const reply = await fetch(`http://127.0.0.1:${port}/things/files`, init as RequestInit)
      expect(reply.status).toBe(413)
      expect(await reply.json()).toMatchObject({ code: 'payload_too_large', message: 'The request body is too large. Send at most 2 MB' })
    }
  })
})

describe('a reply', () => {
  test('that is a file runs nothing and is kept by no shared cache', async () => {
    const reply = await app.inject('/things/files/7')
    expect([...reply.rawPayload]).toEqual([0x89, 0x50])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
      'cache-control': expect.stringContaining('private'),
    })
  })

  test('of any length and content is what JSON.stringify writes', () => {
    const texts = ['', '"\\\n', '\u{1f600}'.repeat(70_000), `a${'\u{1f600}'.repeat(70_000)}`, '\ud83d']
    const value = { texts, none: undefined, rows: [texts, [null, 1, true, undefined]], at: new Date(0), deep: [{ a: [{}] }, []] }
    const pieces = [...jsonPieces(value)]
    expect(pieces.join('')).toBe(JSON.stringify(value))
    expect(pieces.length).toBeGreaterThan(5)
  })

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
