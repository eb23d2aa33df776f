import type { BatchStatement } from '@colonnade/pg'
import { asCaller, type Asker, isRefusal, undo } from '../authorizations/policies.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import pg from 'pg'
import { failuresMost, patternMs } from '../limits.ts'
import { conditionOf, type Filter } from './filters.ts'
import { type Change, valueOf } from './record.ts'
import { askRows, hasReadableKey, numbered, textArray } from './rows.ts'
import type { TableView } from './tables.ts'

const queryCancelled = '57014'

/** Which rows of changes somebody sees, and for which a policy failed: with the error of one of them. */
export interface Visible {
  readonly seen: ReadonlySet<Change>
  readonly failed: ReadonlySet<Change>
  readonly error: unknown
}

/** Asks whose rows somebody sees, by the policies of the table. Where they fail, rows are asked for in ever smaller parts. */
export async function visibleTo(databases: ProjectDatabases, asker: Asker, view: TableView, changes: readonly Change[]): Promise<Visible> {
  // changes that are sent without a record need no row
  if (!hasReadableKey(view)) return { seen: new Set(changes), failed: new Set(), error: null }
  const seen = new Set<Change>()
  const failed = new Set<Change>()
  let [failures, lastError]: [number, unknown] = [0, null]
  const ask = async (of: readonly Change[]): Promise<void> => {
    try {
      for (const change of await seenOf(databases, asker, view, of)) seen.add(change)
    } catch (error) {
      if (!isRefusal(error)) throw error
      failures += 1
      lastError = error
      // a query that takes too long takes even longer in parts
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

async function seenOf(databases: ProjectDatabases, asker: Asker, view: TableView, changes: readonly Change[]): Promise<ReadonlySet<Change>> {
  const rows = await askRows(databases, asker, view, changes, [])
  return new Set(rows.map(([index]) => changes[Number(index)]!))
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
  const { run, leave } = await databases.enter(asker.ref)
  try {
    const rows = await run([asCaller(asker, ''), inTime, { name: '', text, values: [numbered(changes), texts, value] }, undo])
    return new Set(rows[2]!.map(([index]) => changes[Number(index)]!))
  } finally {
    leave()
  }
}

const inTime: BatchStatement = { name: '', text: `select pg_catalog.set_config('statement_timeout', '${patternMs}', true)`, values: [] }
