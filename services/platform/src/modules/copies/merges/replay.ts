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

/** One that was rehearsed. */
export interface PlannedMigration extends PendingMigration {
  readonly isInTransaction: boolean
  readonly commitsBefore: boolean
  readonly indexes: RehearsedMigration['indexes']
}

/** Who hears of it. */
export interface Progress {
  /** One that is not part of a transaction: what it does may be there for good from now on. */
  readonly begun: () => Promise<void>
  /** Versions that are there for good. */
  readonly applied: (versions: readonly string[]) => Promise<void>
}

/** What Postgres says of a statement that it takes only by itself: active_sql_transaction. */
const notInTransaction = '25001'

/** Where the migration began that runs in the transaction of those before it. */
const mark = 'colonnade_migration'

/** A session as it is new, whatever ran in it, and without the limits that the project's owner has set for the role: they are not meant for this. */
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
 * Ends a migration among others: what waits for the commit is checked, and what it has set is not meant for the next one, since each was
 * written, and ran in its branch, in a session of its own.
 */
const endMigration = `set constraints all immediate; ${freshSession}`

/** How long a statement on a server of others waits for those who are in its way: whoever comes meanwhile waits behind it. */
export const limitWaiting = `set lock_timeout = '10s'`

/**
 * Runs migrations as they are going to be applied, each with its record, and measures what they do; stops at the first that fails. All that
 * can be are in one transaction: one that goes well only once what is before it is committed is found out by trying.
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

/** Ends sessions of the same name: those of a platform that was killed run on until their statement is over, and hold what it locks. */
export async function endLeftovers(db: ReplayClient): Promise<void> {
  await db.run(sql`
    select pg_catalog.pg_terminate_backend(a.pid, 10000) from pg_catalog.pg_stat_activity a
    where a.application_name = pg_catalog.current_setting('application_name') and a.usename = current_user and a.pid <> pg_catalog.pg_backend_pid()`)
}

/** As it is before it was run. */
export function notRun({ version, name, statements }: PendingMigration): RehearsedMigration {
  const unknown = { duration_ms: null, is_in_transaction: true, commits_before: false, locks: [], rewrites: [], indexes: [], problem: null }
  return { version, name, statements: [...statements], ...unknown }
}

/**
 * Runs migrations for good, with their records, in one transaction; those that Postgres takes only by themselves each by itself, and what is
 * before them, or before one that needs that, is committed then.
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
    // a migration that ends the transaction itself is one that can't be part of ours, also where it has begun another
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

/** Undoes what failed. True when that is this migration alone, and those before it are still to be committed. */
async function takeBack(client: ReplayClient['client'], isFirst: boolean): Promise<boolean> {
  // one that has ended the transaction has taken the mark with it
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

/** Goes by command tags: after COMMIT; BEGIN a transaction is open, as if none had ended. */
function endsTransaction(fates: StatementFates, command: string | null): boolean {
  fates.complete(command ?? '')
  return fates.open === null
}

/** A migration written for a runner that commits (COMMIT; BEGIN in its middle) leaves its last part, and its record, to be committed. */
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

interface HeldLock {
  readonly id: string
  readonly mode: string
}

/** Locks of the open transaction. */
function readHeld(db: Queryable): Promise<HeldLock[]> {
  return db.rows<HeldLock>(sql`
    select l.relation::pg_catalog.text as id, l.mode from pg_catalog.pg_locks l
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.granted`)
}

/** What the open transaction keeps others from that it did not before, and what it has written anew. */
async function readLocks(
  db: Queryable,
  before: ReadonlyMap<string, KnownRelation>,
  held: readonly HeldLock[],
): Promise<Pick<RehearsedMigration, 'locks' | 'rewrites'>> {
  const known = strongestOf(held)
  const locks = [...strongestOf(await readHeld(db))]
    // a lock is at least as strong as it was
    .filter(([id, lock]) => before.has(id) && known.get(id) !== lock)
    .map(([id, lock]) => {
      const { name: relation, bytes, rows: rows_estimate } = before.get(id)!
      return { relation, lock, rows_estimate, bytes }
    })
  const order = (one: { relation: string }, other: { relation: string }): number => (one.relation < other.relation ? -1 : 1)
  return { locks: locks.toSorted(order), rewrites: rewritesOf(before, await readFiles(db)) }
}

/** The strongest on each relation of those that keep somebody out. */
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

/** A relation whose file is another one was written anew. */
function rewritesOf(before: ReadonlyMap<string, KnownRelation>, files: ReadonlyMap<string, number>): RehearsedMigration['rewrites'] {
  return [...before].filter(([id, { file }]) => files.has(id) && files.get(id) !== file).map(([, { name: relation, bytes }]) => ({ relation, bytes }))
}

function problemOf({ message, details }: AppError, statement: string): RehearsedMigration['problem'] {
  const text = (name: string): string | null => (typeof details[name] === 'string' ? details[name] : null)
  return { message, sqlstate: text('sqlstate'), detail: text('detail'), hint: text('hint'), statement }
}
