import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostileName } from '../parts/hostile-bodies.ts'
import type { HostileOrder } from '../parts/hostile-sender.ts'
import { type Ground, openGround } from '../parts/ground.ts'
import { type Bench } from '../parts/measure.ts'
import { openSender } from '../parts/open-sender.ts'

/** The neighbour asks this often, one query at a time: as often as one person may. */
const askEveryMs = 60
/** Each attack is repeated for so long. */
const siegeMs = 5_000
const unreadForMs = 10_000
const goalMs = 50

const transactions: readonly HostileName[] = ['a transaction of 7,500,000 statements', 'a query of 4,000,000 names in quotes']
const queries: readonly HostileName[] = ['a body of nested brackets', 'a body of 2,000,000 keys', 'a body of escaped characters']
const imports: readonly HostileName[] = [
  'an NDJSON record of nested brackets',
  'an NDJSON record of 2,000,000 keys',
  'a CSV record of 126,000,000 fields',
]
const unread: HostileName = 'an answer of 64 MB'
const unreadCopies = 125

interface Siege {
  /** Of the neighbour, ascending. */
  readonly waits: readonly number[]
  /** What the server's main thread did in one go, in milliseconds of its own time. */
  readonly longestTurn: number
}

/** How long `select 1` of one project takes while another project's owner sends what is made to stop the server. */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0', NODE_OPTIONS: `--import ${import.meta.resolve('../parts/turn-probe.ts')}` })
  const neighbour = await ground.create('neighbour')
  const tenant = await ground.create('hostile')
  await ground.query(tenant, 'create table taken (a text)')
  await using sender = openSender()
  const meanwhile = async (work: () => Promise<unknown>): Promise<Siege> => {
    const waits: number[] = []
    const printed = ground.server.output().length
    let isOver = false
    const asking = (async () => {
      while (!isOver) {
        const begin = performance.now()
        await ground.query(neighbour, 'select 1')
        waits.push(performance.now() - begin)
        await sleep(askEveryMs)
      }
    })()
    try {
      for (const end = performance.now() + siegeMs; performance.now() < end;) await work()
    } finally {
      isOver = true
      await asking
    }
    const turns = [
      ...ground.server
        .output()
        .slice(printed)
        .matchAll(/^turn of (\d+) ms$/gm),
    ].map(([, ms]) => Number(ms))
    return { waits: waits.toSorted((a, b) => a - b), longestTurn: Math.max(0, ...turns) }
  }
  await meanwhile(() => sleep(siegeMs))
  const quiet = await meanwhile(() => sleep(siegeMs))
  const p99 = ({ waits }: Siege): number => waits[Math.floor(waits.length * 0.99)]!
  const tell = (name: string, siege: Siege): void => {
    const { waits, longestTurn } = siege
    report({ figure: `longest turn of the server beside ${name}`, value: longestTurn, unit: 'ms', goal: `<= ${goalMs}`, judges: 'value' })
    report({ figure: `longest wait beside ${name}`, value: waits.at(-1)!, unit: 'ms', goal: `<= ${goalMs}`, judges: 'value' })
    report({ figure: `p99 beside ${name}`, value: p99(siege), unit: 'ms', against: p99(quiet), goal: '<= 2', judges: 'ratio' })
  }
  const headers = { cookie: ground.cookie, 'content-type': 'application/json' }
  const order = (path: string, body: HostileName, more: Partial<HostileOrder> = {}): HostileOrder => ({
    url: `${ground.server.url}/platform/pg-meta/${tenant}/${path}`,
    method: 'POST',
    headers,
    body,
    copies: 1,
    ...more,
  })
  tell('nothing', quiet)
  for (const body of imports) {
    const format = body.includes('NDJSON') ? 'ndjson' : 'csv'
    const columns = [{ source: format === 'csv' ? 0 : 'a', target: 'a' }]
    const plan = { schema: 'public', table: 'taken', format, columns, has_header: false } as const
    const upload = { method: 'PUT', headers: { ...headers, 'content-type': 'application/octet-stream' } }
    const attack = async (): Promise<void> => {
      const { key } = await ground.api.rowImports.create({ params: { ref: tenant }, body: plan })
      await sender.send(order(`imports/${key}/file`, body, upload))
    }
    tell(body, await meanwhile(attack))
  }
  for (const body of queries) tell(body, await meanwhile(() => sender.send(order('query', body))))
  const before = await memoryMb(ground)
  let most = before
  const looking = setInterval(() => void memoryMb(ground).then((now) => (most = Math.max(most, now))), 100)
  tell(`${unreadCopies} × ${unread}, unread`, await meanwhile(() => sender.send(order('query', unread, { copies: unreadCopies, unreadForMs }))))
  clearInterval(looking)
  report({ figure: `memory that ${unreadCopies} unread answers of 64 MB take`, value: most - before, unit: 'MB', goal: '<= 1024', judges: 'value' })
  for (const body of transactions) tell(body, await meanwhile(() => sender.send(order('query/transaction', body))))
}

/** Resident memory of the server's process; Linux only. */
async function memoryMb({ server }: Ground): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024
}
