import { type Fragment, sql, userAuthored } from '@colonnade/sql'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'
import { openRawSocket, type RawSocket, tokenMaker } from './testing-sockets.ts'

let project: TestProject
let tokenFor: Awaited<ReturnType<typeof tokenMaker>>
const opened: (() => Promise<unknown>)[] = []
const [ann, ben] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']

beforeAll(async () => {
  project = await openTestProject('Rows')
  tokenFor = await tokenMaker(project)
  await project.owner.run(
    userAuthored(
      'statement',
      `create table public.open (id bigint primary key, name text, tags text[], at timestamptz, data jsonb, price numeric, secret text);
       revoke select on public.open from anon; grant select (id, name, tags, at, data, price) on public.open to anon;
       create table public.own (id int primary key, owner uuid, note text); alter table public.own enable row level security; alter table public.own replica identity full;
       create policy own on public.own for select to authenticated using (owner = (select auth.uid()));
       create table public.keyless (a int); alter table public.keyless replica identity full;
       create table public.hidden (id int primary key);
       alter publication supabase_realtime add table public.open, public.own, public.keyless`,
    ),
  )
})
afterAll(async () => {
  await Promise.all(opened.map((close) => close()))
  await project[Symbol.asyncDispose]()
})

const run = (statement: Fragment) => project.owner.run(statement)
const connect = async (sub?: string): Promise<SupabaseClient> => {
  const client = project.client()
  opened.push(async () => client.realtime.disconnect())
  if (sub !== undefined) await client.realtime.setAuth(tokenFor({ role: 'authenticated', sub }))
  return client
}

interface Heard {
  readonly ids: readonly number[]
  readonly data: Readonly<Record<string, unknown>>
}
/** A socket that has joined with these changes. */
const listening = async (
  changes: readonly object[],
  sub?: string,
  topic = 'rows',
): Promise<RawSocket & { heard(): Promise<Heard>; ids: readonly number[] }> => {
  const socket = await openRawSocket(project.url, project.anonKey)
  opened.push(() => socket.close())
  const token = sub === undefined ? {} : { access_token: tokenFor({ role: 'authenticated', sub }) }
  socket.send('1', '1', `realtime:${topic}`, 'phx_join', { ...token, config: { postgres_changes: changes, presence: { enabled: false } } })
  const { response } = await socket.reply('1')
  const ids = response.postgres_changes!.map(({ id }) => id)
  expect(response.postgres_changes).toEqual(changes.map((change, index) => ({ ...change, id: ids[index] })))
  return { ...socket, ids, heard: async () => (await socket.next(([, , , event]) => event === 'postgres_changes'))[4] as Heard }
}

test('a project that is awake has partitions of messages before anybody comes', async () => {
  const count = sql`select count(*)::int as partitions from pg_inherits where inhparent = 'realtime.messages'::regclass`
  expect(await project.owner.first(count)).toEqual({ partitions: 1 })
  await project.resume()
  expect(await project.owner.first(count)).toEqual({ partitions: 6 })
})

test('the client as it is hears every change once it is subscribed', async () => {
  const client = await connect()
  const heard: unknown[] = []
  const channel = client.channel('todos').on('postgres_changes', { event: '*', schema: 'public', table: 'open' }, (change) => heard.push(change))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => (error === undefined ? resolve() : reject(error)))
  })
  // in the very moment
  await run(sql`insert into public.open values (1, 'größe', '{a,"b c",NULL}', '2026-01-02 03:04:05.6+00', '{"x": [1]}', 1.50, 'secret')`)
  await run(sql`update public.open set name = 'other' where id = 1`)
  await run(sql`delete from public.open where id = 1`)
  await expect.poll(() => heard.length).toBe(3)
  const record = { id: 1, name: 'größe', tags: ['a', 'b c', null], at: '2026-01-02T03:04:05.6+00:00', data: { x: [1] }, price: 1.5 }
  const common = {
    schema: 'public',
    table: 'open',
    commit_timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    errors: null,
  }
  expect(heard).toEqual([
    { ...common, eventType: 'INSERT', new: record, old: {} },
    { ...common, eventType: 'UPDATE', new: { ...record, name: 'other' }, old: { id: 1 } },
    { ...common, eventType: 'DELETE', new: {}, old: { id: 1 } },
  ])
})

