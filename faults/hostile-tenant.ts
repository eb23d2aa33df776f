import { AppError } from '@colonnade/core'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { HostileName } from '../bench/parts/hostile-bodies.ts'
import type { HostileOrder } from '../bench/parts/hostile-sender.ts'
import { openSender } from '../bench/parts/open-sender.ts'
import { type Api, createProject, databasePassword } from '../e2e/recovery/installation.ts'
import type { HalfSendOrder } from './half-sender.ts'
import { messageOf } from './settle.ts'

/** What a siege needs to know of the installation. */
export interface Besieged {
  readonly url: string
  readonly cookie: string
  readonly api: Api
  /** Of an organization; its project `Hostile` is made when there is none. */
  readonly slug: string
}

/** How long the others waited meanwhile, in milliseconds, and what they were refused. */
export interface Siege {
  readonly refused: readonly string[]
  readonly p99: number
  readonly longest: number
}

const askEveryMs = 10
/** Beyond this somebody was held up by another tenant, and not by a busy machine. */
export const longestWaitMs = 1_000
const unreadForMs = 3_000
const queries: readonly HostileName[] = ['a body of nested brackets', 'a body of 2,000,000 keys', 'an answer of 64 MB']
const transactions: readonly HostileName[] = ['a transaction of 7,500,000 statements', 'a query of 4,000,000 names in quotes']

/**
 * Has the owner of another project send everything that is made to stop the platform, and asks the platform for something small all the
 * while. What the hostile owner is answered does not matter.
 *
 * @param ask a call of somebody else's
 */
export async function besiege({ url, cookie, api, slug }: Besieged, ask: () => Promise<unknown>): Promise<Siege> {
  const ref = await hostileProject(api, slug)
  await using sender = openSender()
  const waits: number[] = []
  const refused: string[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const begin = performance.now()
      await ask().catch((error: unknown) => refused.push(messageOf(error)))
      waits.push(performance.now() - begin)
      await sleep(askEveryMs)
    }
  })()
  const order = (path: string, body: HostileName, more: Partial<HostileOrder> = {}): HostileOrder => ({
    url: `${url}/platform/pg-meta/${ref}/${path}`,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body,
    copies: 1,
    ...more,
  })
  const attack = async (): Promise<void> => {
    const clients = halfSend(api, ref)
    for (const body of transactions) await sender.send(order('query/transaction', body))
    for (const body of queries) await sender.send(order('query', body, { copies: 20, unreadForMs }))
    const plan = { schema: 'public', table: 'taken', format: 'ndjson' as const, columns: [{ source: 'a', target: 'a' }], has_header: false }
    const { key } = await api.rowImports.create({ params: { ref }, body: plan })
    const upload = { method: 'PUT', headers: { cookie, 'content-type': 'application/octet-stream' } }
    await sender.send(order(`imports/${key}/file`, 'an NDJSON record of nested brackets', upload))
    await clients
  }
  try {
    await Promise.race([attack(), asking])
  } finally {
    isOver = true
  }
  await asking
  const sorted = waits.toSorted((a, b) => a - b)
  return { refused, p99: sorted[Math.floor(sorted.length * 0.99)]!, longest: sorted.at(-1)! }
}

async function hostileProject(api: Api, slug: string): Promise<string> {
  const known = (await api.projects.list()).find(({ name }) => name === 'Hostile')
  if (known !== undefined) return known.ref
  const { ref } = await createProject(api, slug, 'Hostile')
  await api.queries.run({ params: { ref }, body: { query: 'create table taken (a text)' } })
  return ref
}

/** Half a message over many connections through the pooler, and a flood of clients without a password, from a thread of its own: sending is not to slow down whoever is measured. */
async function halfSend(api: Api, ref: string): Promise<void> {
  const way = (await api.projectSettings.supavisor({ params: { ref } })).find(({ pool_mode: mode }) => mode === 'transaction')
  if (way === undefined) throw new AppError('unavailable', {}, { message: 'No pooler runs' })
  const target = { host: way.db_host, port: way.db_port, user: way.db_user, database: way.db_name, password: databasePassword }
  const order: HalfSendOrder = { target, clients: 40, strangers: 1_000, bytes: 62_000_000, heldMs: unreadForMs }
  await once(new Worker(new URL('half-sender.ts', import.meta.url), { workerData: order }), 'exit')
}
