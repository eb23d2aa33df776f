import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { databasePassword } from '../../e2e/recovery/installation.ts'

/** Where a client connects, and as whom. */
export interface Way {
  readonly host: string
  readonly port: number
  readonly user: string
}

/** Runs pgbench (Debian: postgresql-contrib) and gives what it printed. */
export async function pgbench({ host, port, user }: Way, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], PGPASSWORD: databasePassword, PGSSLMODE: 'disable' }
  const { stdout } = await promisify(execFile)('pgbench', ['-h', host, '-p', String(port), '-U', user, ...args, 'postgres'], { env })
  return stdout
}
