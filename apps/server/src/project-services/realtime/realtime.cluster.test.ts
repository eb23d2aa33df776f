import { getRealtimeTrialSql, RealtimeTrialReport } from '@colonnade/pg-meta/realtime-trial'
import { sql, userAuthored } from '@colonnade/sql'
import { once } from 'node:events'
import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawSocket, type RawSocket, refusedHandshake, tokenMaker } from './testing-sockets.ts'
import { openTestProject, type TestProject } from '../testing.ts'

let project: TestProject
let tokenFor: Awaited<ReturnType<typeof tokenMaker>>
const opened: (() => Promise<unknown>)[] = []
const ann = '00000000-0000-4000-8000-00000000000a'

beforeAll(async () => {
  project = await openTestProject('Live')
  tokenFor = await tokenMaker(project)
  await project.owner.run(
    userAuthored(
      'statement',
      `create policy "Members hear" on realtime.messages for select to authenticated using (realtime.topic() in ('room:' || auth.uid(), 'talk:' || auth.uid(), 'all'));
       create policy "Members speak" on realtime.messages for insert to authenticated with check (realtime.topic() = 'room:' || auth.uid() or (realtime.topic() = 'talk:' || auth.uid() and extension = 'broadcast'))`,
    ),
  )
})
afterAll(async () => {
  await Promise.all(opened.map((close) => close()))
  await project[Symbol.asyncDispose]()
})

const connect = (): SupabaseClient => {
  const client = project.client()
  opened.push(async () => client.realtime.disconnect())
  return client
}
const connectMember = async (): Promise<SupabaseClient> => {
  const client = connect()
  await client.realtime.setAuth(member())
  return client
}
const raw = async (vsn?: string, key = project.anonKey): Promise<RawSocket> => {
  const socket = await openRawSocket(project.url, key, vsn)
  opened.push(() => socket.close())
  return socket
}
/** Resolves with the first state of a subscription, and what went wrong. */
const subscribe = (channel: RealtimeChannel): Promise<readonly [string, string | undefined]> =>
  new Promise((resolve) => void channel.subscribe((status, error) => resolve([status, error?.message])))
const subscribed = async (client: SupabaseClient, name: string, config: RealtimeChannelOptions['config'] = {}): Promise<RealtimeChannel> => {
  const channel = client.channel(name, { config })
  expect(await subscribe(channel)).toEqual(['SUBSCRIBED', undefined])
  return channel
}
const heard = (channel: RealtimeChannel, event: string): Promise<unknown> =>
  new Promise((resolve) => void channel.on('broadcast', { event }, ({ payload }) => resolve(payload)))
const member = () => tokenFor({ role: 'authenticated', sub: ann })

