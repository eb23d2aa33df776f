import { type BlockingLock, blockingLocks, type RehearsedMigration } from '@colonnade/contracts/copies/merges'
import { AppError } from '@colonnade/core'
import { databaseError, type Queryable, StatementFates } from '@colonnade/pg'
import { getMarkAppliedSQL } from '@colonnade/pg-meta'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { areMade, listIndexes } from './indexes.ts'
import type { ReplayClient } from './replay-client.ts'

export interface PendingMigration {
  readonly version: string
  readonly name: string | null
  readonly statements: readonly string[]
  readonly created_by: string | null
}

/** A rehearsed migration. */
export interface PlannedMigration extends PendingMigration {
  readonly isInTransaction: boolean
  readonly commitsBefore: boolean
  readonly indexes: RehearsedMigration['indexes']
}

/** Callbacks for progress. */
export interface Progress {
  /** Called before a statement that can't be rolled back. */
  readonly begun: () => Promise<void>
  /** Called with the versions that are committed. */
  readonly applied: (versions: readonly string[]) => Promise<void>
}

/** Postgres's error for a statement that can't run in a transaction: active_sql_transaction. */
const notInTransaction = '25001'

/** Savepoint at the start of a migration that shares a transaction with earlier ones. */
const mark = 'colonnade_migration'

/** Resets a session, and the limits that the owner set for the role, which don't apply to merges. */
export const freshSession = [
  'close all',
  'set session authorization default',
  'reset all',
  'deallocate all',
  'select pg_catalog.pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ')

/**
 * Ends a migration in a shared transaction: checks deferred constraints, and resets its settings, since each migration was written for, and ran in, a
 * session of its own on its branch.
 */
const endMigration = `set constraints all immediate; ${freshSession}`

/** Maximum wait for a lock on another server, because later statements queue behind the waiting one. */
export const limitWaiting = `set lock_timeout = '10s'`

/**
 * Runs migrations as a merge would apply them, each with its record, and measures them; stops at the first failure. Runs as many as possible in one
 * transaction, and finds out by trying which ones need an earlier commit.
 */
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
  if (db.client.getTransactionStatus() !== 'I') await db.client.query('commit')
  return [...done, ...pending.slice(done.length).map(notRun)]
}

/** Ends sessions of the same name: statements of a killed platform keep running, and hold their locks. */
export async function endLeftovers(db: ReplayClient): Promise<void> {
  await db.run(sql`
    select pg_catalog.pg_terminate_backend(a.pid, 10000) from pg_catalog.pg_stat_activity a
    where a.application_name = pg_catalog.current_setting('application_name') and a.usename = current_user and a.pid <> pg_catalog.pg_backend_pid()`)
}

/** Returns a migration's report before it runs. */
export function notRun({ version, name, statements }: PendingMigration): RehearsedMigration {
  const unknown = { duration_ms: null, is_in_transaction: true, commits_before: false, locks: [], rewrites: [], indexes: [], problem: null }
  return { version, name, statements: [...statements], ...unknown }
}

/**
 * Applies migrations and their records in one transaction. A statement that can't run in a transaction runs alone, after a commit of the ones before
 * it;
 * so does a migration that needs a committed predecessor.
 *
 * @throws AppError with `details.migration`, the version that failed
 */
export async function applyMigrations(db: ReplayClient, pending: readonly PlannedMigration[], { begun, applied }: Progress): Promise<void> {
  const { client } = db
  let open: string[] = []
  const commit = async (): Promise<void> => {
    if (open.length === 0) return
    await client.query('commit')
    await applied(open)
    open = []
  }
  await client.query(limitWaiting)
  for (const migration of pending) {
    if (!migration.isInTransaction || migration.commitsBefore) await commit()
    if (migration.isInTransaction && open.length === 0) await client.query('begin')
    if (!migration.isInTransaction) await begun()
    for (const [place, statement] of [...migration.statements, `${endMigration}; ${limitWaiting}`].entries()) {
      const made = migration.isInTransaction ? [] : migration.indexes.filter((index) => index.statement === place)
      if (await areMade(db, made)) continue
      await client.query(statement).catch((thrown: unknown) => {
        const error = databaseError(thrown)
        throw new AppError(error.code, { ...error.details, migration: migration.version }, { message: error.message, cause: error })
      })
    }
    await client.query(recordOf(migration))
    if (!migration.isInTransaction) await commitLeftOpen(client)
    if (migration.isInTransaction) open.push(migration.version)
    else await applied([migration.version])
  }
  await commit()
}