test('a record is whole, and as Postgres writes it in JSON', async () => {
  await run(
    userAuthored(
      'statement',
      `create type public.mood as enum ('fine'); create type public.spot as (x int, label text); create type public.place as (spot public.spot, moods public.mood[]);
       create domain public.percent as numeric check (value <= 100); create domain public.places as public.place[];
       create function public.mood_json(public.mood) returns json language plpgsql immutable as $$begin return json_build_object('is', $1::text); end$$;
       create cast (public.mood as json) with function public.mood_json(public.mood);
       create table public.rich (id int primary key, spot public.spot, place public.place, places public.places, percent public.percent, percents public.percent[],
         mood public.mood, span int4range, spans int4multirange, boxes box[], large text, owner uuid);
       alter table public.rich alter large set storage external; alter table public.rich enable row level security;
       create policy own on public.rich using (owner = auth.uid()); alter publication supabase_realtime add table public.rich`,
    ),
  )
  const all = await listening([{ event: '*', schema: 'public', table: 'rich' }], ann, 'rich')
  // what isn't in the log counts for filters as well
  const filtered = await listening([{ event: 'UPDATE', schema: 'public', table: 'rich', filter: 'large=like.xx%', select: 'percent' }], ann, 'large')
  await run(
    sql`insert into public.rich values (1, '(1,"a,b")', row('(2,c)'::public.spot, '{fine}'), array[row(null, null)::public.place], 12.5, '{1,2.50}', 'fine',
      '[1,5)', '{[1,3)}', '{(1\,1)\,(0\,0);(2\,2)\,(0\,0)}', repeat('x', 100000), ${ann}::uuid)`,
  )
  await run(sql`update public.rich set percent = 13`)
  const expected = { ...(await project.owner.first<{ row: object }>(sql`select to_jsonb(r) as row from public.rich r`))!.row }
  expect(expected).toMatchObject({ spot: { x: 1 }, mood: { is: 'fine' }, percents: [1, 2.5], percent: 13 })
  expect((await all.heard()).data).toMatchObject({ type: 'INSERT', record: { ...expected, percent: 12.5 } })
  expect((await all.heard()).data).toMatchObject({ type: 'UPDATE', record: expected })
  expect((await filtered.heard()).data).toMatchObject({ record: { id: 1, percent: 13 } })
})

test('each row goes to whom its policies let see it, and a deleted one as its key alone', async () => {
  const all = [{ event: '*', schema: 'public', table: 'own' }]
  const [ofAnn, ofBen, ofServer] = [await listening(all, ann), await listening(all, ben), await listening(all)]
  await run(sql`insert into public.own values (1, ${ann}::uuid, 'a'), (2, ${ben}::uuid, 'b'), (3, ${ann}::uuid, 'c')`)
  const shown = async (socket: typeof ofAnn) => {
    const { data } = await socket.heard()
    return [data['type'], data['record'], data['old_record']]
  }
  expect([await shown(ofAnn), await shown(ofAnn), await shown(ofBen)]).toEqual([
    ['INSERT', { id: 1, owner: ann, note: 'a' }, undefined],
    ['INSERT', { id: 3, owner: ann, note: 'c' }, undefined],
    ['INSERT', { id: 2, owner: ben, note: 'b' }, undefined],
  ])
  await run(sql`update public.own set note = 'd' where id = 2`)
  expect(await shown(ofBen)).toEqual(['UPDATE', { id: 2, owner: ben, note: 'd' }, { id: 2, owner: ben, note: 'b' }])
  await run(sql`delete from public.own where id = 1`)
  // nobody knows who could see it
  for (const socket of [ofAnn, ofBen, ofServer]) expect(await shown(socket)).toEqual(['DELETE', undefined, { id: 1 }])
})

