import { sql } from '@colonnade/sql'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, createInstallation, createProject, type Installation, signIn } from '../../e2e/recovery/installation.ts'
import { asAdministrator } from '../as-administrator.ts'
import { killVictim } from '../kill-victim.ts'
import { messageOf } from '../settle.ts'
import { createListener, keyOf, type Listener } from './listener.ts'
import type { RealtimeRound } from './plan.ts'
import { faultsOf, type Session } from './row-ledger.ts'

/** What became of a round. */
export interface RealtimeOutcome extends RealtimeRound {
  readonly number: number
  /** Processes or connections that are gone by it. */
  readonly killed: number
  /** Milliseconds from the kill until all clients were subscribed and knew what they had missed. */
  readonly settledMs: number
  /** Since the first round: rows whose writing was acknowledged, rows that are committed, and rows that clients heard, all together. */
  readonly acknowledged: number
  readonly committed: number
  readonly heard: number
  /** Times that a client was told that it no longer hears. */
  readonly ended: number
  readonly faults: readonly string[]
}

const [writers, listeners] = [2, 3]
const settleMs = 180_000
const lookMs = 20
/** Nobody has to help with a server that comes back sooner than this. */
const helpMs = 10_000
/** Rows go on being written for as long as this before everything is compared. */
const afterwardsMs = 300
/** For what is on its way. */
const arrivalMs = 10_000
/** A writer whom nobody answered tries again. */
const retryMs = 20

/** Runs rounds on one project of one installation, and tells of each as it is over. */
export async function runRealtimeRounds(plan: readonly RealtimeRound[], tell: (outcome: RealtimeOutcome) => void): Promise<RealtimeOutcome[]> {
  await using installation = await createInstallation()
  // clients know one address, whoever is restarted
  const environment = { PORT: String(await freePort()), COLONNADE_STORAGE_PORT: 'off' }
  let server = await installation.start(environment)
  const cookie = await signIn(server.url)
  const api = connect(server.url, cookie)
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  const { ref } = await createProject(api, slug, 'Heard')
  await api.queries.run({
    params: { ref },
    body: {
      query: `create table rows (id bigint generated always as identity primary key, writer int not null, number int not null, unique (writer, number));
        alter table rows enable row level security; create policy "All" on rows for select using (number >= 0);
        alter publication supabase_realtime add table rows`,
    },
  })
  const { service_api_keys: keys } = await api.projectSettings.settings({ params: { ref } })
  const apiKey = (wanted: string): string => keys.find(({ name }) => name === wanted)!.api_key
  const url = `${server.url}/api/${ref}`
  const begun = Array.from({ length: writers }, () => 0)
  const acknowledged = new Set<string>()
  const write = async (writer: number, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const row = { writer, number: begun[writer]! }
      begun[writer]! += 1
      if (await insert(url, apiKey('service_role'), row)) acknowledged.add(keyOf(row))
      else await sleep(retryMs)
    }
  }
  const clients = Array.from({ length: listeners }, () => createListener({ url, key: apiKey('anon'), begins: () => begun }))
  // a server that was killed too often in a minute is only started again by a person
  const restartProject = async (): Promise<void> => {
    const { status } = await api.projects.retrieve({ params: { ref } })
    if (status === 'UNHEALTHY') await api.projects.restart({ params: { ref } })
  }
  const harm = async ({ victim }: RealtimeRound): Promise<number> => {
    switch (victim) {
      case 'the reader of the project':
        return endReaders(installation, ref)
      case 'the project, by a restart':
        await api.projects.restart({ params: { ref } })
        return 1
      default:
        return killVictim(installation, ref, victim, async () => {
          await server.kill()
          server = await installation.start(environment)
        })
    }
  }

  const outcomes: RealtimeOutcome[] = []
  let [heard, ended] = [0, 0]
  const counted = new WeakMap<object, number>()
  await untilAll(clients, async () => {})
  for (const [index, round] of plan.entries()) {
    let isOver = false
    const writing = Promise.all(begun.map((_, writer) => write(writer, () => isOver)))
    await sleep(round.delayMs)
    const harmedAt = performance.now()
    const faults: string[] = []
    const killed = await harm(round).catch((error: unknown) => {
      faults.push(messageOf(error))
      return 0
    })
    await untilAll(clients, restartProject).catch((error: unknown) => faults.push(messageOf(error)))
    const settledMs = performance.now() - harmedAt
    await sleep(afterwardsMs)
    isOver = true
    await writing
    await untilAll(clients, restartProject).catch((error: unknown) => faults.push(messageOf(error)))
    const committed = await untilRead(installation, ref)
    await untilKnown(clients, committed)
    const sessions = clients.map((client) => client.takeSessions())
    faults.push(...compare(clients, sessions, committed, acknowledged))
    for (const ofClient of sessions) {
      for (const session of ofClient) {
        // one that goes on is found again
        heard += session.heard.length - (counted.get(session) ?? 0)
        counted.set(session, session.heard.length)
        if (session.end !== null) ended += 1
      }
    }
    const rows = committed.reduce((sum, each) => sum + each.length, 0)
    const outcome = { ...round, number: index + 1, killed, settledMs, acknowledged: acknowledged.size, committed: rows, heard, ended, faults }
    outcomes.push(outcome)
    tell(outcome)
  }
  await Promise.all(clients.map((each) => each.close()))
  return outcomes
}

