import { type Branch, type BranchInput, type CopyEstimate, defaultBranchName, maxBranchDays, maxBranches } from '@colonnade/contracts/copies/branches'
import { AppError, isAppError, newPassword, newRef } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import { type Queryable, scramVerifier, type Transaction } from '@colonnade/pg'
import { z } from 'zod'
import { follow } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { copyAuthSettings } from '../../auth/auth-settings/kept-settings.ts'
import { copyIssuers } from '../../auth/third-party-auth/store.ts'
import { copyFunctions } from '../../functions/function-history/store.ts'
import { copyFunctionSecrets } from '../../functions/function-secrets/service.ts'
import { copyRealtimeSettings } from '../../realtime/realtime-settings/store.ts'
import { copyStorageSettings } from '../../storage/storage-settings/store.ts'
import { statusWords } from '../../projects/projects/not-active.ts'
import { insertEvent, isMember, removalRequest, requestState } from '../../projects/projects/store.ts'
import { estimateSeconds, secondsAt } from './estimate.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export async function listBranches(ctx: Context, { ref }: ProjectScope): Promise<Branch[]> {
  return store.listBranches(ctx.database, await store.parentOf(ctx.database, ref))
}

/** Returns the estimated duration of a copy, from earlier copies on this machine, or from a measurement. @throws AppError `branch_not_found` */
export async function estimateCopy(ctx: Context, { ref }: ProjectScope, sourceRef: string | undefined): Promise<CopyEstimate> {
  const { clusters, database } = ctx
  const parentRef = await store.parentOf(database, ref)
  const source = sourceRef ?? parentRef
  const isKnown = source === parentRef || (await store.listBranches(database, parentRef)).some(({ project_ref: branch }) => branch === source)
  if (!isKnown) throw new AppError('branch_not_found', { branch: source })
  const [{ bytes, isShared }, { free }] = await Promise.all([clusters.need(source, 'copies').copyCost(source), clusters.machine.volume()])
  const known = { bytes, is_shared: isShared, free_bytes: free }
  const past = await store.listCopies(database, isShared)
  if (past.length > 0) return { ...known, seconds: estimateSeconds(bytes, past), basis: 'copies' }
  return { ...known, seconds: isShared ? secondsAt(0, 1) : secondsAt(bytes, await clusters.measureCopying()), basis: 'measurement' }
}

/**
 * Requests a branch and returns at once; the reconciler copies the source.
 *
 * @throws AppError `branch_not_found`, `project_not_active` for the source, `branch_name_taken`, `too_many_branches`, `invalid_input`
 */
export async function createBranch(
  ctx: Context,
  { userId }: Actor,
  scope: ProjectScope,
  input: BranchInput,
  audit: Audit,
): Promise<Branch & { db_pass: string }> {
  requireSensible(ctx, input.expires_at)
  const ref = newRef(ctx.random)
  const password = newPassword(ctx.random)
  const passwordVerifier = await scramVerifier(password)
  const parentRef = await store.parentOf(ctx.database, scope.ref)
  const branch = await uniqueName(input.name, () =>
    ctx.database.transaction(async (tx) => {
      const known = await claimBranch(tx, userId, scope.ref, input.name)
      const { project_ref: sourceRef } = requireSource(known, input.source_ref ?? parentRef)
      const { name, compute, with_data: withData, expires_at: expiresAt } = input
      const id = await store.insertBranch(tx, { ref, parentRef, sourceRef, name, compute, withData, expiresAt, passwordVerifier, userId })
      await copyAuthSettings(ctx, tx, { from: sourceRef, to: ref, withSending: false })
      await copyIssuers(tx, { from: sourceRef, to: ref })
      await copyStorageSettings(tx, { from: sourceRef, to: ref })
      await copyRealtimeSettings(tx, { from: sourceRef, to: ref })
      await copyFunctions(tx, { from: sourceRef, to: ref, at: null })
      await copyFunctionSecrets(ctx, tx, { from: sourceRef, to: ref })
      await insertEvent(tx, ref, { kind: 'status', status: 'COMING_UP' })
      await audit(tx, { organizationId: scope.organizationId, projectRef: parentRef, details: { name, branch: ref, source: sourceRef, withData } })
      return store.findBranch(tx, parentRef, id)
    }),
  )
  ctx.parts.reconciler.kick(ref)
  return { ...branch!, db_pass: password }
}

