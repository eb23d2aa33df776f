import type { ClusterEndpoint } from '@colonnade/clusters'
import { copyIn, copyOut, databaseError } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash, hash } from 'node:crypto'
import { asRole, type TransferClient } from './sides.ts'
import type { SourceSequence, SourceTable } from './tables.ts'

/** Rows of a table as they went over, and what they are: the same text makes the same sum. */
export interface Counted {
  readonly rows: number
  readonly sum: string
}

/**
 * Copies the rows of a table, and tells what was sent.
 *
 * @param tell hears how many bytes were sent by then
 * @throws AppError of the server that refused
 */
export async function copyRows(
  source: TransferClient,
  target: TransferClient,
  table: SourceTable,
  tell: (bytes: number) => Promise<void>,
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
        await tell(bytes)
      },
    })
    await into.end()
    return { rows, sum: sum.digest('hex') }
  } catch (error) {
    await into.fail('given up').catch(() => {})
    throw databaseError(error)
  }
}

/** What is in a table, read from one server. @throws AppError of that */
export async function countRows(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<Counted> {
  const sum = createHash('sha256')
  const rows = await readRows(client, table, signal, (chunk) => void sum.update(chunk))
  return { rows, sum: sum.digest('hex') }
}

/** How many rows there are. A query would plan what the table's owner wrote (index expressions are folded then), as a superuser: COPY does not. */
export function countOnly(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<number> {
  return readRows(client, table, signal, () => {})
}

/** The same whatever the order of the rows is: a server that loads them puts short ones where a long one had no room. */
export async function countUnordered(client: TransferClient, table: SourceTable, signal: AbortSignal): Promise<Counted> {
  // the sums of its rows, added up in four parts that begin anew at 2^64
  const parts = new BigUint64Array(4)
  const rows = await readRows(client, table, signal, (chunk) => {
    for (let begin = 0; begin < chunk.length;) {
      // what of a row is a line feed itself is written otherwise
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

/** A connection that rows of a table may be added on: its owner's, since constraints, domains and columns that are worked out run code. */
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
  // what belongs to us runs nothing but ours
  if (isSuper) return work(administrator)
  // what an owner has taken from themselves is lent for so long
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
