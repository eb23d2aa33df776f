import type { BatchRows, BatchStatement } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import { asCaller, type Asker, undo } from '../authorizations/policies.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import { type Change, valueOf } from './record.ts'
import type { TableView } from './tables.ts'

/** Texts as Postgres reads an array of them. */
export function textArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)).join(',')}}`
}

/** 0, 1, 2 … as Postgres reads an array. */
export function numbered(items: readonly unknown[]): string {
  return `{${items.map((_, index) => index).join(',')}}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns true if rows of the table can be looked up by their key. */
export function hasReadableKey({ columns }: TableView): boolean {
  const keys = columns.filter(({ isKey }) => isKey)
  return keys.length > 0 && keys.every(({ isReadable }) => isReadable)
}

/** Returns the rows of changes that somebody sees, as they are now: the number of the change, then columns that are asked for. */
export async function askRows(
  databases: ProjectDatabases,
  asker: Asker,
  view: TableView,
  changes: readonly Change[],
  columns: readonly string[],
): Promise<BatchRows[number]> {
  const keys = view.columns.filter(({ isKey }) => isKey)
  const named = keys.map((_, index) => `k${index}`)
  const same = keys.map(({ name, sqlType }, index) => `t.${quoted(name)} = v.${named[index]}::${sqlType}`).join(' and ')
  const given = `unnest($1::int4[], ${keys.map((_, index) => `$${index + 2}::text[]`).join(', ')}) v(i, ${named.join(', ')})`
  // the offset keeps it from becoming a join, which would ask policies for rows that nobody wants to know of
  const row = `(select ${columns.map((name) => `t.${quoted(name)}`).join(', ')} from ${view.sqlName} t where ${same} offset 0)`
  const text = columns.length === 0 ? `select v.i from ${given} where exists ${row}` : `select v.i, r.* from ${given} cross join lateral ${row} r`
  const values = keys.map(({ name }) => textArray(changes.map((change) => valueOf(change, name, 'row') ?? null)))
  const question: BatchStatement = { name: nameOf(text, asker), text, values: [numbered(changes), ...values] }
  const { run, leave } = await databases.enter(asker.ref)
  try {
    // policies that call nothing have nothing to undo
    const answers = await run(view.visibility === 'claims' ? [asCaller(asker, ''), question, undo] : [asReader(asker), question])
    return answers[1]!
  } finally {
    leave()
  }
}

/** Plans differ by role, because policies do. */
function nameOf(text: string, { identity }: Asker): string {
  return createHash('sha256').update(`${identity.role} ${text}`).digest('base64url')
}

/** For policies that depend on nothing but `auth.uid()` and `auth.role()`. */
function asReader({ identity: { role, userId, claims } }: Asker): BatchStatement {
  return { name: 'reader', text: readerText, values: [claims, userId ?? '', role, role] }
}
const readerText = `select pg_catalog.cardinality(array[pg_catalog.set_config('request.jwt.claims', $1, true), pg_catalog.set_config('request.jwt.claim.sub', $2, true),
  pg_catalog.set_config('request.jwt.claim.role', $3, true), pg_catalog.set_config('role', $4, true)])`
