import type { BatchStatement } from '@colonnade/pg'
import { asCaller, type Asker, undo } from '../authorizations/policies.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import { patternMs } from '../limits.ts'
import { conditionOf, type Filter } from './filters.ts'
import { type Change, valueOf } from './record.ts'
import type { TableView } from './tables.ts'

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

/** Returns the changes whose rows somebody sees, by the policies of the table. A row without a key is seen by who is past them alone. */
export async function visibleTo(
  databases: ProjectDatabases,
  asker: Asker,
  view: TableView,
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const keys = view.columns.filter(({ isKey }) => isKey)
  // what is told without a record needs no row
  if (keys.length === 0 || keys.some(({ isReadable }) => !isReadable)) return new Set(changes)
  const same = keys.map(({ name, sqlType }, index) => `t.${quoted(name)} = v.k${index}::${sqlType}`).join(' and ')
  const text = `select v.i from unnest($1::int4[], ${keys.map((_, index) => `$${index + 2}::text[]`).join(', ')}) v(i, ${keys.map((_, index) => `k${index}`).join(', ')})
    where exists (select from ${view.sqlName} t where ${same})`
  const values = keys.map(({ name }) => textArray(changes.map((change) => valueOf(change, name, 'row') ?? null)))
  const name = `seen ${view.oid} ${asker.identity.role}`.slice(0, 100)
  return pick(databases, asker, changes, [{ name, text, values: [numbered(changes), ...values] }])
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
  return pick(databases, asker, changes, [inTime, { name: '', text, values: [numbered(changes), texts, value] }])
}

async function pick(
  databases: ProjectDatabases,
  asker: Asker,
  changes: readonly Change[],
  statements: readonly BatchStatement[],
): Promise<ReadonlySet<Change>> {
  const { run, leave } = await databases.enter(asker.ref)
  try {
    const rows = await run([asCaller(asker, ''), ...statements, undo])
    return new Set(rows[statements.length]!.map(([index]) => changes[Number(index)]!))
  } finally {
    leave()
  }
}
