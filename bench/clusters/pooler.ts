import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { databasePassword } from '../../e2e/recovery/installation.ts'
import { openGround } from '../parts/ground.ts'
import { type Bench, median } from '../parts/measure.ts'
import { startPgbouncer } from '../peers/pgbouncer.ts'
import { pgbench, type Way } from '../peers/pgbench.ts'

const rounds = 7
const seconds = 2
/** Rows of pgbench_accounts in hundreds of thousands: all of them fit into the memory of the smallest server's machine. */
const scale = 5
/** What pgbench does unless told otherwise, and what keeps both cores of a small machine busy by itself. */
const [alone, many] = [1, 8]
const idleClients = 1_000
/** Logins under way at once while the idle clients come. */
const loginsAtOnce = 20

/**
 * What the pooler costs: reads of one row by primary key, directly and through it, in turn, and what clients take that do nothing. Needs
 * pgbench (Debian: postgresql-contrib); PgBouncer is measured beside it where it is installed, and memory on Linux.
 */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const ref = await ground.create('pooled')
  const params = { ref }
  const [database] = await ground.api.projects.databases({ params })
  const poolers = await ground.api.projectSettings.supavisor({ params })
  const wayOf = (mode: string): Way => {
    const { db_host, db_port, db_user } = poolers.find(({ pool_mode }) => pool_mode === mode)!
    return { host: db_host, port: db_port, user: db_user }
  }
  const direct: Way = { host: database!.db_host!, port: database!.db_port!, user: 'postgres' }
  const [session, transaction] = [wayOf('session'), wayOf('transaction')]
  await using bouncer = await startPgbouncer({ ...direct, password: databasePassword }, many)
  const beside: Way | null = bouncer && { host: bouncer.host, port: bouncer.port, user: 'postgres' }
  await pgbench(direct, ['-i', '-q', '-s', String(scale)])

  for (const clients of [alone, many]) {
    for (const [protocol, what] of [
      ['simple', 'simple queries'],
      ['prepared', 'prepared statements'],
    ] as const) {
      const args = ['-n', '-S', '-M', protocol, '-c', String(clients), '-T', String(seconds)]
      // before version 1.21 it loses statements that are prepared by the protocol
      const peer = protocol === 'simple' ? beside : null
      const rates = new Map<Way, number[]>([direct, session, transaction, ...(peer ? [peer] : [])].map((way) => [way, []]))
      for (let round = 0; round < rounds; round += 1) for (const [way, found] of rates) found.push(rateIn(await pgbench(way, args)))
      const goalOf = (goal: string): string => (clients === alone ? goal : 'for comparison')
      const modes: readonly (readonly [string, Way, string])[] = [
        ['session mode', session, protocol === 'simple' ? goalOf('>= 0.85') : 'for comparison'],
        ['transaction mode', transaction, goalOf('>= 0.75')],
        ...(peer ? ([['PgBouncer, transaction mode', peer, 'for comparison']] as const) : []),
      ]
      for (const [mode, way, goal] of modes) {
        const [value, against] = [median(rates.get(way)!), median(rates.get(direct)!)]
        const figure = `${mode}, ${clients} ${clients === alone ? 'client' : 'clients'}, ${what}`
        report({ figure, value, unit: 'queries/s', against, goal, judges: 'ratio' })
      }
    }
  }

  if (process.platform !== 'linux') return
  const before = await residentMb(ground.server.pid)
  const idle: pg.Client[] = []
  while (idle.length < idleClients) {
    const more = Array.from({ length: loginsAtOnce }, () => new pg.Client({ ...transaction, password: databasePassword, database: 'postgres' }))
    await Promise.all(more.map((client) => client.connect()))
    idle.push(...more)
  }
  const value = (await residentMb(ground.server.pid)) - before
  report({ figure: `${idleClients} idle clients in transaction mode`, value, unit: 'MB', goal: '<= 100', judges: 'value' })
  await Promise.all(idle.map((client) => client.end()))
}

function rateIn(output: string): number {
  const rate = /tps = ([\d.]+) \(without initial/.exec(output)?.[1]
  if (rate === undefined) throw new Error(`pgbench said no rate:\n${output}`)
  return Number(rate)
}

async function residentMb(pid: number): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