async function rehearseMigration(db: ReplayClient, migration: PendingMigration): Promise<RehearsedMigration> {
  const { client } = db
  const [before, held] = [await readRelations(db), await readHeld(db)]
  const isFirst = client.getTransactionStatus() === 'I'
  const begin = performance.now()
  const outcome = (rest: Partial<RehearsedMigration>): RehearsedMigration => ({
    ...notRun(migration),
    duration_ms: performance.now() - begin,
    ...rest,
  })
  let statement = ''
  try {
    await client.query(isFirst ? 'begin' : `savepoint ${mark}`)
    const fates = new StatementFates()
    let isEnded = false
    for (statement of migration.statements) {
      const answer: unknown = await client.query(statement)
      for (const { command } of Answers.parse([answer].flat())) isEnded = endsTransaction(fates, command) || isEnded
    }
    // includes a migration that ends the transaction and starts another
    const isInTransaction = client.getTransactionStatus() === 'T' && !isEnded
    await client.query(endMigration)
    const found = isInTransaction ? await readLocks(db, before, held) : { locks: [], rewrites: [] }
    await client.query(recordOf(migration))
    if (!isInTransaction) await commitLeftOpen(client)
    return outcome({ ...found, is_in_transaction: isInTransaction })
  } catch (thrown) {
    const isOnlyThis = await takeBack(client, isFirst)
    const error = databaseError(thrown)
    const isAlone = error.details['sqlstate'] === notInTransaction
    if (isOnlyThis) await client.query('commit')
    if (!isAlone && !isOnlyThis) return outcome({ problem: problemOf(error, statement) })
    if (!isAlone) return { ...(await rehearseMigration(db, migration)), commits_before: true }
  }
  return rehearseAlone(db, migration, before, outcome)
}

/** Rolls back the failed migration. Returns true if only this migration failed, so that those before it can still be committed. */
async function takeBack(client: ReplayClient['client'], isFirst: boolean): Promise<boolean> {
  // the savepoint is gone if the migration ended the transaction
  const isKept =
    !isFirst &&
    (await client.query(`rollback to ${mark}`).then(
      () => true,
      () => false,
    ))
  if (!isKept && client.getTransactionStatus() !== 'I') await client.query('rollback')
  return isKept
}

async function rehearseAlone(
  db: ReplayClient,
  migration: PendingMigration,
  before: ReadonlyMap<string, KnownRelation>,
  outcome: (rest: Partial<RehearsedMigration>) => RehearsedMigration,
): Promise<RehearsedMigration> {
  let statement = ''
  const indexes: RehearsedMigration['indexes'] = []
  try {
    for (const [place, text] of migration.statements.entries()) {
      statement = text
      const known = new Set((await listIndexes(db)).map(({ name }) => name))
      await db.client.query(statement)
      if (db.client.getTransactionStatus() !== 'I') continue
      indexes.push(...(await listIndexes(db)).filter(({ name }) => !known.has(name)).map((index) => ({ statement: place, ...index })))
    }
    await db.client.query(endMigration)
    await db.client.query(recordOf(migration))
    await commitLeftOpen(db.client)
    return outcome({ is_in_transaction: false, indexes, rewrites: rewritesOf(before, await readFiles(db)) })
  } catch (thrown) {
    if (db.client.getTransactionStatus() !== 'I') await db.client.query('rollback')
    return outcome({ is_in_transaction: false, problem: problemOf(databaseError(thrown), statement) })
  }
}

