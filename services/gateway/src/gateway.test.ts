import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apiKey, createTestDirectory, openTestGateway, type TestGateway } from './testing.ts'

const key = 'sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb'
const secret = 'sb_secret_aaaaaaaaaaaaaaaaaaaaaa_cccccccc'
let gateway: TestGateway

beforeEach(async () => {
  gateway = await openTestGateway(createTestDirectory({ apiKeys: [apiKey(key), apiKey(secret, { kind: 'secret', role: 'service_role' })] }))
})
afterEach(() => gateway[Symbol.asyncDispose]())

const withKey = (headers: Record<string, string> = {}): RequestInit => ({ headers: { apikey: key, ...headers } })

describe('a call', () => {
  test('reaches its service, with path and search as they were sent', async () => {
    const reply = await gateway.call('/rest/v1/a%20b?name=eq.x%2Cy', withKey())
    expect(reply.status).toBe(200)
    expect(gateway.calls[0]!.request).toMatchObject({ method: 'GET', path: '/a%20b', search: 'name=eq.x%2Cy' })
    expect(gateway.calls[0]!.request.publicUrl).toBe(`${gateway.url}/api/abcdefghijklmnopqrst/rest/v1`)
    expect(gateway.calls[0]!.caller).toMatchObject({ role: 'anon', claims: '{"role":"anon"}', address: '127.0.0.1' })
  })

  test('of the service itself has the path of its root', async () => {
    await gateway.call('/rest/v1', withKey())
    await gateway.call('/rest/v1/', withKey())
    expect(gateway.calls.map(({ request }) => request.path)).toEqual(['/', '/'])
  })

  test('brings no cookie to the service, and none back; what comes back can not run', async () => {
    gateway.reply = async () => ({
      status: 200,
      headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'session=theirs' },
      body: '<script>1</script>',
    })
    const headers = { cookie: 'session=ours', 'x-forwarded-for': '10.0.0.1', authorization: `Bearer ${secret}` }
    const reply = await gateway.call('/rest/v1/x', withKey(headers))
    expect(gateway.calls[0]!.request.headers).toMatchObject({ apikey: key.slice(0, 20), 'x-forwarded-for': '127.0.0.1' })
    expect(gateway.calls[0]!.request.headers).not.toHaveProperty('cookie')
    expect(gateway.calls[0]!.request.headers).not.toHaveProperty('authorization')
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toBe('sandbox')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('streams bodies both ways', async () => {
    gateway.reply = async ({ body }) => ({
      status: 201,
      headers: {},
      body: Readable.from([await new Response(Readable.toWeb(body) as ReadableStream).text(), '!']),
    })
    const reply = await gateway.call('/rest/v1/x', { method: 'POST', body: '{"a":1}', headers: { apikey: key, 'content-type': 'application/json' } })
    expect([reply.status, await reply.text()]).toEqual([201, '{"a":1}!'])
  })

  test('tells the service how many bytes of its reply are sent', async () => {
    const sent: number[] = []
    for (const [method, body] of [
      ['GET', Readable.from(['é', Buffer.from('more')])],
      ['GET', 'é'],
      ['HEAD', 'no body'],
    ] as const) {
      gateway.reply = async () => ({ status: 200, headers: {}, body, sent: (bytes) => sent.push(bytes) })
      await (await gateway.call('/rest/v1/x', { ...withKey(), method })).text()
    }
    expect(sent).toEqual([2, 4, 2])
  })

  test('whose reply breaks in the middle is not taken for whole, and its row says why', async () => {
    const log: Record<string, string> = {}
    gateway.reply = async () => {
      const body = Readable.from(
        (async function* () {
          yield 'id\n1'
          log['code'] = '57P01'
          throw new Error('the database is gone')
        })(),
      )
      return { status: 200, headers: { 'content-type': 'text/csv' }, body, log }
    }
    const reply = await gateway.call('/rest/v1/films', withKey())
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
    await expect.poll(() => gateway.rows).toMatchObject([{ status: 200, attributes: { code: '57P01' } }])
  })

  test('gives back what its reply held once that is sent, or its client has left', async () => {
    const body = 'x'.repeat(32 * 1024 * 1024)
    const done = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gateway.reply = async () => ({ status: 200, headers: {}, body, done: resolve })
      return promise
    }
    const sent = done()
    expect((await (await gateway.call('/rest/v1/films', withKey())).text()).length).toBe(body.length)
    await sent
    const leaving = new AbortController()
    const left = done()
    await gateway.call('/rest/v1/films', { ...withKey(), signal: leaving.signal })
    leaving.abort()
    await left
  })

  test('that its client gives up is told to the service', async () => {
    const leaving = new AbortController()
    const told = new Promise<void>((resolve) => {
      gateway.reply = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            resolve()
            reject(new Error('left'))
          })
          leaving.abort()
        })
    })
    await expect(gateway.call('/rest/v1/x', { ...withKey(), signal: leaving.signal })).rejects.toThrow('aborted')
    await told
  })

  test('keeps the id that the client gave it, if it is a good one', async () => {
    const ids = await Promise.all(
      ['my-request-1', 'bad id', ''].map(async (id) =>
        (await gateway.call('/rest/v1/x', withKey({ 'x-request-id': id }))).headers.get('x-request-id'),
      ),
    )
    expect(ids).toEqual(['my-request-1', expect.stringMatching(/^req_/), expect.stringMatching(/^req_/)])
  })

  test('leaves a row in the log, without keys', async () => {
    await gateway.call(`/rest/v1/films?id=eq.1&apikey=${key}`, { headers: { 'user-agent': 'Tests' } })
    await expect.poll(() => gateway.rows).toHaveLength(1)
    expect(gateway.rows[0]).toMatchObject({ method: 'GET', path: '/rest/v1/films', search: 'id=eq.1&apikey=…', status: 200, role: 'anon' })
    expect(JSON.stringify(gateway.rows)).not.toContain(key)
  })

  test('fails in the service: nothing of why is told', async () => {
    gateway.reply = async () => {
      throw new Error('the secret is 42')
    }
    const reply = await gateway.call('/rest/v1/x', withKey())
    expect([reply.status, await reply.json()]).toEqual([500, { message: 'Something went wrong on our side' }])
  })
})

