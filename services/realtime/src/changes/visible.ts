import type { BatchStatement } from '@colonnade/pg'
import { asCaller, type Asker, isRefusal, undo } from '../authorizations/policies.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import pg from 'pg'
import { failuresMost, patternMs } from '../limits.ts'
import { conditionOf, type Filter } from './filters.ts'
import { type Change, valueOf } from './record.ts'
import type { TableColumn, TableView } from './tables.ts'

const queryCancelled = '57014'

/** Texts as Postgres reads an array of them. */
function textArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)).join(',')}}`
}

function numbered(changes: readonly unknown[]): string {
  return `{${changes.map((_, index) => index).join(',')}}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Which rows of changes somebody sees, and for which a policy failed: with the error of one of them. */
export interface Visible {
  readonly seen: ReadonlySet<Change>
  readonly failed: ReadonlySet<Change>
  readonly error: unknown
}

/** Asks whose rows somebody sees, by the policies of the table. Where they fail, rows are asked for in ever smaller parts. */
export async function visibleTo(databases: ProjectDatabases, asker: Asker, view: TableView, changes: readonly Change[]): Promise<Visible> {
  const keys = view.columns.filter(({ isKey }) => isKey)
  // what is told without a record needs no row
  if (keys.length === 0 || keys.some(({ isReadable }) => !isReadable)) return { seen: new Set(changes), failed: new Set(), error: null }
  const seen = new Set<Change>()
  const failed = new Set<Change>()
  let [failures, lastError]: [number, unknown] = [0, null]
  const ask = async (of: readonly Change[]): Promise<void> => {
    try {
      for (const change of await seenOf(databases, asker, view, keys, of)) seen.add(change)
    } catch (error) {
      if (!isRefusal(error)) throw error
      failures += 1
      lastError = error
      // what takes too long takes even longer in parts
      const isSlow = error instanceof pg.DatabaseError && error.code === queryCancelled
      if (of.length === 1 || isSlow || failures >= failuresMost) {
        for (const change of of) failed.add(change)
        return
      }
      const half = of.length >> 1
      await ask(of.slice(0, half))
      await ask(of.slice(half))
    }
  }
  await ask(changes)
  return { seen, failed, error: lastError }
}

async function seenOf(
  databases: ProjectDatabases,
  asker: Asker,
  view: TableView,
  keys: readonly TableColumn[],
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const same = keys.map(({ name, sqlType }, index) => `t.${quoted(name)} = v.k${index}::${sqlType}`).join(' and ')
  // the offset keeps it from becoming a join, which would ask policies for rows that nobody wants to know of
  const text = `select v.i from unnest($1::int4[], ${keys.map((_, index) => `$${index + 2}::text[]`).join(', ')}) v(i, ${keys.map((_, index) => `k${index}`).join(', ')})
    where exists (select from ${view.sqlName} t where ${same} offset 0)`
  const values = keys.map(({ name }) => textArray(changes.map((change) => valueOf(change, name, 'row') ?? null)))
  const name = `seen ${view.oid} ${asker.identity.role}`.slice(0, 100)
  const rows: BatchStatement = { name, text, values: [numbered(changes), ...values] }
  // policies that call nothing have nothing to undo
  const statements = view.visibility === 'claims' ? [asCaller(asker, ''), rows, undo] : [asReader(asker), rows]
  return pick(databases, asker.ref, statements, 1, changes)
}

/** Returns the changes that fit a condition which only Postgres can decide. */
export async function fitting(
  databases: ProjectDatabases,
  asker: Asker,
  view: TableView,
  filter: Filter,
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const column = view.columns.find(({ name }) => name === filter.column)
  if (column === undefined) return new Set()
  const condition = conditionOf(filter, column.sqlType, '$3')
  const text = `select v.i from unnest($1::int4[], $2::text[]) v(i, x) where ${condition}`
  const texts = textArray(changes.map((change) => valueOf(change, filter.column, change.kind === 'DELETE' ? 'old' : 'row') ?? null))
  const value = filter.operator === 'in' ? textArray(filter.values) : filter.values[0]!
  const inTime: BatchStatement = { name: '', text: `select pg_catalog.set_config('statement_timeout', '${patternMs}', true)`, values: [] }
  return pick(databases, asker.ref, [asCaller(asker, ''), inTime, { name: '', text, values: [numbered(changes), texts, value] }, undo], 2, changes)
}

/** For policies that depend on nothing but `auth.uid()` and `auth.role()`. */
function asReader({ identity: { role, userId, claims } }: Asker): BatchStatement {
  return { name: 'reader', text: readerText, values: [claims, userId ?? '', role, role] }
}
const readerText = `select pg_catalog.cardinality(array[pg_catalog.set_config('request.jwt.claims', $1, true), pg_catalog.set_config('request.jwt.claim.sub', $2, true),
  pg_catalog.set_config('request.jwt.claim.role', $3, true), pg_catalog.set_config('role', $4, true)])`

async function pick(
  databases: ProjectDatabases,
  ref: string,
  statements: readonly BatchStatement[],
  at: number,
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const { run, leave } = await databases.enter(ref)
  try {
    const rows = await run(statements)
    return new Set(rows[at]!.map(([index]) => changes[Number(index)]!))
  } finally {
    leave()
  }
}