test('filters, columns and events choose what is told, with the ids of what was asked for', async () => {
  const asked = [
    { event: 'INSERT', schema: 'public', table: 'open', filter: 'id=in.(10,12)' },
    { event: '*', schema: 'public', table: 'open', filter: 'price=gte.5' },
    { event: '*', schema: 'public', table: 'open', filter: 'name=not.ilike.x%' },
    { event: 'UPDATE', schema: 'public', table: 'open', select: 'name' },
    { event: 'DELETE', schema: 'public', filter: 'id=eq.12', table: 'open' },
  ]
  const socket = await listening(asked, undefined, 'filters')
  await run(sql`insert into public.open (id, name, price) values (10, 'Xa', 4), (11, 'Xb', 10), (12, 'y', 4)`)
  await run(sql`update public.open set name = 'Xz' where id = 12`)
  await run(sql`delete from public.open where id in (11, 12)`)
  const heard: [unknown, unknown, readonly number[], string[]][] = []
  for (let index = 0; index < 5; index += 1) {
    const { ids, data } = await socket.heard()
    const row = (data['record'] ?? data['old_record']) as { id: number }
    heard.push([data['type'], row.id, ids.map((id) => socket.ids.indexOf(id)), Object.keys(row)])
  }
  const every = ['id', 'name', 'tags', 'at', 'data', 'price']
  expect(heard).toEqual([
    ['INSERT', 10, [0], every],
    ['INSERT', 11, [1], every],
    ['INSERT', 12, [0, 2], every],
    ['UPDATE', 12, [3], ['id', 'name']],
    ['DELETE', 12, [4], ['id']],
  ])
})

test('a filter that Postgres refuses ends its subscription, and no other', async () => {
  const other = await listening([{ event: 'INSERT', schema: 'public', table: 'open', filter: 'price=gte.1' }], undefined, 'fine')
  const broken = [
    { event: 'INSERT', schema: 'public', table: 'open', filter: 'price=gte.much' },
    { event: 'INSERT', schema: 'public', table: 'open', filter: 'name=match.(' },
  ]
  const socket = await listening([...broken, { event: 'INSERT', schema: 'public', table: 'open' }], undefined, 'broken')
  const system = () => socket.next(([, , , event, payload]) => event === 'system' && (payload as { status: string }).status === 'error')
  for (const id of [20, 21]) {
    await run(sql`insert into public.open (id, name, price) values (${id}::bigint, 'x', 2)`)
    expect((await other.heard()).data).toMatchObject({ record: { id } })
    expect(await socket.heard()).toMatchObject({ ids: [socket.ids[2]], data: { record: { id } } })
    if (id === 20)
      for (let index = 0; index < 2; index += 1) expect((await system())[4]).toMatchObject({ message: expect.stringContaining('filter') })
  }
})

test('what can’t be told is said, with the record left out, or at join', async () => {
  const socket = await listening([{ event: '*', schema: 'public', table: 'keyless' }], undefined, 'keyless')
  const said = async (socket: RawSocket): Promise<unknown> => {
    const fits = ([, , , event, payload]: readonly unknown[]) => event === 'system' && (payload as { status: string }).status === 'error'
    return ((await socket.next(fits))[4] as { message: string }).message
  }
  expect(await said(socket)).toBe('public.keyless has no primary key. Its inserts and updates arrive without a record.')
  expect(await said(await listening([{ event: 'UPDATE', schema: 'public', table: 'own' }], undefined, 'own'))).toBe(
    'Row-level security on public.own has no policy that lets the role anon select rows. Only deletes arrive.',
  )
  await run(sql`insert into public.keyless values (1)`)
  expect(await socket.heard()).toMatchObject({ data: { columns: [], errors: ['Error 400: Bad Request, no primary key'] } })
  const cases: [object, string][] = [
    [
      { event: '*', schema: 'public', table: 'hidden' },
      'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: hidden, filters: []]',
    ],
    [{ event: '*', schema: 'public', table: 'open', filter: 'nothing=eq.1' }, 'invalid column for filter nothing'],
    [{ event: '*', schema: 'public', table: 'open', filter: 'secret=eq.1' }, 'invalid column for filter secret'],
    [{ event: '*', schema: 'public', table: 'open', filter: 'id=eq.x' }, 'invalid value for filter id: int8 expected'],
    [{ event: '*', schema: 'public', table: 'open', filter: 'id=foo.1' }, 'Error parsing `filter` params: ["foo"]'],
  ]
  for (const [asked, message] of cases) {
    const refused = await listening([asked], undefined, 'refused')
    const system = (await refused.next(([, , , event]) => event === 'system'))[4]
    expect(system).toEqual({ extension: 'postgres_changes', status: 'error', channel: 'refused', message: expect.stringContaining(message) })
  }
})

