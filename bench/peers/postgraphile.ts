import { createRequire } from 'node:module'
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ConnectionTarget } from '@colonnade/pg'
import { installPeers } from './install.ts'

type PostGraphile = (pool: object, schema: string, options: object) => RequestListener

export interface GraphqlPeer extends AsyncDisposable {
  /** Takes queries by POST. */
  readonly url: string
}

/** Serves a database with PostGraphile, each request in a transaction as a role, over as many connections as the data API has. */
export async function openPostGraphile({ host, port, user, database }: ConnectionTarget, role: string): Promise<GraphqlPeer> {
  installPeers()
  const require = createRequire(join(import.meta.dirname, 'package.json'))
  const { postgraphile } = require('postgraphile') as { postgraphile: PostGraphile }
  const { Pool } = createRequire(require.resolve('postgraphile'))('pg') as { Pool: new (config: object) => { end(): Promise<void> } }
  const pool = new Pool({ host, port, user, database, max: 8 })
  const server = createServer(postgraphile(pool, 'public', { pgDefaultRole: role, disableQueryLog: true, graphiql: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
}
