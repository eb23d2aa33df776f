import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { databasePassword } from '../e2e/recovery/installation.ts'
import { openGround } from './ground.ts'
import { type Bench, median } from './measure.ts'

const rounds = 5
const seconds = 4
/** Rows of pgbench_accounts in hundreds of thousands: all of them fit into the memory of the smallest server's machine. */
const scale = 5

interface Way {
  readonly host: string
  readonly port: number
  readonly user: string
}

/** What the pooler costs: reads of one row by primary key, directly and through it, in turn. Needs pgbench (Debian: postgresql-contrib). */
export const bench: Bench = async (report) => {
  await using ground = await openGround({ COLONNADE_POOL_SIZE: '0' })
  const ref = await ground.create('pooled')
  const params = { ref }
  const [database] = await ground.api.projects.databases({ params })
  const [pooler] = await ground.api.projectSettings.supavisor({ params })
  const direct: Way = { host: database!.db_host, port: database!.db_port, user: 'postgres' }
  const session: Way = { host: pooler!.db_host, port: pooler!.db_port, user: pooler!.db_user }
  await pgbench(direct, ['-i', '-q', '-s', String(scale)])
  for (const clients of [1, 8]) {
    for (const [protocol, what] of [
      ['simple', 'simple queries'],
      ['prepared', 'prepared statements'],
    ] as const) {
      const args = ['-n', '-S', '-M', protocol, '-c', String(clients), '-T', String(seconds)]
      const rates = new Map<Way, number[]>([
        [direct, []],
        [session, []],
      ])
      for (let round = 0; round < rounds; round += 1) for (const [way, found] of rates) found.push(rateIn(await pgbench(way, args)))
      report({
        figure: `session mode, ${clients} ${clients === 1 ? 'client' : 'clients'}, ${what}`,
        value: median(rates.get(session)!),
        unit: 'queries/s',
        against: median(rates.get(direct)!),
        goal: '>= 0.85',
        judges: 'ratio',
      })
    }
  }
}

async function pgbench({ host, port, user }: Way, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], PGPASSWORD: databasePassword, PGSSLMODE: 'disable' }
  const { stdout } = await promisify(execFile)('pgbench', ['-h', host, '-p', String(port), '-U', user, ...args, 'postgres'], { env })
  return stdout
}

function rateIn(output: string): number {
  const rate = /tps = ([\d.]+) \(without initial/.exec(output)?.[1]
  if (rate === undefined) throw new Error(`pgbench said no rate:\n${output}`)
  return Number(rate)
}
