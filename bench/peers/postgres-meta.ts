import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ConnectionTarget } from '@colonnade/pg'

const folder = import.meta.dirname

type Answer = Promise<{ error: unknown }>

/** What the benchmark asks of its peer. */
export interface Peer {
  readonly tables: { list(options: object): Answer; retrieve(options: { readonly id: number }): Answer }
  readonly columns: { list(options: object): Answer }
  readonly functions: { list(options: object): Answer }
  readonly policies: { list(options: object): Answer }
  end(): Promise<unknown>
}

/** Installs the peer unless it is there, and connects it to a database. */
export async function openPeer({ host, port, user, database }: ConnectionTarget): Promise<Peer> {
  if (!existsSync(join(folder, 'node_modules'))) {
    console.error('Installing what is measured against (once)')
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  }
  const path = createRequire(join(folder, 'package.json')).resolve('@supabase/postgres-meta')
  const { PostgresMeta } = (await import(path)) as { PostgresMeta: new (target: object) => Peer }
  return new PostgresMeta({ host, port, user, database, max: 1 })
}
