import { type BlockingLock, blockingLocks, type RehearsedMigration } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import { databaseError, type Queryable } from '@colonnade/pg'
import { getMarkAppliedSQL } from '@colonnade/pg-meta'
import { sql } from '@colonnade/sql'
import type pg from 'pg'

/** A connection as the project's own administrator. */
export type ReplayClient = Queryable & { readonly client: pg.Client }

export interface PendingMigration {
  readonly version: string
  readonly name: string | null
  readonly statements: readonly string[]
  readonly created_by: string | null
}

/** What Postgres says of a statement that it takes only by itself: active_sql_transaction. */
const notInTransaction = '25001'

/** Runs migrations one after the other, each with its record, and measures what they do; stops at the first that fails. */
export async function rehearseMigrations(
  db: ReplayClient,
  pending: readonly PendingMigration[],
  tell: (done: readonly RehearsedMigration[]) => Promise<void>,
): Promise<RehearsedMigration[]> {
  const done: RehearsedMigration[] = []
  for (const migration of pending) {
    const measured = await rehearseMigration(db, migration)
    done.push(measured)
    if (measured.problem !== null) break
    await tell(done)
  }
  return [...done, ...pending.slice(done.length).map(notRun)]
}

/** As it is before it was run. */
export function notRun({ version, name, statements }: PendingMigration): RehearsedMigration {
  return { version, name, statements: [...statements], duration_ms: null, is_in_transaction: true, locks: [], rewrites: [], problem: null }
}

/**
 * Runs migrations for good, with their records, in one transaction; those that Postgres takes only by themselves each by itself, and what is
 * before them is committed then. `applied` hears of what is there for good.
 *
 * @throws AppError with `details.migration`, the version that failed
 */
export async function applyMigrations(
  { client }: ReplayClient,
  pending: readonly (PendingMigration & { readonly isInTransaction: boolean })[],
  applied: (versions: readonly string[]) => Promise<void>,
): Promise<void> {
  let open: string[] = []
  const commit = async (): Promise<void> => {
    if (open.length === 0) return
    await client.query('commit')
    await applied(open)
    open = []
  }
  for (const migration of pending) {
    if (!migration.isInTransaction) await commit()
    else if (open.length === 0) await client.query('begin')
    for (const statement of migration.statements) {
      await client.query(statement).catch((thrown: unknown) => {
        const error = databaseError(thrown)
        throw new AppError(error.code, { ...error.details, migration: migration.version }, { message: error.message, cause: error })
      })
    }
    await client.query(recordOf(migration))
    if (migration.isInTransaction) open.push(migration.version)
    else await applied([migration.version])
  }
  await commit()
}

async function rehearseMigration(db: ReplayClient, migration: PendingMigration): Promise<RehearsedMigration> {
  const { client } = db
  const before = await readRelations(db)
  const begin = performance.now()
  const outcome = (rest: Partial<RehearsedMigration>): RehearsedMigration => ({
    ...notRun(migration),
    duration_ms: performance.now() - begin,
    ...rest,
  })
  let statement = ''
  try {
    await client.query('begin')
    for (statement of migration.statements) await client.query(statement)
    // a migration that ends the transaction itself is one that can not be part of ours
    const isInTransaction = client.getTransactionStatus() === 'T'
    const found = isInTransaction ? await readLocks(db, before) : { locks: [], rewrites: [] }
    await client.query(recordOf(migration))
    if (isInTransaction) await client.query('commit')
    return outcome({ ...found, is_in_transaction: isInTransaction })
  } catch (thrown) {
    await client.query('rollback')
    const error = databaseError(thrown)
    if (error.details['sqlstate'] !== notInTransaction) return outcome({ problem: problemOf(error, statement) })
  }
  return rehearseAlone(db, migration, before, outcome)
}

