import {
  type Compute,
  type Project,
  type ProjectActivity,
  type ProjectEvent,
  type Region,
  resizableStatuses,
} from '@colonnade/contracts/projects/projects'
import { AppError, isAppError, newPassword, newRef } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import { scramVerifier, type Transaction } from '@colonnade/pg'
import { follow } from '../../../kernel/news/follow.ts'
import type { Interruption } from '../../../kernel/guards.ts'
import type { Actor, OrganizationScope, ProjectScope } from '../../../kernel/serve.ts'
import { requireVersion } from '../../copies/postgres-versions/service.ts'
import { readActivity } from './activity.ts'
import { listEvents, passwordsDone } from './journal.ts'
import { messages } from './messages.ts'
import { requireUnguessable } from './password-rules.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'

type Audit = AuditRecorder<Transaction>

/** Events read at once for a stream. */
const eventBatch = 200

export function listProjects(ctx: Context, actor: Actor, scope?: OrganizationScope): Promise<Project[]> {
  return store.listProjects(ctx.database, actor, scope?.organizationId ?? actor.token?.organizationId ?? undefined)
}

export function retrieveProject(ctx: Context, { ref }: ProjectScope): Promise<Project> {
  return store.retrieveProject(ctx.database, ref)
}

export interface ProjectInput {
  readonly name: string
  readonly region: Region
  readonly compute: Compute
  readonly db_pass?: string | undefined
  readonly postgres_version?: string | undefined
}

/**
 * Stores the project and returns; the reconciler creates its database.
 *
 * @throws AppError `project_name_taken`, `postgres_version_not_available`, `invalid_input` for a password that contains its name
 */
export async function createProject(
  ctx: Context,
  { organizationId }: OrganizationScope,
  input: ProjectInput,
  audit: Audit,
): Promise<Project & { db_pass: string | null }> {
  const { name, region, compute, postgres_version: postgresVersion = null } = input
  if (postgresVersion !== null) requireVersion(ctx.clusters, postgresVersion)
  requireUnguessable(input.db_pass, [name])
  const ref = newRef(ctx.random)
  const generated = input.db_pass === undefined ? newPassword(ctx.random) : null
  const passwordVerifier = await scramVerifier(input.db_pass ?? generated!)
  const project = await uniqueName(input.name, () =>
    ctx.database.transaction(async (tx) => {
      await store.insertProject(tx, { ref, organizationId, name, region, compute, passwordVerifier, postgresVersion })
      await store.insertEvent(tx, ref, { kind: 'status', status: 'COMING_UP' })
      await audit(tx, {
        organizationId,
        projectRef: ref,
        details: { name, region, compute, ...(postgresVersion !== null && { postgres_version: postgresVersion }) },
      })
      return store.retrieveProject(tx, ref)
    }),
  )
  ctx.parts.reconciler.kick(ref)
  return { ...project, db_pass: generated }
}

export function updateProject(ctx: Context, scope: ProjectScope, input: { name: string }, audit: Audit): Promise<Project> {
  return uniqueName(input.name, () =>
    ctx.database.transaction(async (tx) => {
      await store.renameProject(tx, scope.ref, input.name)
      await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref, details: input })
      return store.retrieveProject(tx, scope.ref)
    }),
  )
}

/** @throws AppError `project_has_branches` */
export const removeProject = request(store.removalRequest, async (_ctx, tx, ref) => {
  if (await store.hasBranches(tx, ref)) {
    throw new AppError('project_has_branches', { ref }, { message: 'Delete the project’s branches first. They aren’t deleted with it.' })
  }
})
/** @throws AppError `project_busy`, also while this would interrupt another module's work, or that work would start it again */
export const pauseProject = request({ desired: 'inactive', status: 'PAUSING', from: ['ACTIVE_HEALTHY', 'UNHEALTHY'] }, refuseFor('pause'))
/** @throws AppError `project_busy`, also while this would interrupt another module's work */
export const restartProject = request(
  { desired: 'active', status: 'COMING_UP', from: ['ACTIVE_HEALTHY', 'UNHEALTHY'], restart: true },
  refuseFor('restart'),
)