test('a partitioned table is told under its own name or those of its partitions, as its publication says', async () => {
  await run(
    userAuthored(
      'statement',
      `create table public.parts (id int primary key, note text) partition by list (id);
       create table public.part_one (note text, id int primary key); alter table public.parts attach partition public.part_one for values in (1);
       grant select on public.part_one to anon; alter publication supabase_realtime add table public.parts`,
    ),
  )
  const of = (table: string) => [{ event: '*', schema: 'public', table }]
  const heard = async (socket: Awaited<ReturnType<typeof listening>>) => {
    const { data } = await socket.heard()
    return [data['type'], data['table'], data['record'] ?? data['old_record']]
  }
  const refusal = async (table: string) => {
    const socket = await listening(of(table), undefined, 'refused')
    return ((await socket.next(([, , , event]) => event === 'system'))[4] as { message: string }).message
  }
  const [partition, all] = [await listening(of('part_one'), undefined, 'parts'), await listening(of('*'), undefined, 'parts')]
  expect(await refusal('parts')).toContain('table: parts')
  await run(sql`insert into public.parts values (1, 'a')`)
  for (const socket of [partition, all]) expect(await heard(socket)).toEqual(['INSERT', 'part_one', { id: 1, note: 'a' }])

  await run(userAuthored('statement', 'alter publication supabase_realtime set (publish_via_partition_root = true)'))
  const root = await listening(of('parts'), undefined, 'parts')
  expect(await refusal('part_one')).toContain('table: part_one')
  await run(sql`update public.parts set note = 'b'`)
  await run(sql`delete from public.part_one`)
  for (const socket of [root, all]) {
    expect(await heard(socket)).toEqual(['UPDATE', 'parts', { id: 1, note: 'b' }])
    expect(await heard(socket)).toEqual(['DELETE', 'parts', { id: 1 }])
  }
  await run(userAuthored('statement', 'alter publication supabase_realtime set (publish_via_partition_root = false)'))
  await run(sql`insert into public.parts values (1, 'c')`)
  expect(await heard(partition)).toEqual(['INSERT', 'part_one', { id: 1, note: 'c' }])
})

test('clients of the first version ask in the topic, and hear each kind of change by its name', async () => {
  const socket = await openRawSocket(project.url, project.anonKey, '1.0.0')
  opened.push(() => socket.close())
  for (const [ref, topic] of ['realtime:public:open:id=eq.301', 'realtime:public:open', 'realtime:*'].entries()) {
    socket.send(`${ref}`, `${ref}`, topic, 'phx_join', {})
    expect(await socket.reply(`${ref}`)).toMatchObject({ status: 'ok' })
  }
  await run(sql`insert into public.open (id, name) values (300, 'a'), (301, 'b')`)
  await run(sql`delete from public.open where id in (300, 301)`)
  const told = async (topic: string): Promise<unknown> => {
    const [, , , event, payload] = await socket.next((message) => message[2] === topic && /^[A-Z]+$/.test(message[3]))
    const { type, record, old_record, columns, ...data } = payload as Record<string, unknown> & { columns: unknown[] }
    expect(data).toEqual({ schema: 'public', table: 'open', commit_timestamp: expect.any(String), errors: null })
    expect([type, columns[0]]).toEqual([event, { name: 'id', type: 'int8' }])
    return [event, ((record ?? old_record) as { id: number }).id]
  }
  expect([await told('realtime:public:open:id=eq.301'), await told('realtime:public:open:id=eq.301')]).toEqual([
    ['INSERT', 301],
    ['DELETE', 301],
  ])
  for (const topic of ['realtime:public:open', 'realtime:*']) {
    const heard = [await told(topic), await told(topic), await told(topic), await told(topic)]
    expect(heard).toEqual([
      ['INSERT', 300],
      ['INSERT', 301],
      ['DELETE', 300],
      ['DELETE', 301],
    ])
  }
})