async function rehearseAlone(
  db: ReplayClient,
  migration: PendingMigration,
  before: ReadonlyMap<string, KnownRelation>,
  outcome: (rest: Partial<RehearsedMigration>) => RehearsedMigration,
): Promise<RehearsedMigration> {
  let statement = ''
  try {
    for (statement of migration.statements) await db.client.query(statement)
    await db.client.query(recordOf(migration))
    return outcome({ is_in_transaction: false, rewrites: rewritesOf(before, await readFiles(db)) })
  } catch (thrown) {
    if (db.client.getTransactionStatus() !== 'I') await db.client.query('rollback')
    return outcome({ is_in_transaction: false, problem: problemOf(databaseError(thrown), statement) })
  }
}

function recordOf({ version, name, statements, created_by }: PendingMigration): string {
  return getMarkAppliedSQL({ version, name: name ?? '', statements, createdBy: created_by ?? '' }).sql
}

interface KnownRelation {
  readonly name: string
  readonly file: number
  readonly bytes: number
  /** null where nobody has counted them */
  readonly rows: number | null
}

const userRelations = sql`
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and not n.nspname like 'pg\_%'
    and n.nspname not in ('information_schema', '_colonnade', 'supabase_migrations')`

/** Tables and materialized views of the user's by oid. */
async function readRelations(db: Queryable): Promise<Map<string, KnownRelation>> {
  const rows = await db.rows<KnownRelation & { id: string }>(sql`
    select c.oid::pg_catalog.text as id, n.nspname || '.' || c.relname as name, c.relfilenode::pg_catalog.int8 as file,
      pg_catalog.pg_relation_size(c.oid) as bytes, case when c.reltuples >= 0 then c.reltuples end as rows ${userRelations}`)
  return new Map(rows.map(({ id, ...relation }) => [id, relation]))
}

async function readFiles(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; file: number }>(sql`
    select c.oid::pg_catalog.text as id, c.relfilenode::pg_catalog.int8 as file ${userRelations}`)
  return new Map(rows.map(({ id, file }) => [id, file]))
}

/** What the open transaction keeps others from, and what it has written anew. */
async function readLocks(db: Queryable, before: ReadonlyMap<string, KnownRelation>): Promise<Pick<RehearsedMigration, 'locks' | 'rewrites'>> {
  const held = await db.rows<{ id: string; mode: string }>(sql`
    select l.relation::pg_catalog.text as id, l.mode from pg_catalog.pg_locks l
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.granted`)
  const strongest = new Map<string, BlockingLock>()
  for (const { id, mode } of held) {
    const lock = lockNames[mode]
    const known = strongest.get(id)
    if (lock === undefined || !before.has(id)) continue
    if (known === undefined || blockingLocks.indexOf(lock) > blockingLocks.indexOf(known)) strongest.set(id, lock)
  }
  const locks = [...strongest].map(([id, lock]) => {
    const { name: relation, bytes, rows: rows_estimate } = before.get(id)!
    return { relation, lock, rows_estimate, bytes }
  })
  const order = (one: { relation: string }, other: { relation: string }): number => (one.relation < other.relation ? -1 : 1)
  return { locks: locks.toSorted(order), rewrites: rewritesOf(before, await readFiles(db)) }
}

const lockNames: { readonly [mode: string]: BlockingLock } = {
  ShareLock: 'SHARE',
  ShareRowExclusiveLock: 'SHARE ROW EXCLUSIVE',
  ExclusiveLock: 'EXCLUSIVE',
  AccessExclusiveLock: 'ACCESS EXCLUSIVE',
}

/** A relation whose file is another one was written anew. */
function rewritesOf(before: ReadonlyMap<string, KnownRelation>, files: ReadonlyMap<string, number>): RehearsedMigration['rewrites'] {
  return [...before].filter(([id, { file }]) => files.has(id) && files.get(id) !== file).map(([, { name: relation, bytes }]) => ({ relation, bytes }))
}

function problemOf({ message, details }: AppError, statement: string): RehearsedMigration['problem'] {
  const text = (name: string): string | null => (typeof details[name] === 'string' ? details[name] : null)
  return { message, sqlstate: text('sqlstate'), detail: text('detail'), hint: text('hint'), statement }
}
