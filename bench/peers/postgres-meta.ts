import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ConnectionTarget } from '@colonnade/pg'
import { installPeers } from './install.ts'

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
  installPeers()
  const path = createRequire(join(folder, 'package.json')).resolve('@supabase/postgres-meta')
  const { PostgresMeta } = (await import(path)) as { PostgresMeta: new (target: object) => Peer }
  return new PostgresMeta({ host, port, user, database, max: 1 })
}
