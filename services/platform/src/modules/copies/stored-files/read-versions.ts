import { type Clusters, targetOf } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import type { VersionSet } from '@colonnade/objects'
import { clientConfig, copyOut, databaseError, GuardedSocket, type Queryable, queryable } from '@colonnade/pg'
import { ident, sql, toText } from '@colonnade/sql'
import pg from 'pg'
import { messages } from './messages.ts'

/** Most bytes of a row. A version has 36 characters; longer values aren't versions. */
const mostRowBytes = 1024 * 1024
/** Most versions of a family, at eight bytes each. */
const mostVersions = 20_000_000
const newline = 10

const sessionSettings = {
  search_path: '',
  row_security: 'off',
  event_triggers: 'off',
  lock_timeout: '2s',
  statement_timeout: '120s',
  default_transaction_read_only: 'on',
}

/**
 * Adds the versions of files that any database of a running server names.
 *
 * Reads tables with COPY, which plans nothing: a query would run what the project's owner wrote (functions of index expressions are folded) as our
 * superuser.
 *
 * @throws AppError, also for anything other than a plain table
 */
export async function readVersions(clusters: Clusters, ref: string, into: VersionSet): Promise<void> {
  const databases = await connected(clusters, ref, undefined, (client) =>
    client.rows<{ name: string; isOpen: boolean }>(sql`
      select datname as name, datallowconn as "isOpen" from pg_catalog.pg_database where datname <> 'template0' order by datname`),
  )
  for (const { name, isOpen } of databases) {
    if (!isOpen) throw unreadable(messages.closed(name))
    await connected(clusters, ref, name, (client) => readDatabase(client, into))
  }
}

async function readDatabase(db: Queryable & { readonly client: pg.Client }, into: VersionSet): Promise<void> {
  const tables = await db.rows<{ name: string; kind: string }>(sql`
    select c.relname as name, c.relkind::text as kind
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'storage' and a.attname = 'version' and not a.attisdropped and c.relkind::text = any (array['r', 'p', 'v', 'm', 'f'])`)
  for (const { name, kind } of tables) {
    if (kind !== 'r') throw unreadable(messages.notTable(name))
    await copyOut(db.client, toText(sql`copy ${ident('storage', name)} (version) to stdout`), new VersionReader(into))
  }
}

/** Reads the lines that COPY writes. */
class VersionReader {
  readonly #into: VersionSet
  #rest: Buffer = Buffer.alloc(0)

  constructor(into: VersionSet) {
    this.#into = into
  }

  async write(chunk: Buffer): Promise<void> {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let from = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, from)) {
      if (end - from === 36) this.#into.add(data.toString('latin1', from, end))
      from = end + 1
    }
    this.#rest = data.subarray(from)
    if (this.#into.size > mostVersions) throw unreadable(messages.tooMany(mostVersions))
  }
}

async function connected<T>(
  clusters: Clusters,
  ref: string,
  database: string | undefined,
  work: (client: Queryable & { readonly client: pg.Client }) => Promise<T>,
): Promise<T> {
  const target = targetOf(await clusters.endpoint(ref), 'administrator')
  const config = clientConfig({
    ...target,
    ...(database !== undefined && { database }),
    applicationName: 'colonnade-files',
    settings: { ...target.settings, ...sessionSettings },
  })
  const client = new pg.Client({ ...config, stream: () => new GuardedSocket(mostRowBytes) })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work({ ...queryable(client), client })
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

export function unreadable(why: string): AppError {
  return new AppError('unavailable', {}, { message: messages.unreadable(why) })
}