describe('with the client as it is', () => {
  test('broadcasts go to all others, in JSON and in bytes, and to the sender where it wants that', async () => {
    const [one, other] = [await subscribed(connect(), 'chat', { broadcast: { ack: true } }), connect().channel('chat')]
    const [words, bytes] = [heard(other, 'größe'), heard(other, 'bytes')]
    expect(await subscribe(other)).toEqual(['SUBSCRIBED', undefined])
    expect(await one.send({ type: 'broadcast', event: 'größe', payload: { a: ['ä', 1] } })).toBe('ok')
    expect(await words).toEqual({ a: ['ä', 1] })
    await one.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255]).buffer as never })
    expect(new Uint8Array((await bytes) as ArrayBuffer)).toEqual(new Uint8Array([0, 255]))
    const own = await subscribed(connect(), 'echo', { broadcast: { self: true } })
    const echo = heard(own, 'echo')
    await own.send({ type: 'broadcast', event: 'echo', payload: { b: 2 } })
    expect(await echo).toEqual({ b: 2 })
  })

  test('presence says who is there, who comes, changes and leaves', async () => {
    const watcher = connect().channel('people', { config: { presence: { key: 'watcher' } } })
    const events: unknown[] = []
    const told = (event: 'join' | 'leave') => (change: { key: string; newPresences?: object[]; leftPresences?: object[] }) =>
      events.push([event, change.key, (change.newPresences ?? change.leftPresences)!.map((each) => (each as { at?: string }).at)])
    watcher.on('presence', { event: 'join' }, told('join')).on('presence', { event: 'leave' }, told('leave'))
    expect(await subscribe(watcher)).toEqual(['SUBSCRIBED', undefined])
    const visitor = await subscribed(connect(), 'people', { presence: { key: 'visitor' } })
    expect(await visitor.track({ at: 'door' })).toBe('ok')
    await expect.poll(() => events).toEqual([['join', 'visitor', ['door']]])
    expect(watcher.presenceState()).toEqual({ visitor: [{ at: 'door', presence_ref: expect.any(String) }] })
    expect(await visitor.track({ at: 'desk' })).toBe('ok')
    await expect.poll(() => Object.values(watcher.presenceState())).toEqual([[{ at: 'desk', presence_ref: expect.any(String) }]])
    const late = connect().channel('people', { config: { presence: { key: 'late' } } })
    const state = new Promise((resolve) => late.on('presence', { event: 'sync' }, () => resolve(Object.keys(late.presenceState()))))
    expect(await subscribe(late)).toEqual(['SUBSCRIBED', undefined])
    expect(await state).toEqual(['visitor'])
    const live = await project.platform.ask('developer', 'GET', `/platform/projects/${project.ref}/realtime/live`)
    const topics = [{ topic: 'people', is_private: false, clients: 3, present: 1, present_keys: ['visitor'] }]
    expect(live).toMatchObject({ status: 200, json: { topics: expect.arrayContaining(topics), messages: { peak: expect.any(Number) } } })
    await visitor.unsubscribe()
    await expect.poll(() => watcher.presenceState()).toEqual({})
    expect(events.at(-1)).toEqual(['leave', 'visitor', ['desk']])
  })

  test('private channels are joined and sent to as policies allow', async () => {
    const isPrivate = { private: true, broadcast: { ack: true } }
    const mine = await subscribed(await connectMember(), `room:${ann}`, isPrivate)
    const [status, message] = await subscribe(connect().channel(`room:${ann}`, { config: isPrivate }))
    expect([status, message]).toEqual([
      'CHANNEL_ERROR',
      expect.stringContaining(`Unauthorized: You do not have permissions to read from this Channel topic: room:${ann}`),
    ])
    const other = (await connectMember()).channel(`room:${ann}`, { config: isPrivate })
    const said = heard(other, 'said')
    expect(await subscribe(other)).toEqual(['SUBSCRIBED', undefined])
    expect(await mine.send({ type: 'broadcast', event: 'said', payload: { a: 1 } })).toBe('ok')
    expect(await said).toEqual({ a: 1 })
    // heard by all members, and spoken to by none
    const all = await subscribed(await connectMember(), 'all', isPrivate)
    expect(await all.send({ type: 'broadcast', event: 'said', payload: {} })).toBe('error')
    expect(await all.track({})).toBe('error')
    // nothing that was tried is left
    expect(await project.owner.first(sql`select count(*)::int as messages from realtime.messages`)).toEqual({ messages: 0 })
    // in public it is another channel
    const open = await subscribed(connect(), `room:${ann}`)
    const leaked = heard(open, 'said')
    await mine.send({ type: 'broadcast', event: 'said', payload: {} })
    await open.send({ type: 'broadcast', event: 'x', payload: {} })
    expect(await Promise.race([leaked, Promise.resolve('nothing')])).toBe('nothing')
  })

  test('messages over HTTP arrive, one and many', async () => {
    const channel = connect().channel('news')
    const [first, bytes, second] = [heard(channel, 'first'), heard(channel, 'a/b'), heard(channel, 'second')]
    expect(await subscribe(channel)).toEqual(['SUBSCRIBED', undefined])
    const sender = connect().channel('news')
    expect(await sender.httpSend('first', { a: 1 })).toEqual({ success: true })
    expect(await first).toEqual({ a: 1 })
    expect(await sender.httpSend('a/b', new Uint8Array([1, 0]))).toEqual({ success: true })
    expect(new Uint8Array((await bytes) as ArrayBuffer)).toEqual(new Uint8Array([1, 0]))
    const batch = { messages: [{ topic: 'news', event: 'second', payload: { b: 2 } }] }
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${project.url}/realtime/v1/api/broadcast${path}`, {
        method: 'POST',
        headers: { apikey: project.anonKey, 'content-type': 'application/json', origin: 'https://example.com', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const reply = await post('', batch)
    expect([reply.status, reply.headers.get('access-control-allow-origin'), await reply.text()]).toEqual([202, '*', ''])
    expect(await second).toEqual({ b: 2 })
    const refusals: [string, unknown, Record<string, string>, number, object][] = [
      ['', batch, { apikey: '' }, 401, { message: 'API key is missing' }],
      ['', batch, { 'content-type': 'text/plain' }, 415, {}],
      ['', '{', {}, 422, { errors: { body: expect.any(Array) } }],
      ['', {}, {}, 422, { errors: { messages: ["can't be blank"] } }],
      [
        '',
        { messages: [{ topic: 'a', event: 'b', payload: {} }, { topic: '' }] },
        {},
        422,
        { errors: { messages: [{}, { topic: ["can't be blank"], event: ["can't be blank"], payload: ["can't be blank"] }] } },
      ],
      ['/news/events/e', { a: 'x'.repeat(256_000) }, {}, 422, { errors: { payload: [expect.any(String)] } }],
      [`/room:${ann}/events/e?private=true`, {}, {}, 403, {}],
      ['/nowhere', {}, {}, 404, {}],
    ]
    for (const [path, body, headers, status, shown] of refusals) {
      const refused = await post(path, body, headers)
      expect([path, refused.status, await refused.json()]).toEqual([path, status, expect.objectContaining(shown)])
    }
    const asMember = { authorization: `Bearer ${member()}` }
    expect((await post(`/room:${ann}/events/e?private=true`, {}, asMember)).status).toBe(202)
    // of a batch, what isn't allowed is left out
    expect((await post('', { messages: [{ topic: 'all', event: 'e', payload: {}, private: true }] }, asMember)).status).toBe(202)
  })
})

test('a trial says what the service does, and which policy decides', async () => {
  const tried = async (role: string, topic: string, sub?: string): Promise<RealtimeTrialReport> => {
    const text = getRealtimeTrialSql({ role, claims: { role, ...(sub !== undefined && { sub }) }, topic })
    const error = await project.owner.run(userAuthored('statement', text)).then(
      () => null,
      (thrown: unknown) => thrown as { readonly details: Readonly<Record<string, unknown>> },
    )
    expect(error).toMatchObject({ details: { sqlstate: 'CTRY0' } })
    return RealtimeTrialReport.parse(JSON.parse(String(error!.details['detail'])))
  }
  const allowed = ({ accesses }: RealtimeTrialReport) =>
    accesses.filter(({ sqlstate, rows }) => sqlstate === 'CTRY0' && rows === 1).map(({ extension, access }) => `${access} ${extension}`)
  const own = await tried('authenticated', `room:${ann}`, ann)
  expect(allowed(own)).toEqual(['read broadcast', 'write broadcast', 'read presence', 'write presence'])
  expect(own).toMatchObject({
    unbound: null,
    policies: [
      { name: 'Members hear', command: 'SELECT' },
      { name: 'Members speak', command: 'INSERT' },
    ],
  })
  expect(own.accesses[0]!.expressions).toEqual([{ policy: 0, command: 'SELECT', row: 'before', isTrue: true, error: null }])
  const all = await tried('authenticated', 'all', ann)
  expect(allowed(all)).toEqual(['read broadcast', 'read presence'])
  expect(all.accesses[1]).toMatchObject({ sqlstate: '42501', expressions: [{ policy: 1, command: 'INSERT', isTrue: false }] })
  expect(allowed(await tried('anon', 'all'))).toEqual([])
  const server = await tried('service_role', "it's")
  expect([server.unbound, allowed(server).length]).toEqual(['bypasses', 4])
  expect(await project.owner.first(sql`select count(*)::int as messages from realtime.messages`)).toEqual({ messages: 0 })
})

describe('by the protocol', () => {
  test('handshakes that are refused say why', async () => {
    const expired = tokenFor({ role: 'anon', exp: Math.floor(Date.now() / 1000) - 100 })
    const forged = `${project.anonKey.slice(0, -4)}AAAA`
    const cases: [string, number, string][] = [
      ['vsn=1.0.0', 401, 'API key is missing'],
      ['apikey=a.b.c', 401, 'The token provided is not a valid JWT'],
      [`apikey=${forged}`, 401, 'Failed to validate JWT signature'],
      [`apikey=${expired}`, 401, 'Token has expired'],
      [`apikey=${tokenFor({ sub: ann })}`, 401, 'Fields `role` and `exp` are required in JWT'],
      [`apikey=${project.anonKey}&vsn=3.0.0`, 400, 'Unknown protocol version. Use vsn=1.0.0 or vsn=2.0.0'],
    ]
    for (const [search, status, error] of cases)
      expect([search, ...(await refusedHandshake(project.url, search))]).toEqual([search, status, { error }])
    expect((await fetch(`${project.url}/realtime/v1/websocket?apikey=${project.anonKey}`)).status).toBe(426)
    // a token of a user's will do, and the header comes first
    await raw('1.0.0', member())
    expect(await refusedHandshake(project.url, `apikey=${project.anonKey}`, { 'x-api-key': 'a.b.c' })).toEqual([
      401,
      { error: 'The token provided is not a valid JWT' },
    ])
  })

  test.each(['1.0.0', '2.0.0'])('version %s joins, hears, sends and leaves', async (vsn) => {
    const [one, other] = [await raw(vsn), await raw(vsn === '1.0.0' ? '2.0.0' : '1.0.0')]
    one.send(null, 'h1', 'phoenix', 'heartbeat', {})
    expect(await one.next()).toEqual([null, 'h1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
    one.send('1', '2', 'realtime:__proto__', 'broadcast', { type: 'broadcast', event: 'e', payload: {} })
    expect(await one.reply('2')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    const config = { broadcast: { ack: 'true' }, presence: { key: '__proto__' } }
    for (const socket of [one, other]) {
      socket.send('3', '3', 'realtime:__proto__', 'phx_join', { config })
      expect(await socket.next()).toEqual(['3', '3', 'realtime:__proto__', 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }])
      expect(await socket.next()).toEqual(['3', null, 'realtime:__proto__', 'presence_state', {}])
    }
    const said = { type: 'broadcast', event: 'e', payload: { a: 1 }, extra: true }
    one.send('3', '4', 'realtime:__proto__', 'broadcast', said)
    expect(await one.reply('4')).toEqual({ status: 'ok', response: {} })
    expect(await other.next()).toEqual([null, null, 'realtime:__proto__', 'broadcast', said])
    for (const malformed of ['{', '[]', '"x"', '[1,2,3,4,5]']) one.socket.send(malformed)
    one.send('3', '5', 'realtime:__proto__', 'presence', { type: 'presence', event: 'TRACK', payload: { at: 'here' } })
    expect(await one.reply('5')).toEqual({ status: 'ok', response: {} })
    const [joinRef, ref, , event, payload] = await other.next()
    const diff = payload as { joins: object; leaves: object }
    expect([joinRef, ref, event, Object.keys(diff.joins), diff.leaves]).toEqual([null, null, 'presence_diff', ['__proto__'], {}])
    // a second join ends the first
    one.send('6', '6', 'realtime:__proto__', 'phx_join', { config })
    expect(await one.next(([, , , name]) => name === 'phx_close')).toEqual(['3', '3', 'realtime:__proto__', 'phx_close', {}])
    expect(await one.reply('6')).toMatchObject({ status: 'ok' })
    one.send('6', '7', 'realtime:__proto__', 'phx_leave', {})
    expect(await one.reply('7')).toEqual({ status: 'ok', response: {} })
    expect(await one.next(([, , , name]) => name === 'phx_close')).toEqual(['6', '6', 'realtime:__proto__', 'phx_close', {}])
  })

  test('broadcasts in binary are passed on as they are, and as text to the first version', async () => {
    const [sender, second, first] = [await raw(), await raw(), await raw('1.0.0')]
    for (const socket of [sender, second, first]) {
      socket.send('1', '1', 'realtime:b', 'phx_join', { config: { presence: { enabled: false } } })
      expect(await socket.reply('1')).toMatchObject({ status: 'ok' })
    }
    const push = (encoding: number, content: Buffer): Buffer =>
      Buffer.concat([Buffer.from([3, 1, 1, 10, 1, 0, encoding]), Buffer.from('12realtime:be'), content])
    const head = Buffer.concat([Buffer.from([4, 10, 1, 0, 0]), Buffer.from('realtime:be')])
    sender.sendBytes(push(0, Buffer.from([0, 255])))
    expect(await second.nextBytes()).toEqual(Buffer.concat([head, Buffer.from([0, 255])]))
    sender.sendBytes(push(1, Buffer.from('{')))
    sender.sendBytes(push(1, Buffer.from('{"a": 1}')))
    head[4] = 1
    expect(await second.nextBytes()).toEqual(Buffer.concat([head, Buffer.from('{"a": 1}')]))
    expect(await first.next()).toEqual([null, null, 'realtime:b', 'broadcast', { type: 'broadcast', event: 'e', payload: { a: 1 } }])
  })

  test('joins that are refused say why', async () => {
    const socket = await raw()
    const now = Math.floor(Date.now() / 1000)
    const expired = tokenFor({ role: 'anon', exp: now - 100 })
    const cases: [string, object, unknown][] = [
      ['realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
      ['other:a', {}, 'unmatched topic'],
      [`realtime:${'ä'.repeat(128)}`, {}, 'TopicNameTooLong: Topic names have at most 255 bytes'],
      ['realtime:a', { access_token: 'x' }, 'MalformedJWT: The token provided is not a valid JWT'],
      ['realtime:a', { access_token: expired }, expect.stringMatching(/^InvalidJWTToken: Token has expired 10\d seconds ago$/)],
      ['realtime:a', { access_token: `${member().slice(0, -4)}AAAA` }, 'JwtSignatureError: Failed to validate JWT signature'],
      ['realtime:a', { config: { broadcast: { replay: { since: 1 } } } }, 'UnableToReplayMessages: Replay is not allowed for public channels'],
      ['realtime:a', { config: { private: true, broadcast: { replay: { since: 'x' } } } }, 'UnableToReplayMessages: Replay params are not valid'],
      ['realtime:a', { config: { private: true } }, 'Unauthorized: You do not have permissions to read from this Channel topic: a'],
      [
        'realtime:a',
        { config: { private: true }, access_token: tokenFor({ role: 'postgres' }) },
        'Unauthorized: You do not have permissions to read from this Channel topic: a',
      ],
    ]
    for (const [index, [topic, payload, reason]] of cases.entries()) {
      socket.send(`j${index}`, `j${index}`, topic, 'phx_join', payload)
      expect([topic, await socket.reply(`j${index}`)]).toEqual([topic, { status: 'error', response: { reason } }])
    }
  })

  test('a token that is renewed keeps its channel, and one that no longer may ends it', async () => {
    const socket = await raw()
    const topic = `realtime:room:${ann}`
    const join = async (ref: string): Promise<void> => {
      socket.send(ref, ref, topic, 'phx_join', { config: { private: true, broadcast: { ack: true } }, access_token: member() })
      expect(await socket.reply(ref)).toMatchObject({ status: 'ok' })
    }
    const renew = (token: unknown): void => socket.send('1', null, topic, 'access_token', { access_token: token })
    await join('1')
    for (const ignored of [null, 'sb_publishable_x', member()]) renew(ignored)
    socket.send('1', '2', topic, 'broadcast', { type: 'broadcast', event: 'e', payload: {} })
    expect(await socket.reply('2')).toEqual({ status: 'ok', response: {} })
    renew(tokenFor({ role: 'authenticated', sub: '00000000-0000-4000-8000-00000000000b' }))
    const ending = async () => [await socket.next(([, , , event]) => event === 'system'), await socket.next(([, , , event]) => event === 'phx_close')]
    const system = (ref: string, message: unknown) => [
      ref,
      null,
      topic,
      'system',
      { extension: 'system', status: 'error', message, channel: `room:${ann}` },
    ]
    expect(await ending()).toEqual([
      system('1', `You no longer have permission to read from this Channel topic: room:${ann}`),
      ['1', '1', topic, 'phx_close', {}],
    ])
    await join('1')
    renew('x')
    expect((await ending())[0]).toEqual(system('1', 'The token provided is not a valid JWT'))
    // one that ends soon, allowing for clocks
    const soon = tokenFor({ role: 'authenticated', sub: ann, exp: Math.floor(Date.now() / 1000) - 27 })
    socket.send('5', '5', topic, 'phx_join', { config: { private: true }, access_token: soon })
    expect(await socket.reply('5')).toMatchObject({ status: 'ok' })
    expect((await ending())[0]).toEqual(system('5', expect.stringMatching(/^Token has expired 3\d seconds ago$/)))
  })

  test('messages from SQL are replayed to who may hear them, oldest first', async () => {
    const topic = `room:${ann}`
    await project.owner.run(sql`select realtime.send('{"n":1}', 'old', ${topic}), realtime.send('{"n":0}', 'old', ${topic}, false)`)
    await project.owner.run(sql`select realtime.send_binary('\\x0102'::bytea, 'old', ${topic})`)
    const socket = await raw()
    const replay = { since: Date.now() - 60_000, limit: 5 }
    socket.send('1', '1', `realtime:${topic}`, 'phx_join', { access_token: member(), config: { private: true, broadcast: { replay } } })
    const shown = async () => {
      const bytes = await socket.nextBytes()
      const [topicLength, nameLength, metaLength] = [bytes[1]!, bytes[2]!, bytes[3]!]
      const at = 5 + topicLength + nameLength
      return [JSON.parse(bytes.toString('utf8', at, at + metaLength)), bytes.toString('latin1', at + metaLength)]
    }
    expect(await shown()).toEqual([{ id: expect.stringMatching(/^[\da-f-]{36}$/), replayed: true }, expect.stringMatching(/"n": 1/)])
    expect(await shown()).toEqual([{ id: expect.any(String), replayed: true }, '\u0001\u0002'])
  })

  test('a broadcast that is to persist is stored, told once, and replayed to those who join later', async () => {
    const [since, room] = [Date.now(), `room:${ann}`]
    const joined = async (ref: string, topic: string, config: object): Promise<RawSocket> => {
      const socket = await raw()
      socket.send(ref, ref, `realtime:${topic}`, 'phx_join', { access_token: member(), config: { presence: { enabled: false }, ...config } })
      expect(await socket.reply(ref)).toMatchObject({ status: 'ok' })
      return socket
    }
    const heardBy = async (socket: RawSocket): Promise<unknown> => {
      const bytes = await socket.nextBytes()
      const [topicLength, nameLength, metaLength] = [bytes[1]!, bytes[2]!, bytes[3]!]
      const at = 5 + topicLength + nameLength
      return [
        JSON.parse(bytes.toString('utf8', at, at + metaLength) || 'null'),
        bytes[4] === 1 ? JSON.parse(bytes.toString('utf8', at + metaLength)) : bytes.toString('latin1', at + metaLength),
      ]
    }
    const isPrivate = { private: true, broadcast: { ack: true } }
    const [sender, other] = [await joined('1', room, isPrivate), await joined('1', room, isPrivate)]
    const push = (ref: string, meta: string, encoding: number, content: string): void => {
      const texts = ['1', ref, `realtime:${room}`, 'e', meta]
      sender.sendBytes(Buffer.concat([Buffer.from([3, ...texts.map(({ length }) => length), encoding]), Buffer.from(texts.join('') + content)]))
    }
    push('2', '{"persist":true}', 1, '{"n":1}')
    // order is kept, also by those that needn't be stored
    push('3', '', 1, '{"n":2}')
    sender.send('1', '4', `realtime:${room}`, 'broadcast', { type: 'broadcast', event: 'e', payload: { n: 3 }, meta: { persist: true } })
    push('5', '{"persist":true}', 0, 'bytes')
    const acks = [await sender.reply('2'), await sender.reply('3'), await sender.reply('4'), await sender.reply('5')]
    const uuid = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(acks).toEqual([{ id: uuid }, {}, { id: uuid }, { id: uuid }].map((response) => ({ status: 'ok', response })))
    const ids = acks.map(({ response }) => (response as { id?: string }).id)
    const post = async (search: string, topic = room) => {
      const reply = await fetch(`${project.url}/realtime/v1/api/broadcast/${topic}/events/e?${search}`, {
        method: 'POST',
        headers: { apikey: project.anonKey, authorization: `Bearer ${member()}`, 'content-type': 'application/json' },
        body: '{"n":4}',
      })
      return [reply.status, await reply.json()] as const
    }
    const [status, stored] = await post('private=true&persist=true')
    const { id } = stored as { id?: string }
    expect([status, id]).toEqual([202, uuid])
    // what SQL sends comes from the log, as the stored ones would, were they told twice
    await project.owner.run(sql`select realtime.send('{"n":5,"id":"x"}', 'e', ${room})`)
    const told = [
      [{ id: ids[0] }, { n: 1 }],
      [null, { n: 2 }],
      [{ id: ids[2] }, { n: 3 }],
      [{ id: ids[3] }, 'bytes'],
      [{ id }, { n: 4 }],
      [{ id: uuid }, { n: 5, id: 'x' }],
    ]
    for (const each of told) expect(await heardBy(other)).toEqual(each)
    const late = await joined('1', room, { private: true, broadcast: { replay: { since, limit: 25 } } })
    for (const [meta, content] of told) if (meta !== null) expect(await heardBy(late)).toEqual([{ ...(meta as object), replayed: true }, content])
    // a policy has to allow it, apart from sending
    const talker = await joined('1', `talk:${ann}`, isPrivate)
    const said = { type: 'broadcast', event: 'e', payload: {} }
    talker.send('1', '2', `realtime:talk:${ann}`, 'broadcast', { ...said, meta: { persist: true } })
    talker.send('1', '3', `realtime:talk:${ann}`, 'broadcast', said)
    talker.send('1', '4', `realtime:talk:${ann}`, 'broadcast', { ...said, meta: { persist: { ttl: 60 } } })
    const reason = `Unauthorized: You do not have permissions to store messages of this Channel topic: talk:${ann}`
    expect(await talker.reply('2')).toEqual({ status: 'error', response: { reason } })
    expect([await talker.reply('3'), await talker.reply('4')]).toMatchObject([{ status: 'ok' }, { status: 'error' }])
    const refused = { persist: [expect.any(String)] }
    expect(await post('private=true&persist=true', `talk:${ann}`)).toMatchObject([403, {}])
    expect(await post('persist=true')).toMatchObject([422, { errors: refused }])
    expect(await post('private=true&persist[ttl]=60')).toMatchObject([422, { errors: refused }])
    await project.owner.run(sql`delete from realtime.messages`)
  })

  test('settings hold for who is connected: private only, disconnected, suspended', async () => {
    const settings = (body: object) => project.platform.ask('owner', 'PATCH', `/v1/projects/${project.ref}/config/realtime`, body)
    const socket = await raw()
    socket.send('p', 'p', 'realtime:public', 'phx_join', { config: {} })
    expect(await socket.reply('p')).toMatchObject({ status: 'ok' })
    expect(await settings({ private_only: true, max_bytes_per_second: 20 })).toMatchObject({ status: 200 })
    const joined = async (ref: string): Promise<unknown> => {
      socket.send(ref, ref, 'realtime:a', 'phx_join', { config: {} })
      return (await socket.reply(ref)).response.reason
    }
    let tries = 0
    await expect
      .poll(() => joined(`s${(tries += 1)}`), { timeout: 5_000, interval: 200 })
      .toBe('PrivateOnly: This project only allows private channels')
    // those who are in a public channel stay, and may not send more than so many bytes
    socket.send('p', 'b', 'realtime:public', 'broadcast', { event: 'e', payload: 'x'.repeat(20) })
    expect((await socket.next(([, , , event]) => event === 'system'))[4]).toMatchObject({ message: 'Too many messages per second' })
    const sent = await fetch(`${project.url}/realtime/v1/api/broadcast/public/events/e?private=true`, {
      method: 'POST',
      headers: { apikey: project.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(20)),
    })
    expect([sent.status, await sent.json()]).toEqual([429, { message: 'Too many messages per second' }])
    const closed = (each: RawSocket): Promise<number> => new Promise((resolve) => each.socket.once('close', (code) => resolve(code)))
    const first = closed(socket)
    expect(await project.platform.ask('owner', 'POST', `/v1/projects/${project.ref}/config/realtime/shutdown`)).toMatchObject({ status: 204 })
    expect(await first).toBe(1012)
    const second = closed(await raw())
    expect(await settings({ suspend: true, private_only: null, max_bytes_per_second: null })).toMatchObject({ status: 200 })
    expect(await second).toBe(1008)
    expect(await refusedHandshake(project.url, `apikey=${project.anonKey}`)).toEqual([403, { error: 'Realtime was disabled for this tenant' }])
    expect(await settings({ suspend: null })).toMatchObject({ status: 200 })
    const answers = async () => (await fetch(`${project.url}/realtime/v1/api/broadcast`, { headers: { apikey: project.anonKey } })).status
    await expect.poll(answers).toBe(405)
    // a stop of the service tells them to come back
    const third = closed(await raw())
    await project.restart()
    expect(await third).toBe(1012)
  })

  test('what is too much is refused, and what keeps coming ends the channel', async () => {
    const socket = await raw()
    const topic = 'realtime:limits'
    socket.send('1', '1', topic, 'phx_join', { config: { broadcast: { ack: true } } })
    expect(await socket.reply('1')).toMatchObject({ status: 'ok' })
    socket.send('1', '2', topic, 'broadcast', { event: 'e', payload: 'x'.repeat(256_000) })
    expect(await socket.reply('2')).toEqual({ status: 'error', response: { reason: 'Payload size exceeds the limit of this project' } })
    for (const at of [1, 2, 3, 4, 5, 6]) socket.send('1', `p${at}`, topic, 'presence', { event: 'track', payload: { at } })
    const system = await socket.next(([, , , event]) => event === 'system')
    expect(system[4]).toEqual({ extension: 'system', status: 'error', message: 'Client presence rate limit exceeded', channel: 'limits' })
    const changed = await project.platform.ask('owner', 'PATCH', `/v1/projects/${project.ref}/config/realtime`, { max_channels_per_client: 2 })
    expect(changed).toMatchObject({ status: 200 })
    const thirdChannel = async (): Promise<unknown> => {
      const busy = await raw()
      for (const ref of ['1', '2', '3']) busy.send(ref, ref, `realtime:c${ref}`, 'phx_join', { config: {} })
      expect(await busy.reply('2')).toMatchObject({ status: 'ok' })
      return (await busy.reply('3')).response.reason
    }
    await expect.poll(thirdChannel, { timeout: 5_000, interval: 200 }).toBe('ChannelRateLimitReached: Too many channels')
  })

  test('what lives by a key ends when that is revoked, and nothing else', async () => {
    const ask = async (method: string, path: string, body?: unknown): Promise<{ readonly id: string; readonly api_key: string }> => {
      const reply = await project.platform.ask('owner', method, `/v1/projects/${project.ref}/${path}`, body)
      expect(reply.status, JSON.stringify(reply.json)).toBeLessThan(300)
      return reply.json as { readonly id: string; readonly api_key: string }
    }
    const app = await ask('POST', 'api-keys', { type: 'publishable', name: 'mobile' })
    const own = (await tokenMaker(project, 'current key'))({ role: 'authenticated', sub: ann })
    const join = async (socket: RawSocket, topic: string, token?: string): Promise<void> => {
      socket.send(topic, topic, `realtime:${topic}`, 'phx_join', { config: {}, ...(token !== undefined && { access_token: token }) })
      expect(await socket.reply(topic)).toMatchObject({ status: 'ok' })
    }
    const ended = async (socket: RawSocket, topic: string): Promise<void> => {
      const system = await socket.next(([, , of, event]) => event === 'system' && of === `realtime:${topic}`)
      expect(system[4]).toMatchObject({ status: 'error', message: 'Failed to validate JWT signature' })
      await socket.next(([, , of, event]) => event === 'phx_close' && of === `realtime:${topic}`)
    }
    const closed = ({ socket }: RawSocket) => once(socket, 'close').then(([code, reason]) => [code, String(reason)])
    const lives = async (socket: RawSocket, ref: string, topic: string): Promise<void> => {
      socket.send(topic, ref, `realtime:${topic}`, 'presence', { event: 'track', payload: { ref } })
      expect(await socket.reply(ref)).toMatchObject({ status: 'ok' })
    }
    const [byKey, byToken, legacy] = [await raw('2.0.0', app.api_key), await raw('2.0.0', app.api_key), await raw()]
    await join(byKey, 'key')
    await join(byToken, 'token', own)
    await join(byToken, 'both')
    await join(legacy, 'legacy', member())

    const gone = closed(byKey)
    await ask('DELETE', `api-keys/${app.id}`)
    await ended(byKey, 'key')
    expect(await gone).toEqual([1008, 'Failed to validate JWT signature'])
    await ended(byToken, 'both')
    await Promise.all([lives(byToken, '2', 'token'), lives(legacy, '2', 'legacy')])
    byToken.send('9', '9', 'realtime:again', 'phx_join', { config: {} })
    expect(await byToken.reply('9')).toEqual({ status: 'error', response: { reason: 'JwtSignatureError: Failed to validate JWT signature' } })

    const legacyGone = closed(legacy)
    const secret = await ask('GET', 'config/auth/signing-keys/legacy')
    await ask('PUT', 'api-keys/legacy?enabled=false')
    await ask('PATCH', `config/auth/signing-keys/${secret.id}`, { status: 'revoked' })
    await ended(legacy, 'legacy')
    expect(await legacyGone).toEqual([1008, 'Failed to validate JWT signature'])
    await lives(byToken, '3', 'token')
    await ask('PATCH', `config/auth/signing-keys/${secret.id}`, { status: 'previously_used' })
    await ask('PUT', 'api-keys/legacy?enabled=true')
  })
})
