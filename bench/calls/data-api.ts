import { logins } from '@colonnade/clusters'
import { MemoryBudget, memoryLimitsFor, newRef, silentLogger, systemClock, systemRandom } from '@colonnade/core'
import { createGateway, mountGateway } from '@colonnade/gateway'
import { createHttpApp, type FastifyInstance } from '@colonnade/http'
import { type BatchConnection, type BatchStatement, openBatchConnection, openDatabase } from '@colonnade/pg'
import { createKnownProjects, type ProjectService } from '@colonnade/projects'
import { createRestService } from '@colonnade/rest'
import { sql } from '@colonnade/sql'
import { openTestHome } from '@colonnade/testing'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LoadOrder, LoadOutcome } from '../parts/load-sender.ts'
import { type Bench, median } from '../parts/measure.ts'
import { apikey, directoryOf } from '../parts/service-ground.ts'
import { openPostGraphile } from '../peers/postgraphile.ts'

const rounds = 7
const connections = 32
const calls = 3_000
const peerCalls = 500

/** What somebody who knows the database would write by hand: the limit of each kind of read. */
const byHand = {
  key: `select coalesce(json_agg(t), '[]')::text from (select id, name, total from items where id = 4711) t`,
  rows: `select coalesce(json_agg(t), '[]')::text from (select id, name, total from items order by id limit 1000) t`,
  embed: `select coalesce(json_agg(t), '[]')::text from (
    select g.id, g.name, (select coalesce(json_agg(i), '[]') from (
      select i.id, i.name, (select coalesce(json_agg(n), '[]') from (select n.text from notes n where n.item_id = i.id) n) as notes
      from items i where i.group_id = g.id) i) as items
    from groups g where g.id = 7) t`,
} as const

const asked: Readonly<Record<keyof typeof byHand, string>> = {
  key: '/items?select=id,name,total&id=eq.4711',
  rows: '/items?select=id,name,total&order=id&limit=1000',
  embed: '/groups?select=id,name,items(id,name,notes(text))&id=eq.7',
}

const goals: Readonly<Record<keyof typeof byHand, readonly [name: string, goal: string, calls: number]>> = {
  key: ['a row by its key, under row-level security', '<= 1.25', calls],
  rows: ['1,000 rows', '<= 1.1', 300],
  embed: ['three levels', '<= 1.25', 1_000],
}