const Answers = z.array(z.object({ command: z.string().nullable() }))

/** Returns true by command tags: after COMMIT; BEGIN a transaction is open as if none had ended. */
function endsTransaction(fates: StatementFates, command: string | null): boolean {
  fates.complete(command ?? '')
  return fates.open === null
}

/** Commits the last part of a migration written for a runner that commits (with COMMIT; BEGIN inside), and its record. */
async function commitLeftOpen(client: ReplayClient['client']): Promise<void> {
  if (client.getTransactionStatus() !== 'I') await client.query('commit')
}

function recordOf({ version, name, statements, created_by }: PendingMigration): string {
  return getMarkAppliedSQL({ version, name: name ?? '', statements, createdBy: created_by ?? '' }).sql
}

interface KnownRelation {
  readonly name: string
  readonly file: number
  readonly bytes: number
  /** Null if the table was never analyzed. */
  readonly rows: number | null
}

const userRelations = sql`
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and not n.nspname like 'pg\_%'
    and n.nspname not in ('information_schema', '_colonnade', 'supabase_migrations')`

/** Returns user tables and materialized views by OID. */
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

interface HeldLock {
  readonly id: string
  readonly mode: string
}

/** Returns the locks of the open transaction. */
function readHeld(db: Queryable): Promise<HeldLock[]> {
  return db.rows<HeldLock>(sql`
    select l.relation::pg_catalog.text as id, l.mode from pg_catalog.pg_locks l
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.granted`)
}

/** Returns the new locks of the open transaction that block others, and the tables it has rewritten. */
async function readLocks(
  db: Queryable,
  before: ReadonlyMap<string, KnownRelation>,
  held: readonly HeldLock[],
): Promise<Pick<RehearsedMigration, 'locks' | 'rewrites'>> {
  const known = strongestOf(held)
  const locks = [...strongestOf(await readHeld(db))]
    // a lock never gets weaker
    .filter(([id, lock]) => before.has(id) && known.get(id) !== lock)
    .map(([id, lock]) => {
      const { name: relation, bytes, rows: rows_estimate } = before.get(id)!
      return { relation, lock, rows_estimate, bytes }
    })
  const order = (one: { relation: string }, other: { relation: string }): number => (one.relation < other.relation ? -1 : 1)
  return { locks: locks.toSorted(order), rewrites: rewritesOf(before, await readFiles(db)) }
}

/** Returns the strongest blocking lock on each relation. */
function strongestOf(held: readonly HeldLock[]): Map<string, BlockingLock> {
  const strongest = new Map<string, BlockingLock>()
  for (const { id, mode } of held) {
    const [lock, known] = [lockNames[mode], strongest.get(id)]
    if (lock !== undefined && (known === undefined || blockingLocks.indexOf(lock) > blockingLocks.indexOf(known))) strongest.set(id, lock)
  }
  return strongest
}

const lockNames: { readonly [mode: string]: BlockingLock } = {
  ShareLock: 'SHARE',
  ShareRowExclusiveLock: 'SHARE ROW EXCLUSIVE',
  ExclusiveLock: 'EXCLUSIVE',
  AccessExclusiveLock: 'ACCESS EXCLUSIVE',
}

/** Returns the relations with a new file, which were rewritten. */
function rewritesOf(before: ReadonlyMap<string, KnownRelation>, files: ReadonlyMap<string, number>): RehearsedMigration['rewrites'] {
  return [...before].filter(([id, { file }]) => files.has(id) && files.get(id) !== file).map(([, { name: relation, bytes }]) => ({ relation, bytes }))
}

function problemOf({ message, details }: AppError, statement: string): RehearsedMigration['problem'] {
  const text = (name: string): string | null => (typeof details[name] === 'string' ? details[name] : null)
  return { message, sqlstate: text('sqlstate'), detail: text('detail'), hint: text('hint'), statement }
}
