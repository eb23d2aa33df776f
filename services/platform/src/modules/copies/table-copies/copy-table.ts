import type { Fleet } from '@colonnade/clusters'
import type { LeftOut } from '@colonnade/contracts/copies/table-copies'
import { AppError } from '@colonnade/core'
import { type Database, databaseError } from '@colonnade/pg'
import type { Statement } from '@colonnade/pg-meta'
import { type Copied, copyGrants, copyPolicy } from '@colonnade/pg-meta/copy-companions'
import { retrieveCompanions, type TableCompanions } from '@colonnade/pg-meta/table-companions'
import { retrieveDefinition } from '@colonnade/pg-meta/table-definition'
import { ident, join, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { endLeftovers } from '../merges/replay.ts'
import { copyRows } from './copy-rows.ts'
import { messages } from './messages.ts'
import { continueSequences } from './numbers.ts'
import { type Optional, planCopy } from './plan.ts'
import { asOwner, awake, commit, type SideClient } from './sides.ts'
import * as store from './store.ts'
import { findBranchTable, isWritableSchema, readTakenNames } from './tables.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly sleeper: Sleeper
  /** Aborts to stop the task where it is. */
  readonly signal: AbortSignal
}

/** Shortest time between two records of the progress. */
const progressMs = 500

/**
 * Copies a table in one transaction of the target. Safe to repeat: an interrupted copy asks the target whether its transaction was committed, and
 * starts over if not.
 */
export async function copyTable(tools: TaskTools, id: string): Promise<void> {
  const { clusters, database, signal } = tools
  const copy = await store.loadCopy(database, id)
  if (copy?.status !== 'COPYING') return
  await awake(tools, copy, async () => {
    const target = { ...(await clusters.endpoint(copy.parent_ref)), applicationName: `colonnade table copy ${id}` }
    // an interrupted statement may still be running
    await asOwner(target, signal, endLeftovers)
    if (copy.target_xid !== null) {
      if (await asOwner(target, signal, (client) => isCommitted(client, copy.target_xid!))) return store.recordCompleted(database, id)
      await store.forgetPrepared(database, id)
    }
    await asOwner(await clusters.endpoint(copy.branch_ref), signal, (from) =>
      asOwner(target, signal, (into) => copyBetween(database, copy, from, into, signal)),
    )
    await store.recordCompleted(database, id)
  })
}

async function isCommitted(target: SideClient, xid: string): Promise<boolean> {
  const row = await target.first<{ status: string | null }>(sql`select pg_catalog.pg_xact_status(${xid}::pg_catalog.xid8) as status`)
  if (row?.status === 'in progress') throw new AppError('unavailable', {}, { message: messages.interrupted })
  return row?.status === 'committed'
}

async function copyBetween(database: Database, copy: store.CopyRow, source: SideClient, target: SideClient, signal: AbortSignal): Promise<void> {
  const { id, schema, name, target_name: targetName } = copy
  // the definition and the rows of one moment
  await source.client.query('begin isolation level repeatable read read only')
  const found = await findBranchTable(source, schema, name)
  const definition = await retrieve(source, retrieveDefinition({ schema, name }))
  const companions = await retrieve(source, retrieveCompanions({ schema, name }))
  if (found === undefined || definition === undefined || companions === undefined) {
    throw new AppError('object_not_found', { schema, name }, { message: messages.noTable(`${schema}.${name}`) })
  }
  const known = { rowsEstimate: found.rows_estimate }
  await store.recordProgress(database, id, { ...known, step: 'structure', rows: 0, bytes: 0 })
  await target.client.query('begin')
  await requireRoom(target, schema, targetName)
  const taken = (await readTakenNames(target, [schema])).get(schema) ?? new Set<string>()
  const plan = planCopy(definition, targetName, taken)
  await target.client.query(plan.create)
  const columns = plan.columns.length === 0 ? sql`` : sql` (${join(plan.columns.map((column) => ident(column)))})`
  const listed = plan.columns.length === 0 ? sql`` : join(plan.columns.map((column) => ident(column)))
  const original = ident(schema, name)
  let reported = performance.now()
  await store.recordProgress(database, id, { ...known, step: 'rows', rows: 0, bytes: 0 })
  const sent = await copyRows(source, target, {
    // COPY of a partitioned table has no rows
    read: toText(found.is_partitioned ? sql`copy (select ${listed} from ${original}) to stdout` : sql`copy ${original}${columns} to stdout`),
    write: toText(sql`copy ${ident(schema, targetName)}${columns} from stdin`),
    signal,
    async onProgress(progress) {
      if (performance.now() - reported < progressMs) return
      reported = performance.now()
      await store.recordProgress(database, id, { ...known, step: 'rows', ...progress })
    },
  })
  if (sent.written !== sent.rows) throw new AppError('internal', {}, { message: messages.rowsDiffer(sent.rows, sent.written) })
  await store.recordProgress(database, id, { ...known, step: 'keys', rows: sent.rows, bytes: sent.bytes })
  await continueSequences(source, target, { schema, name, targetName, columns: plan.numbered })
  const copied: Copied = {
    from: { schema, name },
    to: { schema, name: targetName },
    columns: new Map((definition.columns ?? []).map((column) => [column.name, column.name])),
    sequences: plan.sequences,
  }
  const leftOut = [...plan.leftOut]
  for (const optional of [...plan.later, ...policiesOf(companions, copied)]) {
    const left = await tryOptional(target, optional)
    if (left !== null) leftOut.push(left)
  }
  if (definition.rls_forced === true) await target.client.query(`alter table ${toText(ident(schema, targetName))} force row level security`)
  await withdrawGrants(target, companions, copied)
  const ready = await target.first<{ xid: string; table_id: number }>(sql`
    select pg_catalog.pg_current_xact_id()::pg_catalog.text as xid, c.oid::pg_catalog.int8 as table_id
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = ${schema} and c.relname = ${targetName}`)
  const isStillWanted = await store.recordPrepared(database, id, { xid: ready!.xid, tableId: ready!.table_id, rows: sent.rows, leftOut })
  if (!isStillWanted) throw new AppError('project_busy', {}, { message: messages.ended })
  await commit(target)
}

