import type { Branch } from '@colonnade/contracts/copies/branches'
import type { BranchMerge } from '@colonnade/contracts/copies/merges'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { follow } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { requireBranch } from '../branches/service.ts'
import { parentOf } from '../branches/store.ts'
import { statusWords } from '../../projects/projects/not-active.ts'
import { isMember } from '../../projects/projects/store.ts'
import { locked } from '../../data/queries/lock.ts'
import { mergeGuard } from './guard.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** @throws AppError `branch_not_found` */
export async function listMerges(ctx: Context, scope: ProjectScope, branchId: string): Promise<BranchMerge[]> {
  return store.listMerges(ctx.database, (await findBranch(ctx, scope, branchId)).project_ref)
}

/**
 * Requests a rehearsal and returns at once. @throws AppError `branch_not_found`, `project_not_active`, `project_busy` while a merge is in progress
 */
export async function rehearseMerge(ctx: Context, { userId }: Actor, scope: ProjectScope, branchId: string, audit: Audit): Promise<BranchMerge> {
  const branch = await findBranch(ctx, scope, branchId)
  await requireBoth(ctx, branch)
  const merge = await ctx.database.transaction(async (tx) => {
    const id = await store.insertMerge(tx, branch.project_ref, userId)
    if (id === undefined) throw underWay()
    await audit(tx, {
      organizationId: scope.organizationId,
      projectRef: branch.parent_project_ref,
      details: { branch: branch.project_ref, name: branch.name, merge: id },
    })
    return store.findMerge(tx, branch.project_ref, id)
  })
  ctx.parts.merges.kick(merge!.id)
  return merge!
}

/** Returns when the temporary copy is deleted. @throws AppError `branch_not_found`, `merge_not_found`, `project_busy` after the rehearsal */
export async function cancelRehearsal(
  ctx: Context,
  scope: ProjectScope,
  { branch: branchId, merge: id }: { readonly branch: string; readonly merge: string },
  audit: Audit,
): Promise<BranchMerge> {
  const branch = await findBranch(ctx, scope, branchId)
  const merge = await ctx.database.transaction(async (tx) => {
    const found = await store.findMerge(tx, branch.project_ref, id)
    if (found === undefined) throw new AppError('merge_not_found', { merge: id })
    if (!(await store.cancelRehearsal(tx, id))) {
      const message = found.status === 'APPLYING' ? messages.beingApplied : messages.rehearsed
      throw new AppError('project_busy', { status: found.status }, { message })
    }
    await audit(tx, {
      organizationId: scope.organizationId,
      projectRef: branch.parent_project_ref,
      details: { branch: branch.project_ref, name: branch.name, merge: id },
    })
    return store.findMerge(tx, branch.project_ref, id)
  })
  ctx.parts.merges.kick(id)
  await ctx.parts.merges.idle(id)
  return merge!
}

/**
 * Requests to apply a merge and returns at once.
 *
 * @throws AppError `branch_not_found`, `merge_not_found`, `project_not_active`, `production_locked`; `project_busy` for a merge that wasn't
 * rehearsed, has nothing to apply, or isn't the last one
 */
export async function applyMerge(
  ctx: Context,
  { userId }: Actor,
  scope: ProjectScope,
  { branch: branchId, merge: id }: { readonly branch: string; readonly merge: string },
  input: { readonly confirmed_name?: string | undefined },
  audit: Audit,
): Promise<BranchMerge> {
  const branch = await findBranch(ctx, scope, branchId)
  const parent = await requireBoth(ctx, branch)
  if (parent.is_locked && input.confirmed_name !== parent.name) throw locked(messages.changesProject)
  const merge = await ctx.database.transaction(async (tx) => {
    const isMerging = await store.isInMerge(tx, branch.project_ref)
    // it may have been reset or deleted since
    await requireBoth({ database: tx }, await requireBranch(tx, branch.parent_project_ref, branchId))
    const found = await store.findMerge(tx, branch.project_ref, id)
    if (found === undefined) throw new AppError('merge_not_found', { merge: id })
    if (found.status === 'REHEARSING' || isMerging) throw underWay()
    await mergeGuard(tx, branch.parent_project_ref, 'reset')
    if (!(await store.requestApply(tx, id, userId))) {
      throw new AppError('project_busy', { status: found.status }, { message: messages.notApplicable })
    }
    await audit(tx, {
      organizationId: scope.organizationId,
      projectRef: branch.parent_project_ref,
      details: { branch: branch.project_ref, name: branch.name, merge: id, migrations: found.migrations.map(({ version }) => version) },
    })
    return store.findMerge(tx, branch.project_ref, id)
  })
  ctx.parts.merges.kick(id)
  return merge!
}

/** Sends a branch's merges now and after each change, until the caller disconnects, signs out or is no longer a member. */
export async function streamMerges(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  branchId: string,
  request: Pick<RequestFacts, 'signal'>,
): Promise<AsyncIterable<StreamEvent<BranchMerge[]>>> {
  // before anything is sent, so that a missing branch gets an error status
  const { project_ref: ref } = await findBranch(ctx, scope, branchId)
  let sent = 0
  return follow(ctx, actor, `merges:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await store.listMerges(ctx.database, ref) }
    return true
  })
}

/** Returns a branch of the project, or of the project that a branch belongs to. @throws AppError `branch_not_found` */
export async function findBranch({ database }: Pick<Context, 'database'>, { ref }: ProjectScope, id: string): Promise<Branch> {
  return requireBranch(database, await parentOf(database, ref), id)
}

/** @throws AppError `project_not_active` unless both are running, or asleep */
export async function requireBoth(
  { database }: { readonly database: Queryable },
  branch: Branch,
): Promise<{ readonly name: string; readonly is_locked: boolean }> {
  const parent = await store.findTarget(database, branch.parent_project_ref)
  for (const { name, status } of [branch, parent]) {
    if (status !== 'ACTIVE_HEALTHY') throw new AppError('project_not_active', { status }, { message: messages.notActive(name, statusWords[status]) })
  }
  return parent
}

function underWay(): AppError {
  return new AppError('project_busy', {}, { message: messages.underWay })
}