function compare(
  clients: readonly Listener[],
  sessions: readonly (readonly Session[])[],
  committed: readonly (readonly number[])[],
  acknowledged: ReadonlySet<string>,
): string[] {
  const all = new Set(committed.flatMap((numbers, writer) => numbers.map((number) => keyOf({ writer, number }))))
  const lost = missingFrom(all, acknowledged)
  const faults = lost > 0 ? [`${lost} acknowledged rows aren't in the database`] : []
  for (const [index, client] of clients.entries()) {
    const told = sessions[index]!.flatMap((session) => faultsOf(session, committed))
    const missing = missingFrom(client.known, all)
    if (missing > 0) told.push(`${missing} rows were neither heard nor read`)
    faults.push(...told.map((fault) => `client ${index}: ${fault}`))
  }
  return faults
}

async function insert(url: string, key: string, row: object): Promise<boolean> {
  try {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return (await fetch(`${url}/rest/v1/rows`, { method: 'POST', headers, body: JSON.stringify(row) })).status === 201
  } catch {
    return false
  }
}

/** Numbers of the rows that are committed, by writer. */
async function untilRead(installation: Installation, ref: string): Promise<number[][]> {
  for (const deadline = performance.now() + settleMs; ;) {
    try {
      const committed = Array.from({ length: writers }, (): number[] => [])
      await asAdministrator(installation, ref, 'postgres', async (client) => {
        const rows = await client.rows<{ writer: number; number: number }>(sql`select writer, number from public.rows order by number`)
        for (const { writer, number } of rows) committed[writer]!.push(number)
      })
      return committed
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(lookMs)
    }
  }
}

async function untilAll(clients: readonly Listener[], help: () => Promise<void>): Promise<void> {
  const begin = performance.now()
  let helpAt = begin + helpMs
  while (!clients.every((each) => each.isCurrent())) {
    if (performance.now() > helpAt) {
      await help().catch(() => {})
      helpAt = performance.now() + helpMs
    }
    if (performance.now() > begin + settleMs) throw new Error('A client was not subscribed again')
    await sleep(lookMs)
  }
}

async function untilKnown(clients: readonly Listener[], committed: readonly (readonly number[])[]): Promise<void> {
  const last = committed.flatMap((numbers, writer) => (numbers.length === 0 ? [] : [keyOf({ writer, number: numbers.at(-1)! })]))
  for (const deadline = performance.now() + arrivalMs; performance.now() < deadline;) {
    if (clients.every(({ known }) => last.every((key) => known.has(key)))) return
    await sleep(lookMs)
  }
}

async function endReaders(installation: Installation, ref: string): Promise<number> {
  let ended = 0
  await asAdministrator(installation, ref, 'postgres', async (client) => {
    const rows = await client.rows(sql`select pg_terminate_backend(active_pid) from pg_replication_slots where active_pid is not null`)
    ended = rows.length
  })
  return ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** How many of what was expected are not in a set. */
function missingFrom(set: ReadonlySet<string>, expected: ReadonlySet<string>): number {
  return [...expected].filter((one) => !set.has(one)).length
}