/** The data API against the same server and the same batch with a statement written by hand. */
export const bench: Bench = async (report) => {
  await using opened = new AsyncDisposableStack()
  const home = opened.use(await openTestHome())
  const ref = newRef(systemRandom)
  await home.clusters.ensure(ref, { compute: 'nano' })
  await home.clusters.start(ref)
  const endpoint = await home.clusters.endpoint(ref)
  const projects = await directoryOf(endpoint)
  const owner = opened.use(openDatabase({ ...endpoint, ...logins.owner }))
  await owner.run(sql`
    create table groups (id int primary key, name text not null);
    create table items (id int primary key, group_id int not null references groups, name text not null, total numeric not null);
    create table notes (id int primary key, item_id int not null references items, text text not null);
    create index on items (group_id);
    create index on notes (item_id);
    insert into groups select n, 'Group ' || n from generate_series(1, 1000) n;
    insert into items select n, 1 + n % 1000, 'Item ' || n, n * 1.5 from generate_series(1, 10000) n;
    insert into notes select n, 1 + n % 10000, 'Note ' || n from generate_series(1, 30000) n;
    alter table items enable row level security;
    create policy readable on items for select to anon using (total > 0);
    analyze`)
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  opened.defer(() => app.close())
  const rest = opened.use(
    createRestService({ projects, memory: new MemoryBudget(memoryLimitsFor(8 * 1024 ** 3)), clock: systemClock, logger: silentLogger }),
  )
  const instant: ProjectService = async () => ({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: '[]' })
  const budgets = { calls: { calls: 10 ** 9, windowSeconds: 1 } }
  const log = { write: () => {}, remove: async () => {}, [Symbol.asyncDispose]: async () => {} }
  const parts = {
    projects,
    known: opened.use(createKnownProjects({ projects, clock: systemClock, logger: silentLogger })),
    services: { rest: rest.serve, storage: instant },
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    log,
    budgets,
  }
  mountGateway(app, opened.use(createGateway(parts)), { publicUrl: null })
  const target = { ...endpoint, ...logins.requester, settings: {} }
  const bare = await Promise.all(Array.from({ length: 8 }, () => openBatchConnection(target)))
  opened.defer(async () => void (await Promise.all(bare.map((each) => each.close()))))
  mountBare(app, bare)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { apikey }

  const sender = new Worker(new URL('../parts/load-sender.ts', import.meta.url))
  opened.defer(async () => void (await sender.terminate()))
  const send = async (url: string, count: number, body?: string): Promise<LoadOutcome> => {
    const answered = once(sender, 'message') as Promise<[LoadOutcome]>
    sender.postMessage({ url, headers, connections, calls: count, ...(body !== undefined && { body }) } satisfies LoadOrder, [])
    const [outcome] = await answered
    if (outcome.failures > 0) throw new Error(`${url} failed ${outcome.failures} times`)
    return outcome
  }
  const inTurn = async (ours: string, theirs: string, count: number): Promise<readonly [number, number]> => {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
    for (let round = 0; round < rounds; round += 1) {
      times.ours.push((await send(ours, count)).totalMs / count)
      times.theirs.push((await send(theirs, count)).totalMs / count)
    }
    return [median(times.ours), median(times.theirs)]
  }

  /** What the main thread works for a call, which a busy machine moves less than how long it takes. */
  const cpuOf = async (url: string, count = calls, body?: string): Promise<number> => {
    const before = process.threadCpuUsage()
    await send(url, count, body)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / count
  }

  const api = `${origin}/api/${ref}`
  for (const kind of Object.keys(byHand) as (keyof typeof byHand)[]) {
    const [name, goal, count] = goals[kind]
    const [value, against] = await inTurn(`${api}/rest/v1${asked[kind]}`, `${origin}/bare/${kind}`, count)
    report({ figure: name, value: value * 1000, unit: 'µs', against: against * 1000, goal, judges: 'ratio' })
  }

  const peer = opened.use(await openPostGraphile({ ...endpoint, ...logins.requester }, 'anon'))
  const query = JSON.stringify({ query: '{ itemById(id: 4711) { id name total } }' })
  const paces: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    paces.ours.push((1000 * calls) / (await send(`${api}/rest/v1${asked.key}`, calls)).totalMs)
    paces.theirs.push((1000 * peerCalls) / (await send(peer.url, peerCalls, query)).totalMs)
  }
  report({
    figure: 'rows by key a second, beside PostGraphile',
    value: median(paces.ours),
    unit: 'queries/s',
    against: median(paces.theirs),
    goal: '>= 5',
    judges: 'ratio',
  })

  report({
    figure: 'a row by its key in PostGraphile, of CPU',
    value: await cpuOf(peer.url, peerCalls, query),
    unit: 'µs',
    against: await cpuOf(`${api}/rest/v1${asked.key}`),
    goal: '>= 5',
    judges: 'ratio',
  })

  const works: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    works.ours.push(await cpuOf(`${api}/rest/v1${asked.key}`))
    works.theirs.push(await cpuOf(`${origin}/bare/key`))
  }
  report({
    figure: 'a row by its key, of CPU',
    value: median(works.ours),
    unit: 'µs',
    against: median(works.theirs),
    goal: '<= 1.25',
    judges: 'ratio',
  })

  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) costs.push((await cpuOf(`${api}/storage/v1/x`)) - (await cpuOf(`${origin}/bare/nothing`)))
  report({ figure: 'the gateway, of CPU', value: median(costs), unit: 'µs', goal: '<= 8', judges: 'value' })

  const p99 = ({ callMs }: LoadOutcome): number => callMs.toSorted((a, b) => a - b)[Math.floor(callMs.length * 0.99)]!
  await owner.run(sql`create function slowly() returns int language sql stable as 'select 1 from pg_sleep(1)'`)
  await send(`${api}/rest/v1/rpc/slowly`, 1)
  const alone = p99(await send(`${api}/rest/v1${asked.key}`, calls))
  const slow = Array.from({ length: 20 }, () => fetch(`${api}/rest/v1/rpc/slowly`, { headers }))
  const beside = p99(await send(`${api}/rest/v1${asked.key}`, calls))
  await Promise.all(slow)
  report({ figure: 'p99 beside 20 slow reads', value: beside, unit: 'ms', against: alone, goal: '<= 2', judges: 'ratio' })

  const seen: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await owner.run(sql`create table fresh (id int)`)
    const begin = performance.now()
    while ((await fetch(`${api}/rest/v1/fresh`, { headers })).status !== 200) if (performance.now() - begin > 5_000) throw new Error('it is not seen')
    seen.push(performance.now() - begin)
    await owner.run(sql`drop table fresh`)
    while ((await fetch(`${api}/rest/v1/fresh`, { headers })).status === 200)
      if (performance.now() - begin > 10_000) throw new Error('it does not go')
  }
  report({ figure: 'a new table is seen', value: median(seen), unit: 'ms', goal: '<= 100', judges: 'value' })
}

/** The limit: the same server and connections, the same settings, and one statement written by hand. */
function mountBare(app: FastifyInstance, connections: readonly BatchConnection[]): void {
  const headers = JSON.stringify({ host: '127.0.0.1', connection: 'keep-alive', apikey, 'x-forwarded-for': '127.0.0.1' })
  const set = {
    statement_timeout: '3s',
    search_path: 'public, extensions',
    application_name: 'rest:req_12345678901234567890',
    'request.jwt.claims': '{"role":"anon"}',
    'request.method': 'GET',
    'request.path': '/items',
    'request.headers': headers,
    'request.cookies': '{}',
    transaction_read_only: 'on',
    role: 'anon',
  }
  const settings: BatchStatement = {
    name: 'bare',
    text: `select ${Object.keys(set)
      .map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
      .join(', ')}`,
    values: Object.entries(set).flat(),
  }
  let turn = 0
  app.route<{ Params: { kind: keyof typeof byHand | 'nothing' } }>({
    method: 'GET',
    url: '/bare/:kind',
    handler: async ({ params: { kind } }, reply) => {
      reply.hijack()
      let body = '[]'
      if (kind !== 'nothing') {
        turn = (turn + 1) % connections.length
        const rows = await connections[turn]!.run([settings, { name: `by ${kind}`, text: byHand[kind], values: [] }])
        body = rows[1]?.[0]?.[0] ?? ''
      }
      reply.raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
    },
  })
}
