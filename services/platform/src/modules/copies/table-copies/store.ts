import { type LeftOut, tableCopiesListed, type TableCopy } from '@colonnade/contracts/copies/table-copies'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

function select(db: Queryable, which: Fragment): Promise<TableCopy[]> {
  return db.rows<TableCopy>(sql`
    select t.id, t.branch_ref, t.schema, t.name, t.target_name, t.status, case when t.status = 'COPYING' then t.step end as step, t.rows,
      t.rows_estimate, t.bytes, t.left_out, case when t.status = 'COMPLETED' then t.table_id end as table_id,
      ${isoTime('t', 'inserted_at')} as inserted_at, c.username as created_by, ${isoTime('t', 'ended_at')} as ended_at, t.problem
    from table_copies t left join users c on c.id = t.created_by
    where ${which} order by t.inserted_at desc, t.id limit ${tableCopiesListed}`)
}

/** Returns copies, newest first. */
export function listCopies(db: Queryable, branchRef: string): Promise<TableCopy[]> {
  return select(db, sql`t.branch_ref = ${branchRef}`)
}

export async function findCopy(db: Queryable, branchRef: string, id: string): Promise<TableCopy | undefined> {
  const [copy] = await select(db, sql`t.branch_ref = ${branchRef} and t.id::text = ${id}`)
  return copy
}

export interface RequestedCopy {
  readonly branchRef: string
  readonly schema: string
  readonly name: string
  readonly targetName: string
  readonly userId: string
}

/** Returns undefined while another table of the branch is being copied. */
export async function insertCopy(db: Queryable, { branchRef, schema, name, targetName, userId }: RequestedCopy): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into table_copies (branch_ref, schema, name, target_name, created_by)
    values (${branchRef}, ${schema}, ${name}, ${targetName}, ${userId}::uuid)
    on conflict (branch_ref) where status = 'COPYING' do nothing returning id`)
  return row?.id
}

/** Returns false once it is about to commit, or has ended. */
export async function cancelCopy(db: Queryable, id: string): Promise<boolean> {
  const changed = await db.run(sql`
    update table_copies set status = 'CANCELLED', ended_at = clock_timestamp() where id = ${id} and status = 'COPYING' and target_xid is null`)
  return changed === 1
}

/** Returns true while a table is copied from or into a project, and prevents copies from starting before the transaction ends. */
export async function isInCopy(tx: Queryable, ref: string): Promise<boolean> {
  // a separate statement, which sees what was committed while this one waited
  await tx.run(sql`select from projects where ref = ${ref} for update`)
  const found = await tx.first(sql`
    select from table_copies t join projects b on b.ref = t.branch_ref where t.status = 'COPYING' and ${ref} in (t.branch_ref, b.parent_ref)`)
  return found !== undefined
}

/** A copy for the reconciler. */
export interface CopyRow {
  readonly id: string
  readonly branch_ref: string
  readonly parent_ref: string
  readonly schema: string
  readonly name: string
  readonly target_name: string
  readonly status: TableCopy['status']
  readonly target_xid: string | null
}

export function loadCopy(db: Queryable, id: string): Promise<CopyRow | undefined> {
  return db.first<CopyRow>(sql`
    select t.id, t.branch_ref, b.parent_ref, t.schema, t.name, t.target_name, t.status, t.target_xid
    from table_copies t join projects b on b.ref = t.branch_ref where t.id = ${id}`)
}

export interface Progress {
  readonly step: NonNullable<TableCopy['step']>
  readonly rows: number
  readonly rowsEstimate: number | null
  readonly bytes: number
}

export async function recordProgress(db: Queryable, id: string, { step, rows, rowsEstimate, bytes }: Progress): Promise<void> {
  await db.run(sql`
    update table_copies set step = ${step}, rows = ${rows}, rows_estimate = ${rowsEstimate}, bytes = ${bytes} where id = ${id} and status = 'COPYING'`)
}

/** Result of a copy, stored before it commits. */
export interface Prepared {
  readonly xid: string
  readonly tableId: number
  readonly rows: number
  readonly leftOut: readonly LeftOut[]
}

/** From here on it can commit and can no longer be cancelled. Returns false if it was cancelled before. */
export async function recordPrepared(db: Queryable, id: string, { xid, tableId, rows, leftOut }: Prepared): Promise<boolean> {
  const changed = await db.run(sql`
    update table_copies set target_xid = ${xid}, table_id = ${tableId}, rows = ${rows}, left_out = ${JSON.stringify(leftOut)}::jsonb
    where id = ${id} and status = 'COPYING'`)
  return changed === 1
}

/** The transaction didn't commit. */
export async function forgetPrepared(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update table_copies set target_xid = null, table_id = null, left_out = '[]' where id = ${id} and status = 'COPYING'`)
}

export async function recordCompleted(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update table_copies set status = 'COMPLETED', ended_at = clock_timestamp() where id = ${id} and status = 'COPYING'`)
}

export async function recordFailed(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(sql`
    update table_copies set status = 'FAILED', problem = ${problem}, ended_at = clock_timestamp() where id = ${id} and status = 'COPYING'`)
}

/** Returns unfinished copies to resume after a start. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  return (await db.rows<{ id: string }>(sql`select id from table_copies where status = 'COPYING' order by inserted_at`)).map(({ id }) => id)
}
