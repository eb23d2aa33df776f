import type { ClusterEndpoint } from '@colonnade/clusters'
import { copyIn, copyOut, databaseError } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash, hash } from 'node:crypto'
import { asRole, type TransferClient } from './sides.ts'
import type { SourceSequence, SourceTable } from './tables.ts'

/** Row count and checksum of a table's COPY output. */
export interface Counted {
  readonly rows: number
  readonly sum: string
}

/**
 * Copies the rows of a table, and returns what was sent.
 *
 * @param onProgress called with the bytes sent so far
 * @throws AppError of the server that failed
 */
export async function copyRows(
  source: TransferClient,
  target: TransferClient,
  table: SourceTable,
  onProgress: (bytes: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Counted> {
  const into = await copyIn(target.client, `copy ${table.name}${table.columns === null ? '' : ` (${table.columns})`} from stdin`).catch(
    (error: unknown) => {
      throw databaseError(error)
    },
  )
  const sum = createHash('sha256')
  let bytes = 0
  try {
    const rows = await copyOut(source.client, reading(table), {
      async write(chunk) {
        signal.throwIfAborted()
        sum.update(chunk)
        await into.write(chunk)
        bytes += chunk.length
        await onProgress(bytes)
      },
    })
    await into.end()
    return { rows, sum: sum.digest('hex') }
  } catch (error) {
    await into.fail('given up').catch(() => {})
    throw databaseError(error)
  }
}

/** Returns the rows of a table, read from one server. @throws AppError of that server */
export async function countRows(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<Counted> {
  const sum = createHash('sha256')
  const rows = await readRows(client, table, signal, (chunk) => void sum.update(chunk))
  return { rows, sum: sum.digest('hex') }
}

/** Returns the number of rows. Uses COPY, because a query would plan what the table's owner wrote (index expressions are folded) as a superuser. */
export function countOnly(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<number> {
  return readRows(client, table, signal, () => {})
}

/** Returns a checksum that doesn't depend on the order of rows: a load may place short rows in gaps that long ones left. */
export async function countUnordered(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<Counted> {
  // the sum of row hashes, in four parts modulo 2^64
  const parts = new BigUint64Array(4)
  const rows = await readRows(client, table, signal, (chunk) => {
    for (let begin = 0; begin < chunk.length;) {
      // COPY escapes line feeds inside rows
      const end = chunk.indexOf(lineFeed, begin) + 1 || chunk.length
      const sum = hash('sha256', chunk.subarray(begin, end), 'buffer')
      for (const [place, part] of parts.entries()) parts[place] = part + sum.readBigUInt64LE(place * 8)
      begin = end
    }
  })
  return { rows, sum: parts.join(' ') }
}

const lineFeed = '\n'.charCodeAt(0)

/** Reads whole rows, and returns how many there were. */
async function readRows(client: TransferClient, table: SourceTable, signal: AbortSignal, take: (chunk: Buffer) => void): Promise<number> {
  const write = async (chunk: Buffer): Promise<void> => {
    signal.throwIfAborted()
    take(chunk)
  }
  return copyOut(client.client, reading(table), { write }).catch((error: unknown) => {
    throw databaseError(error)
  })
}

function reading({ name, columns, condition }: SourceTable): string {
  if (condition !== null) return `copy (select ${columns ?? ''} from only ${name} ${condition}) to stdout`
  return `copy ${name}${columns === null ? '' : ` (${columns})`} to stdout`
}

/** Opens a connection to add rows to a table: its owner's, because constraints, domains and generated columns run code. */
export async function asLoader<T>(
  fresh: ClusterEndpoint,
  database: string,
  administrator: TransferClient,
  table: SourceTable,
  searchPath: string,
  work: (target: TransferClient) => Promise<T>,
): Promise<T> {
  const row = await administrator.first<{ is_super: boolean; inserts: boolean; uses: boolean; owner: string; schema: string }>(sql`
    select r.rolsuper as is_super, has_table_privilege(r.oid, ${table.name}::regclass, 'insert') as inserts,
      has_schema_privilege(r.oid, ${table.schema}, 'usage') as uses, format('%I', r.rolname) as owner, format('%I', ${table.schema}::text) as schema
    from pg_authid r where r.rolname = ${table.owner}`)
  const { is_super: isSuper, inserts, uses, owner, schema } = row!
  // our own tables run only our code
  if (isSuper) return work(administrator)
  // grants for the load what an owner has revoked from themselves
  const loans = [...(inserts ? [] : [`insert on ${table.name}`]), ...(uses ? [] : [`usage on schema ${schema}`])]
  for (const loan of loans) await administrator.client.query(`grant ${loan} to ${owner}`)
  try {
    return await asRole(fresh, database, table.owner, searchPath, work)
  } finally {
    for (const loan of loans) await administrator.client.query(`revoke ${loan} from ${owner}`).catch(() => {})
  }
}

export async function setSequences(target: TransferClient, sequences: readonly SourceSequence[]): Promise<void> {
  for (const { name, last, isCalled } of sequences) await target.run(sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`)
}