export async function restoreProject(ctx: Context, scope: ProjectScope, audit: Audit): Promise<Project> {
  const { status } = await store.retrieveProject(ctx.database, scope.ref)
  const isFirst = status === 'INIT_FAILED'
  return request({ desired: 'active', status: isFirst ? 'COMING_UP' : 'RESTORING', from: isFirst ? ['INIT_FAILED'] : ['INACTIVE', 'UNHEALTHY'] })(
    ctx,
    scope,
    audit,
  )
}

export function resizeProject(ctx: Context, scope: ProjectScope, { compute }: { compute: Compute }, audit: Audit): Promise<Project> {
  return request({ desired: 'active', status: 'COMING_UP', from: resizableStatuses, compute }, refuseFor('resize'))(ctx, scope, audit)
}

/** Sets a new password, and returns once it works. @throws AppError `invalid_input` for a password that contains the project's name or ref */
export async function resetPassword(
  ctx: Context,
  scope: ProjectScope,
  input: { db_pass?: string | undefined },
  audit: Audit,
): Promise<{ db_pass: string }> {
  const { name } = await store.retrieveProject(ctx.database, scope.ref)
  requireUnguessable(input.db_pass, [name, scope.ref])
  const password = input.db_pass ?? newPassword(ctx.random)
  const verifier = await scramVerifier(password)
  const wanted = await ctx.database.transaction(async (tx) => {
    await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref })
    return store.requestPassword(tx, scope.ref, verifier)
  })
  ctx.parts.reconciler.kick(scope.ref)
  await ctx.parts.reconciler.idle(scope.ref)
  if ((await passwordsDone(ctx.database, scope.ref)) < wanted) {
    throw new AppError('unavailable', {}, { message: messages.passwordPending })
  }
  return { db_pass: password }
}

/** Hides the notice that suggests a reset. */
export async function keepPassword(ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> {
  return ctx.database.transaction(async (tx) => {
    await store.forgetUnkept(tx, ref)
    await audit(tx, { organizationId, projectRef: ref })
    return store.retrieveProject(tx, ref)
  })
}

export function retrieveActivity(ctx: Context, scope: ProjectScope): Promise<ProjectActivity> {
  return readActivity(ctx, scope.ref)
}

/**
 * Streams all events after one of them, until the caller disconnects, signs out or loses access, or the project is removed.
 *
 * @throws AppError `rate_limited` when too many follow the project
 */
export function streamEvents(
  ctx: Context,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'lastEventId' | 'signal'>,
): AsyncGenerator<StreamEvent<ProjectEvent>> {
  let last = /^\d{1,15}$/.test(request.lastEventId ?? '') ? Number(request.lastEventId) : 0
  return follow(ctx, actor, `project:${ref}`, request, async function* () {
    if (!(await store.isMember(ctx.database, ref, actor))) return false
    for (;;) {
      const events = await listEvents(ctx.database, ref, last, eventBatch)
      for (const event of events) {
        yield { id: String(event.id), data: event }
        last = event.id
        if (event.status === 'REMOVED') return false
      }
      if (events.length < eventBatch) return true
    }
  })
}

/** Returns a call that requests another state. @throws AppError `project_busy` where the current one doesn't allow it */
function request(wanted: store.StateRequest, check: (ctx: Context, tx: Transaction, ref: string) => Promise<void> = async () => {}) {
  return async (ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> => {
    const project = await ctx.database.transaction(async (tx) => {
      await check(ctx, tx, ref)
      const isTaken = await store.requestState(tx, ref, wanted)
      const current = await store.retrieveProject(tx, ref)
      if (!isTaken) {
        throw new AppError('project_busy', { status: current.status }, { message: messages.busy(current.status) })
      }
      await audit(tx, { organizationId, projectRef: ref, details: wanted.compute === undefined ? {} : { compute: wanted.compute } })
      return current
    })
    if (wanted.desired === 'removed') ctx.parts.reconciler.remove(ref)
    else ctx.parts.reconciler.kick(ref)
    return project
  }
}

function refuseFor(by: Interruption) {
  return ({ guards }: Context, tx: Transaction, ref: string): Promise<void> => guards.refuseInterruption(tx, ref, by)
}

const nameConstraints = ['projects_name', 'projects_branch_name']

/** Runs a change. @throws AppError `project_name_taken` if it gives two projects the same name */
export async function uniqueName<T>(name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!isAppError(error, 'unique_violation') || !nameConstraints.includes(String(error.details['constraint']))) throw error
    throw new AppError('project_name_taken', { name }, { message: messages.nameTaken(name) })
  }
}