test('messages that SQL sends are heard, in private by members alone', async () => {
  await run(
    sql`create policy "Ann hears" on realtime.messages for select to authenticated using (auth.uid() = ${sql`'00000000-0000-4000-8000-00000000000a'::uuid`})`,
  )
  const client = await connect(ann)
  const heard: unknown[] = []
  const channels = [true, false].map((isPrivate) => client.channel(isPrivate ? 'members' : 'open', { config: { private: isPrivate } }))
  for (const channel of channels) {
    channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) => heard.push([event, payload, meta?.id]))
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => (error === undefined ? resolve() : reject(error)))
    })
  }
  await run(
    sql`select realtime.send('{"n":1}', 'one', 'members'), realtime.send('{"n":2}', 'two', 'open', false), realtime.send('{"n":3}', 'three', 'open')`,
  )
  await expect.poll(() => heard.length).toBe(2)
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(heard).toEqual([
    ['one', { n: 1, id: uuid }, uuid],
    ['two', { n: 2, id: uuid }, uuid],
  ])
})

test('the table editor and clients follow one reader, and none hears what only another follows', async () => {
  const socket = await listening([{ event: '*', schema: '*', table: '*' }], undefined, 'shared')
  const oidOf = async (table: string) => (await project.owner.first<{ oid: string }>(sql`select ${table}::regclass::oid::text as oid`))!.oid
  const follow = async (table: string) => project.platform.follow('owner', `/platform/pg-meta/${project.ref}/row-changes?table=${await oidOf(table)}`)
  const [editor, other] = [await follow('public.open'), await follow('realtime.messages')]
  opened.push(() => editor.close())
  // messages are in a publication of their own
  expect([await other.next(), await other.next()]).toEqual([{ kind: 'not_published' }, null])
  expect(await editor.next()).toEqual({ kind: 'listening', columns: ['id'] })
  await run(sql`select realtime.send('{}', 'told', 'nobody', false)`)
  await run(sql`insert into public.open (id) values (50)`)
  expect(await editor.next()).toMatchObject({ kind: 'changes', changes: [{ kind: 'insert', key: ['50'] }] })
  expect((await socket.heard()).data).toMatchObject({ type: 'INSERT', table: 'open', record: { id: 50 } })
  expect(await project.owner.first(sql`select count(*)::int as slots from pg_replication_slots`)).toEqual({ slots: 1 })
  await editor.close()
  await run(sql`insert into public.open (id) values (51)`)
  expect((await socket.heard()).data).toMatchObject({ record: { id: 51 } })
})

test('a project sleeps while clients are connected, and nothing is lost when it wakes', async () => {
  const socket = await listening([{ event: 'INSERT', schema: 'public', table: 'open' }], undefined, 'sleeps')
  const fallAsleep = async (): Promise<unknown> => {
    project.closeIdle()
    return (await project.platform.ask('owner', 'POST', `/platform/projects/${project.ref}/sleep`)).json
  }
  for (const id of [100, 101, 102]) {
    await expect.poll(fallAsleep).toMatchObject({ sleep: 'asleep' })
    // the first who comes writes
    const reply = await fetch(`${project.url}/rest/v1/open`, {
      method: 'POST',
      headers: { apikey: project.serviceKey, authorization: `Bearer ${project.serviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    expect(reply.status).toBe(201)
    expect((await socket.heard()).data).toMatchObject({ type: 'INSERT', record: { id } })
  }
})

test('clients of a server that is restarted are told, and hear everything once they have joined again', async () => {
  const { clusters } = project.platform.ctx
  const asked = [{ event: 'INSERT', schema: 'public', table: 'open' }]
  const socket = await listening(asked, undefined, 'restarts')
  await clusters.stop(project.ref)
  await clusters.start(project.ref)
  // nobody follows yet
  await run(sql`insert into public.open (id) values (200)`)
  await socket.next(([, , , event]) => event === 'phx_error')
  socket.send('2', '2', 'realtime:restarts', 'phx_join', { config: { postgres_changes: asked, presence: { enabled: false } } })
  expect(await socket.reply('2')).toMatchObject({ status: 'ok' })
  await run(sql`insert into public.open (id) values (201)`)
  expect((await socket.heard()).data).toMatchObject({ record: { id: 201 } })
})