describe('is refused', () => {
  test.each([
    ['without a key', '/rest/v1/x', {}, 401, 'No API key found in request'],
    ['with a wrong key', '/rest/v1/x', { apikey: 'sb_publishable_wrong' }, 401, 'Invalid API key'],
    ['to a service that is not there', '/storage/v1/x', { apikey: key }, 404, 'This service is not available here'],
  ])('%s', async (_what, path, headers, status, message) => {
    const reply = await gateway.call(path, { headers })
    expect([reply.status, await reply.json()]).toMatchObject([status, { message }])
  })

  test.each([
    ['paused', 540],
    ['unhealthy', 503],
    ['upgrading', 503],
  ] as const)('by a project that is %s', async (state, status) => {
    gateway.directory.project = { ...gateway.directory.project!, state }
    expect((await gateway.call('/rest/v1/x', withKey())).status).toBe(status)
  })

  test('by a project that there is not', async () => {
    const reply = await fetch(`${gateway.url}/api/zzzzzzzzzzzzzzzzzzzz/rest/v1/x`, withKey())
    expect([reply.status, await reply.json()]).toEqual([404, { message: 'Project not found' }])
  })
})

test('who calls too often is told when to come again, and holds up nobody else', async () => {
  await using strict = await openTestGateway(gateway.directory, { calls: { calls: 1, windowSeconds: 60 } })
  await strict.call('/rest/v1/x', withKey())
  const refused = await strict.call('/rest/v1/x', withKey())
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(60, -1)])
  expect((await strict.call('/rest/v1/x', { headers: { apikey: secret } })).status).toBe(200)
})

