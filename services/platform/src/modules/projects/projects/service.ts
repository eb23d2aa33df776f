import {
  type Compute,
  DatabaseEntry,
  type Project,
  type ProjectActivity,
  type ProjectEvent,
  type Region,
  resizableStatuses,
} from '@colonnade/contracts/projects/projects'
import { AppError, isAppError, newPassword, newRef } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import { scramVerifier, type Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../context.ts'
import { follow } from '../../../news/follow.ts'
import type { Actor, OrganizationScope, ProjectScope } from '../../../serve.ts'
import { isBeingReplaced } from '../../copies/backups/restored-projects.ts'
import { requireNoMerge } from '../../copies/merges/not-merging.ts'
import { requireVersion } from '../../copies/postgres-versions/service.ts'
import { readActivity } from './activity.ts'
import { listEvents, passwordsDone } from './journal.ts'
import { statusWords } from './not-active.ts'
import { requireUnguessable } from './password-rules.ts'
import { listReplicas } from '../../copies/replicas/store.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

/** Events read at once for a stream. */
const eventBatch = 200

export function listProjects(ctx: PlatformContext, actor: Actor, scope?: OrganizationScope): Promise<Project[]> {
  return store.listProjects(ctx.database, actor, scope?.organizationId ?? actor.token?.organizationId ?? undefined)
}

export function retrieveProject(ctx: PlatformContext, { ref }: ProjectScope): Promise<Project> {
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
 * Writes the wish and answers at once; the reconciler brings it up.
 *
 * @throws AppError `project_name_taken`, `postgres_version_not_available`, `invalid_input` for a password that is made of its name
 */
export async function createProject(
  ctx: PlatformContext,
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
  ctx.reconciler.kick(ref)
  return { ...project, db_pass: generated }
}

export function updateProject(ctx: PlatformContext, scope: ProjectScope, input: { name: string }, audit: Audit): Promise<Project> {
  return uniqueName(input.name, () =>
    ctx.database.transaction(async (tx) => {
      await store.renameProject(tx, scope.ref, input.name)
      await audit(tx, { organizationId: scope.organizationId, projectRef: scope.ref, details: input })
      return store.retrieveProject(tx, scope.ref)
    }),
  )
}

/** @throws AppError `project_has_branches` */
export const removeProject = wish(store.removeWish, async (tx, ref) => {
  if (await store.hasBranches(tx, ref)) {
    throw new AppError('project_has_branches', { ref }, { message: 'Delete the branches of the project first: they are not deleted with it' })
  }
})
/** @throws AppError `project_busy`, also while a branch is merged, or what is restored in its place would bring it up again */
export const pauseProject = wish({ desired: 'inactive', status: 'PAUSING', from: ['ACTIVE_HEALTHY', 'UNHEALTHY'] }, async (tx, ref) => {
  await requireNoMerge(tx, ref)
  if (await isBeingReplaced(tx, ref)) {
    throw new AppError(
      'project_busy',
      {},
      { message: "Something is being restored in the project's place, which is active afterwards: wait until that is over, and pause it then" },
    )
  }
})
/** @throws AppError `project_busy`, also while a branch is merged */
export const restartProject = wish({ desired: 'active', status: 'COMING_UP', from: ['ACTIVE_HEALTHY', 'UNHEALTHY'], restart: true }, requireNoMerge)

export async function restoreProject(ctx: PlatformContext, scope: ProjectScope, audit: Audit): Promise<Project> {
  const { status } = await store.retrieveProject(ctx.database, scope.ref)
  const isFirst = status === 'INIT_FAILED'
  return wish({ desired: 'active', status: isFirst ? 'COMING_UP' : 'RESTORING', from: isFirst ? ['INIT_FAILED'] : ['INACTIVE', 'UNHEALTHY'] })(
    ctx,
    scope,
    audit,
  )
}

export function resizeProject(ctx: PlatformContext, scope: ProjectScope, { compute }: { compute: Compute }, audit: Audit): Promise<Project> {
  return wish({ desired: 'active', status: 'COMING_UP', from: resizableStatuses, compute }, requireNoMerge)(ctx, scope, audit)
}

export async function listDatabases(ctx: PlatformContext, { ref }: ProjectScope): Promise<DatabaseEntry[]> {
  const project = await store.retrieveProject(ctx.database, ref)
  if (project.db_host === null || project.db_port === null) return []
  const replicas = await listReplicas(ctx.database, ref)
  return [
    {
      identifier: ref,
      database_type: 'PRIMARY',
      region: project.region,
      status: project.status,
      inserted_at: project.inserted_at,
      db_host: project.db_host,
      db_port: project.db_port,
      db_name: 'postgres',
      db_user: 'postgres',
      connection_string: `postgresql://postgres:[YOUR-PASSWORD]@${project.db_host}:${project.db_port}/postgres`,
      pool_mode: null,
    },
    ...replicas.map((replica) => DatabaseEntry.parse(replica)),
  ]
}

/** Answers when the new password works, so that it can be shown and used. @throws AppError `invalid_input` for one that is made of its name or ref */
export async function resetPassword(
  ctx: PlatformContext,
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
  ctx.reconciler.kick(scope.ref)
  await ctx.reconciler.idle(scope.ref)
  if ((await passwordsDone(ctx.database, scope.ref)) < wanted) {
    throw new AppError(
      'unavailable',
      {},
      { message: 'The password could not be set yet: the database does not answer. It will be set when it does.' },
    )
  }
  return { db_pass: password }
}

/** Its page does not lead to a reset any more. */
export async function keepPassword(ctx: PlatformContext, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> {
  return ctx.database.transaction(async (tx) => {
    await store.forgetUnkept(tx, ref)
    await audit(tx, { organizationId, projectRef: ref })
    return store.retrieveProject(tx, ref)
  })
}

export function retrieveActivity(ctx: PlatformContext, scope: ProjectScope): Promise<ProjectActivity> {
  return readActivity(ctx, scope.ref)
}

/**
 * Everything that happened after an event, then whatever happens, until the caller leaves, is signed out, is no member any more, or the
 * project is gone.
 *
 * @throws AppError `rate_limited` when too many follow the project
 */
export function streamEvents(
  ctx: PlatformContext,
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

/** A request for another state, refused with `project_busy` where the present one does not allow it. */
function wish(wanted: store.Wish, check: (tx: Transaction, ref: string) => Promise<void> = async () => {}) {
  return async (ctx: PlatformContext, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> => {
    const project = await ctx.database.transaction(async (tx) => {
      await check(tx, ref)
      const isTaken = await store.wishFor(tx, ref, wanted)
      const current = await store.retrieveProject(tx, ref)
      if (!isTaken) {
        throw new AppError(
          'project_busy',
          { status: current.status },
          { message: `This can not be done while the project is ${statusWords[current.status]}` },
        )
      }
      await audit(tx, { organizationId, projectRef: ref, details: wanted.compute === undefined ? {} : { compute: wanted.compute } })
      return current
    })
    ctx.reconciler.kick(ref)
    if (wanted.desired === 'removed') {
      ctx.dedicatedPoolers.kick(ref)
      ctx.customDomains.look()
    }
    return project
  }
}

const nameConstraints = ['projects_name', 'projects_branch_name']

/** @throws AppError `project_name_taken` where the change would give two projects one name */
export async function uniqueName<T>(name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!isAppError(error, 'unique_violation') || !nameConstraints.includes(String(error.details['constraint']))) throw error
    throw new AppError('project_name_taken', { name }, { message: `The organization already has a project called "${name}". Choose another name.` })
  }
}
