import { logins } from '@colonnade/clusters'
import { clientConfig, type Database, openReplication, type Replication } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { type Crowd, openCrowd } from '../parts/open-crowd.ts'
import { type Bench, type Figure, median, percentile99 } from '../parts/measure.ts'
import { awakenings } from '../parts/realtime-sleeps.ts'
import { apikey, openServiceGround, type ServiceGround } from '../parts/service-ground.ts'
import { openPlainSockets } from '../peers/plain-sockets.ts'

const [commits, fanOutRounds, rowRounds, sleeps] = [500, 41, 15, 50]
const [fanOutSockets, subscribers, joiners, idleSockets] = [1_000, 1_000, 2_000, 10_000]
type Report = (figure: Figure) => void

/** Row changes, broadcasts, joins and idle sockets of one project, each against the work that can't be spared. */
export const bench: Bench = async (report) => {
  {
    await using ground = await openServiceGround()
    const { owner } = ground
    await owner.run(sql`
      create table public.plain (id bigint generated always as identity primary key, note text);
      create table public.shared (id bigint generated always as identity primary key, note text);
      create table public.own (id bigint generated always as identity primary key, member uuid, is_shared bool);
      alter table public.shared enable row level security; create policy "All" on public.shared for select using (true);
      alter table public.own enable row level security;
      create policy "Members" on public.own for select to authenticated using (auth.uid() = member or is_shared);
      grant select on public.plain, public.shared, public.own to anon, authenticated;
      create policy "Members hear" on realtime.messages for select to authenticated using (auth.uid() is not null);
      alter publication supabase_realtime add table public.plain, public.shared, public.own`)
    const { url } = await ground.listen()
    const sockets = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`
    // what others leave behind would be used again
    await measureIdle(sockets, report)
    await measureCommits(ground, sockets, report)
    await measureFanOut(sockets, report)
    await measureRows(ground, sockets, report)
  }
  const { lost, wakeMs } = await awakenings(sleeps)
  report({ figure: `rows lost over ${sleeps} sleeps`, value: lost, unit: 'rows', goal: '<= 0', judges: 'value' })
  report({ figure: 'a row that wakes a sleeping project, until a client has it', value: median(wakeMs), unit: 'ms', goal: '<= 500', judges: 'value' })
}

/** From the moment that a commit is sent; a bare reader of the same publication sees the same commits. */
async function measureCommits({ endpoint, owner }: ServiceGround, url: string, report: Report): Promise<void> {
  const target = { ...endpoint, ...logins.administrator }
  await using bare = await openReplication(target, { publications: ['supabase_realtime'] })
  const seen = readInserts(bare)
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const [arrivals, replies] = [new Map<string, number>(), Promise.withResolvers<void>()]
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.includes('"phx_reply"')) replies.resolve()
    const note = /"note":"(\d+)"/.exec(text)?.[1]
    if (note !== undefined) arrivals.set(note, performance.now())
  })
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'plain' }], presence: { enabled: false } }
  socket.send(JSON.stringify(['1', '1', 'realtime:commits', 'phx_join', { config }]))
  await replies.promise
  const writer = new pg.Client(clientConfig({ ...endpoint, ...logins.owner }))
  await writer.connect()
  const [ours, theirs]: [number[], number[]] = [[], []]
  // the first ones warm up plans and code
  for (let index = -50; index < commits; index += 1) {
    await writer.query('begin')
    await writer.query('insert into public.plain (note) values ($1)', [String(index + 1_000)])
    const begin = performance.now()
    await writer.query('commit')
    const note = String(index + 1_000)
    while (!arrivals.has(note) || !seen.has(note)) await sleep(1)
    if (index < 0) continue
    ours.push(arrivals.get(note)! - begin)
    theirs.push(seen.get(note)! - begin)
  }
  await writer.end()
  socket.terminate()
  await owner.run(sql`truncate public.plain`)
  const common = { figure: 'commit to client', unit: 'ms', goal: '<= 3', judges: 'ratio' } as const
  report({ ...common, value: percentile99(ours), against: percentile99(theirs), figure: 'commit to client, p99' })
  report({ ...common, value: median(ours), against: median(theirs) })
}

/** When each note arrived. */
function readInserts(replication: Replication): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  const read = async (): Promise<void> => {
    for await (const messages of replication) {
      for (const message of messages) if (message.kind === 'insert') seen.set(message.row.value(1) ?? '', performance.now())
    }
  }
  void read()
  return seen
}

/** From the sending of one message until all have it, the sender among them. */
async function measureFanOut(url: string, report: Report): Promise<void> {
  await using plain = await openPlainSockets()
  using crowd = openCrowd()
  await crowd.obey({ kind: 'open', group: 'ours', url, count: fanOutSockets })
  await crowd.obey({ kind: 'open', group: 'plain', url: plain.url, count: fanOutSockets })
  await crowd.obey({ kind: 'join', group: 'ours', topic: 'realtime:crowd', config: { broadcast: { self: true } } })
  const payload = { type: 'broadcast', event: 'said', payload: { text: 'x'.repeat(200) } }
  const text = JSON.stringify([null, null, 'realtime:crowd', 'broadcast', payload])
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < fanOutRounds; round += 1) {
    ours.push((await crowd.obey({ kind: 'send', group: 'ours', count: fanOutSockets, text })).ms)
    theirs.push((await crowd.obey({ kind: 'send', group: 'plain', count: fanOutSockets, text })).ms)
  }
  const figure = `a broadcast to ${fanOutSockets.toLocaleString('en')}`
  report({ figure, value: median(ours), unit: 'ms', against: median(theirs), goal: '<= 1.3', judges: 'ratio' })
}

/** From the moment that the commit of one row is sent until all who subscribed have it, by what its policies ask. */
async function measureRows({ owner, tokenFor }: ServiceGround, url: string, report: Report): Promise<void> {
  using crowd = openCrowd()
  const tokens = Array.from({ length: subscribers }, (_, index) =>
    tokenFor({ role: 'authenticated', sub: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
  )
  await crowd.obey({ kind: 'open', group: 'rows', url, count: subscribers })
  for (const table of ['plain', 'shared', 'own']) {
    const config = { postgres_changes: [{ event: '*', schema: 'public', table }] }
    await crowd.obey({ kind: 'join', group: 'rows', topic: `realtime:${table}`, config, tokens })
  }
  const inserts = {
    plain: sql`insert into public.plain (note) values ('x')`,
    shared: sql`insert into public.shared (note) values ('x')`,
    own: sql`insert into public.own (is_shared) values (true)`,
  }
  const times = { plain: [] as number[], shared: [] as number[], own: [] as number[] }
  for (let round = -2; round < rowRounds; round += 1) {
    for (const table of ['plain', 'shared', 'own'] as const) {
      const ms = await untilHeard(crowd, owner, inserts[table])
      if (round >= 0) times[table].push(ms)
    }
  }
  const all = `${subscribers.toLocaleString('en')} subscribers of a row`
  const against = median(times.plain)
  report({ figure: `${all}, using (true)`, value: median(times.shared), unit: 'ms', against, goal: '<= 1.5', judges: 'ratio' })
  report({ figure: `${all}, auth.uid()`, value: median(times.own), unit: 'ms', against, goal: '<= 100', judges: 'value' })
  await crowd.obey({ kind: 'close', group: 'rows' })

  await crowd.obey({ kind: 'open', group: 'joins', url, count: joiners })
  const changes = { postgres_changes: [{ event: '*', schema: 'public', table: 'own' }] }
  const joins = `${joiners.toLocaleString('en')} joins at once`
  const { ms: withChanges } = await crowd.obey({ kind: 'join', group: 'joins', topic: 'realtime:changes', config: changes, tokens })
  report({ figure: `${joins}, with row changes`, value: withChanges / 1_000, unit: 's', goal: '<= 3', judges: 'value' })
  const { ms: inPrivate } = await crowd.obey({ kind: 'join', group: 'joins', topic: 'realtime:private', config: { private: true }, tokens })
  report({ figure: `${joins}, in private`, value: inPrivate / 1_000, unit: 's', goal: '<= 3', judges: 'value' })
}

async function untilHeard(crowd: Crowd, owner: Database, insert: Parameters<Database['run']>[0]): Promise<number> {
  const { heard } = await crowd.listen('rows', subscribers)
  const begin = performance.timeOrigin + performance.now()
  await owner.run(insert)
  return (await heard).at - begin
}

/** Of this process, which has the server's side of each socket. */
async function measureIdle(url: string, report: Report): Promise<void> {
  using crowd = openCrowd()
  const settled = async (): Promise<number> => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.()
      await sleep(200)
    }
    return process.memoryUsage().rss / 1e6
  }
  const base = await settled()
  await crowd.obey({ kind: 'open', group: 'idle', url, count: idleSockets })
  await crowd.obey({ kind: 'join', group: 'idle', topic: 'realtime:idle', config: {} })
  const figure = `memory of ${idleSockets.toLocaleString('en')} joined idle sockets`
  report({ figure, value: (await settled()) - base, unit: 'MB', goal: '<= 200', judges: 'value' })
}