test('who tries refs one after another soon asks nobody any more', async () => {
  await using strict = await openTestGateway(createTestDirectory(), { unknownRefs: { calls: 3, windowSeconds: 60 } })
  const refs = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(20))
  const statuses: number[] = []
  for (const each of refs) statuses.push((await fetch(`${strict.url}/api/${each}/rest/v1/x`, withKey({ origin: 'https://app.example' }))).status)
  expect([statuses, strict.directory.asked]).toEqual([[404, 404, 404, 429, 429], 3])
})

test('browsers of other origins may ask, and read the headers that count', async () => {
  const preflight = await gateway.call('/rest/v1/x', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'apikey,prefer' },
  })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
  expect(gateway.calls).toEqual([])
  const reply = await gateway.call('/rest/v1/x', withKey({ origin: 'https://app.example' }))
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(reply.headers.get('access-control-expose-headers')).toContain('Content-Range')
})

test('only origins that are allowed may read the data API', async () => {
  gateway.directory.access = { ...gateway.directory.access, allowedOrigins: ['https://app.example'] }
  const allowed = async (origin: string) => (await gateway.call('/rest/v1/x', withKey({ origin }))).headers.get('access-control-allow-origin')
  expect([await allowed('https://app.example'), await allowed('https://other.example')]).toEqual(['https://app.example', null])
})

test('a preflight of a project that nobody called yet knows its origins, and stands in nobody’s way when they can’t be asked', async () => {
  gateway.directory.access = { isEnabled: true, poolSize: null, allowedOrigins: ['https://app.example'] }
  const preflight = async (origin: string) => {
    const reply = await gateway.call('/rest/v1/x', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PATCH' } })
    return reply.headers.get('access-control-allow-origin')
  }
  gateway.directory.isAway = true
  expect(await preflight('https://other.example')).toBe('*')
  gateway.directory.isAway = false
  expect(await preflight('https://other.example')).toBeNull()
  expect(await preflight('https://app.example')).toBe('https://app.example')
})

test('the data API can be switched off', async () => {
  gateway.directory.access = { ...gateway.directory.access, isEnabled: false }
  expect((await gateway.call('/rest/v1/x', withKey())).status).toBe(404)
})

test('uses of keys are counted by client, and reported together', async () => {
  for (const client of ['supabase-js/2', 'supabase-js/2', 'curl/8']) await gateway.call('/rest/v1/x', withKey({ 'x-client-info': client }))
  await gateway[Symbol.asyncDispose]()
  expect(gateway.directory.uses.map(({ id, client, calls }) => [id, client, calls])).toEqual([
    [key, 'supabase-js/2', 2],
    [key, 'curl/8', 1],
  ])
})

describe('what is known of a project', () => {
  test('is asked for once, and again when there is news', async () => {
    await gateway.call('/rest/v1/x', withKey())
    await gateway.call('/rest/v1/x', withKey())
    expect(gateway.directory.asked).toBe(1)
    gateway.directory.known = { ...gateway.directory.known, apiKeys: [] }
    gateway.directory.tell()
    expect((await gateway.call('/rest/v1/x', withKey())).status).toBe(401)
    expect(gateway.directory.asked).toBe(2)
  })

  test('serves on while the control database is away', async () => {
    await gateway.call('/rest/v1/x', withKey())
    gateway.directory.isAway = true
    gateway.directory.tell()
    expect((await gateway.call('/rest/v1/x', withKey())).status).toBe(200)
    const other = await fetch(`${gateway.url}/api/zzzzzzzzzzzzzzzzzzzz/rest/v1/x`, withKey())
    expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

test('the public keys of a project need no key to be read', async () => {
  const reply = await gateway.call('/auth/v1/.well-known/jwks.json')
  expect([reply.status, await reply.json(), reply.headers.get('cache-control')]).toEqual([200, { keys: [] }, 'public, max-age=600'])
})
