import type { Branch } from '@colonnade/contracts/copies/branches'
import { type CopyableTable, copyableTablesListed, type TableCopy, type TableCopyInput } from '@colonnade/contracts/copies/table-copies'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { follow } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { requireBranch } from '../branches/service.ts'
import { findBranch, requireBoth } from '../merges/service.ts'
import { isMember } from '../../projects/projects/store.ts'
import { locked } from '../../data/queries/lock.ts'
import type { Context } from './context.ts'
import { requireRoom } from './copy-table.ts'
import { messages } from './messages.ts'
import { asOwner, awake, type SideClient } from './sides.ts'
import * as store from './store.ts'
import { findBranchTable, listBranchTables, readTakenNames, withFreeNames } from './tables.ts'

type Audit = AuditRecorder<Transaction>

/** @throws AppError `branch_not_found` */
export async function listCopies(ctx: Context, scope: ProjectScope, branchId: string): Promise<TableCopy[]> {
  return store.listCopies(ctx.database, (await findBranch(ctx, scope, branchId)).project_ref)
}

/** @throws AppError `branch_not_found`, `project_not_active`, `project_wake_failed` */
export async function listTables(ctx: Context, scope: ProjectScope, branchId: string): Promise<{ tables: CopyableTable[]; has_more: boolean }> {
  const branch = await findBranch(ctx, scope, branchId)
  await requireBoth(ctx, branch)
  return withBoth(ctx, branch, async (source, target) => {
    const found = await listBranchTables(source)
    const tables = found.slice(0, copyableTablesListed)
    const taken = await readTakenNames(
      target,
      tables.map(({ schema }) => schema),
    )
    return { tables: withFreeNames(tables, taken), has_more: found.length > tables.length }
  })
}

/**
 * Requests a copy and returns at once.
 *
 * @throws AppError `branch_not_found`, `project_not_active`, `project_wake_failed`, `production_locked`, `read_only`; `object_not_found` for the
 * table or its schema; `duplicate_object` when the new name is taken; `project_busy` while another table is copied
 */
export async function createCopy(
  ctx: Context,
  { userId }: Actor,
  scope: ProjectScope,
  branchId: string,
  { schema, name, target_name: targetName = name, confirmed_name }: TableCopyInput,
  audit: Audit,
): Promise<TableCopy> {
  const branch = await findBranch(ctx, scope, branchId)
  const parent = await requireBoth(ctx, branch)
  if (parent.is_locked && confirmed_name !== parent.name) throw locked(messages.changesProject)
  await withBoth(ctx, branch, async (source, target) => {
    if ((await findBranchTable(source, schema, name)) === undefined) {
      throw new AppError('object_not_found', { schema, name }, { message: messages.noTable(`${schema}.${name}`) })
    }
    await requireRoom(target, schema, targetName)
  })
  const copy = await ctx.database.transaction(async (tx) => {
    for (const ref of [branch.project_ref, branch.parent_project_ref]) await ctx.guards.refuseInterruption(tx, ref, 'restart')
    // it may have been reset or deleted since
    await requireBoth({ database: tx }, await requireBranch(tx, branch.parent_project_ref, branchId))
    const id = await store.insertCopy(tx, { branchRef: branch.project_ref, schema, name, targetName, userId })
    if (id === undefined) throw new AppError('project_busy', {}, { message: messages.inProgress })
    await audit(tx, {
      organizationId: scope.organizationId,
      projectRef: branch.parent_project_ref,
      details: { branch: branch.project_ref, copy: id, schema, name, target_name: targetName },
    })
    return store.findCopy(tx, branch.project_ref, id)
  })
  ctx.parts.tableCopies.kick(copy!.id)
  return copy!
}

/** Returns when nothing of it is left. @throws AppError `branch_not_found`, `table_copy_not_found`, `project_busy` once it commits or has ended */
export async function cancelCopy(
  ctx: Context,
  scope: ProjectScope,
  { branch: branchId, copy: id }: { readonly branch: string; readonly copy: string },
  audit: Audit,
): Promise<TableCopy> {
  const branch = await findBranch(ctx, scope, branchId)
  const copy = await ctx.database.transaction(async (tx) => {
    const found = await store.findCopy(tx, branch.project_ref, id)
    if (found === undefined) throw new AppError('table_copy_not_found', { copy: id })
    if (!(await store.cancelCopy(tx, id))) {
      const message = found.status === 'COPYING' ? messages.committing : messages.ended
      throw new AppError('project_busy', { status: found.status }, { message })
    }
    const { schema, name, target_name } = found
    await audit(tx, {
      organizationId: scope.organizationId,
      projectRef: branch.parent_project_ref,
      details: { branch: branch.project_ref, copy: id, schema, name, target_name },
    })
    return store.findCopy(tx, branch.project_ref, id)
  })
  ctx.parts.tableCopies.kick(id)
  await ctx.parts.tableCopies.idle(id)
  return copy!
}

/** Sends a branch's copies now and after each change, until the caller disconnects, signs out or is no longer a member. */
export async function streamCopies(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  branchId: string,
  request: Pick<RequestFacts, 'signal'>,
): Promise<AsyncIterable<StreamEvent<TableCopy[]>>> {
  // before anything is sent, so that a missing branch gets an error status
  const { project_ref: ref } = await findBranch(ctx, scope, branchId)
  let sent = 0
  return follow(ctx, actor, `table_copies:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await store.listCopies(ctx.database, ref) }
    return true
  })
}

/** Opens both sides as their owner. */
function withBoth<T>(ctx: Context, branch: Branch, work: (source: SideClient, target: SideClient) => Promise<T>): Promise<T> {
  const sides = { branch_ref: branch.project_ref, parent_ref: branch.parent_project_ref }
  return awake({ clusters: ctx.clusters, sleeper: ctx.parts.sleeper }, sides, async () => {
    const [from, into] = [await ctx.clusters.endpoint(sides.branch_ref), await ctx.clusters.endpoint(sides.parent_ref)]
    return asOwner(from, null, (source) => asOwner(into, null, (target) => work(source, target)))
  })
}