/**
 * Checks that a project can have another branch of that name, and holds back other new branches until the transaction ends. Enables branching.
 *
 * @returns the current branches
 * @throws AppError `branch_name_taken`, `too_many_branches`, `project_busy` while the project is being deleted
 */
export async function claimBranch(tx: Transaction, userId: string, ref: string, name: string): Promise<Branch[]> {
  const parentRef = await store.parentOf(tx, ref)
  // one at a time, so that two requests can't both create the last one
  if (!(await store.enableBranching(tx, parentRef, userId))) throw new AppError('project_busy', {}, { message: messages.projectDeleted })
  const known = await store.listBranches(tx, parentRef)
  if (known.some((branch) => branch.name.toLowerCase() === name.toLowerCase())) throw branchNameTaken(name)
  if (known.length <= maxBranches) return known
  const message = messages.tooMany(maxBranches)
  throw new AppError('too_many_branches', { most: maxBranches }, { message })
}

/** @throws AppError `branch_not_found`, `branch_name_taken`, `invalid_input` */
export function updateBranch(ctx: Context, scope: ProjectScope, id: string, change: store.BranchChange, audit: Audit): Promise<Branch> {
  if (change.expires_at !== undefined) requireSensible(ctx, change.expires_at)
  return uniqueName(change.name ?? '', () =>
    changeBranch(ctx, scope, id, async (tx, branch) => {
      await store.changeBranch(tx, branch.project_ref, change)
      await audit(tx, {
        organizationId: scope.organizationId,
        projectRef: branch.parent_project_ref,
        details: { branch: branch.project_ref, ...change, name: change.name ?? branch.name, before: { name: branch.name } },
      })
    }),
  )
}

/** @throws AppError `branch_not_found`, also for a deleted source; `project_not_active` for the source; `project_busy` */
export async function resetBranch(
  ctx: Context,
  scope: ProjectScope,
  id: string,
  input: { readonly source_ref?: string | undefined },
  audit: Audit,
): Promise<Branch> {
  const reset = await changeBranch(ctx, scope, id, async (tx, branch) => {
    await ctx.guards.refuseInterruption(tx, branch.project_ref, 'reset')
    const known = await store.listBranches(tx, branch.parent_project_ref)
    const source = requireSource(known, input.source_ref ?? branch.source!.project_ref)
    if (source.id === id) throw new AppError('invalid_input', {}, { message: messages.copyOfItself })
    if (!(await store.requestCopy(tx, branch.project_ref, source.project_ref))) {
      throw new AppError('project_busy', { status: branch.status }, { message: messages.branchBusy(statusWords[branch.status]) })
    }
    await insertEvent(tx, branch.project_ref, { kind: 'status', status: 'COMING_UP' })
    const details = { branch: branch.project_ref, name: branch.name, source: source.project_ref }
    await audit(tx, { organizationId: scope.organizationId, projectRef: branch.parent_project_ref, details })
  })
  ctx.parts.reconciler.kick(reset.project_ref)
  return reset
}

/** @throws AppError `branch_not_found`, `project_busy` while it is being merged */
export async function removeBranch(ctx: Context, scope: ProjectScope, id: string, audit: Audit): Promise<Branch> {
  const removed = await changeBranch(ctx, scope, id, async (tx, branch) => {
    await ctx.guards.refuseInterruption(tx, branch.project_ref, 'remove')
    await requestState(tx, branch.project_ref, removalRequest)
    const details = { branch: branch.project_ref, name: branch.name }
    await audit(tx, { organizationId: scope.organizationId, projectRef: branch.parent_project_ref, details })
  })
  ctx.parts.reconciler.kick(removed.project_ref)
  return removed
}