/** @throws AppError `read_only`, `object_not_found` for the schema, `duplicate_object` */
export async function requireRoom(target: SideClient, schema: string, targetName: string): Promise<void> {
  const setting = await target.first<{ is_read_only: boolean }>(sql`
    select pg_catalog.current_setting('transaction_read_only') = 'on' or pg_catalog.pg_is_in_recovery() as is_read_only`)
  if (setting!.is_read_only) throw new AppError('read_only', {}, { message: messages.readOnly })
  if (!(await isWritableSchema(target, schema))) throw new AppError('object_not_found', { schema }, { message: messages.noSchema(schema) })
  if ((await readTakenNames(target, [schema])).get(schema)?.has(targetName) === true) {
    throw new AppError('duplicate_object', { schema, name: targetName }, { message: messages.taken(targetName) })
  }
}

const Rows = z.array(z.unknown())

async function retrieve<S extends Statement>(db: SideClient, statement: S): Promise<z.output<S['zod']>> {
  const results = [await db.client.query(statement.sql)].flat()
  const rows = Rows.parse(results.findLast((result) => result.fields.length > 0)?.rows ?? [])
  return statement.zod.parse(rows[0]) as z.output<S['zod']>
}

function policiesOf({ policies }: TableCompanions, copied: Copied): Optional[] {
  return policies.map((policy) => ({ leftOut: { kind: 'policy', name: policy.name, reason: null }, sql: copyPolicy(policy, copied).sql }))
}

/** Returns what is left out, with Postgres's reason. @throws AppError when the connection is lost */
async function tryOptional({ client }: SideClient, { sql: text, leftOut }: Optional): Promise<LeftOut | null> {
  await client.query('savepoint colonnade_optional')
  try {
    await client.query(text)
    await client.query('release savepoint colonnade_optional')
    return null
  } catch (thrown) {
    const error = databaseError(thrown)
    if (error.details['sqlstate'] === undefined) throw error
    await client.query('rollback to savepoint colonnade_optional')
    return { ...leftOut, reason: error.message }
  }
}

/** New tables begin with the default privileges. Takes away those that the original lacks, so that a protected table never comes back open. */
async function withdrawGrants(target: SideClient, original: TableCompanions, copied: Copied): Promise<void> {
  const { schema, name } = copied.to
  const begun = (await retrieve(target, retrieveCompanions({ schema, name })))?.grants ?? []
  const keyOf = (grant: TableCompanions['grants'][number]): string => JSON.stringify([grant.on, grant.column, grant.grantee, grant.privilege])
  const held = new Map(original.grants.map((grant) => [keyOf(grant), grant.is_grantable]))
  const grants = begun.flatMap((grant) => {
    const isGrantable = held.get(keyOf(grant))
    return isGrantable === undefined || grant.on === 'column' ? [] : [{ ...grant, is_grantable: grant.is_grantable && isGrantable }]
  })
  const defaults = begun.flatMap(({ on, grantee, privilege, is_grantable }) =>
    on === 'column' ? [] : [{ on, schema: null, grantee, privilege, is_grantable }],
  )
  const command = copyGrants({ ...original, grants, defaults }, copied)
  if (command !== null) await target.client.query(command.sql)
}