/** Sends all branches now and after each change, until the caller disconnects, signs out or is no longer a member. */
export async function* streamBranches(
  ctx: Context,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<Branch[]>> {
  const parentRef = await store.parentOf(ctx.database, ref)
  let sent = 0
  yield* follow(ctx, actor, `branches:${parentRef}`, request, async function* () {
    if (!(await isMember(ctx.database, parentRef, actor))) return false
    yield { id: String((sent += 1)), data: await store.listBranches(ctx.database, parentRef) }
    return true
  })
}

/** Deletes expired branches; one that is being merged waits for the end of its merge. */
export async function removeExpired(ctx: Context): Promise<void> {
  for (const ref of await store.listExpired(ctx.database)) {
    await ctx.database.transaction(async (tx) => {
      if ((await mayRemove(ctx, tx, ref)) && (await requestState(tx, ref, removalRequest))) await store.noteExpiry(tx, ref)
    })
    ctx.parts.reconciler.kick(ref)
  }
}

async function mayRemove({ guards }: Context, tx: Transaction, ref: string): Promise<boolean> {
  try {
    await guards.refuseInterruption(tx, ref, 'remove')
    return true
  } catch (error) {
    if (isAppError(error, 'project_busy')) return false
    throw error
  }
}

/** Changes a branch other than the default one, in one transaction. */
function changeBranch(ctx: Context, { ref }: ProjectScope, id: string, change: (tx: Transaction, branch: Branch) => Promise<void>): Promise<Branch> {
  return ctx.database.transaction(async (tx) => {
    const branch = await requireBranch(tx, await store.parentOf(tx, ref), id)
    await change(tx, branch)
    return (await store.findBranch(tx, branch.parent_project_ref, id))!
  })
}

/** Returns a branch other than the default one. @throws AppError `branch_not_found`, `invalid_input` */
export async function requireBranch(db: Queryable, parentRef: string, id: string): Promise<Branch> {
  const branch = z.uuid().safeParse(id).success ? await store.findBranch(db, parentRef, id) : undefined
  if (branch === undefined || branch.status === 'REMOVED') throw new AppError('branch_not_found', { branch: id })
  if (branch.is_default) {
    throw new AppError('invalid_input', { branch: id }, { message: messages.isProject(defaultBranchName) })
  }
  return branch
}

function requireSource(known: readonly Branch[], ref: string): Branch {
  const source = known.find(({ project_ref: candidate }) => candidate === ref)
  if (source === undefined || source.status === 'GOING_DOWN') {
    throw new AppError('branch_not_found', { branch: ref }, { message: messages.sourceGone })
  }
  if (source.status !== 'ACTIVE_HEALTHY') {
    throw new AppError(
      'project_not_active',
      { ref, status: source.status },
      { message: messages.sourceNotActive(source.name, statusWords[source.status]) },
    )
  }
  return source
}

/** @throws AppError `invalid_input` for a time in the past, or too far in the future */
function requireSensible({ clock }: Context, expiresAt: string | null): void {
  if (expiresAt === null) return
  const ahead = Date.parse(expiresAt) - clock.now()
  if (ahead > 0 && ahead <= maxBranchDays * 86_400_000) return
  const message = ahead <= 0 ? messages.past : messages.tooLate(maxBranchDays)
  throw new AppError('invalid_input', { issues: [{ path: ['body', 'expires_at'], message }] }, { message })
}

async function uniqueName<T>(name: string, change: () => Promise<T>): Promise<T> {
  if (name.toLowerCase() === defaultBranchName) throw branchNameTaken(name)
  try {
    return await change()
  } catch (error) {
    if (isAppError(error, 'unique_violation') && error.details['constraint'] === 'projects_branch_name') throw branchNameTaken(name)
    throw error
  }
}

export function branchNameTaken(name: string): AppError {
  return new AppError('branch_name_taken', { name }, { message: messages.nameTaken(name) })
}
