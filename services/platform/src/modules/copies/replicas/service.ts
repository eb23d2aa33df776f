import { maxReplicas, type Replica, type ReplicaLag } from '@colonnade/contracts/copies/replicas'
import type { Compute, Region } from '@colonnade/contracts/projects/projects'
import { AppError, newRef } from '@colonnade/core'
import type { AuditRecorder, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { follow } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { isMember } from '../../projects/projects/store.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'

type Audit = AuditRecorder<Transaction>

export function listReplicas(ctx: Context, { ref }: ProjectScope): Promise<Replica[]> {
  return store.listReplicas(ctx.database, ref)
}

/** Writes the wish and answers at once; the reconciler copies the primary. @throws AppError `too_many_replicas`; `project_busy` while another cluster is to take the primary's place */
export async function createReplica(
  ctx: Context,
  { ref, organizationId }: ProjectScope,
  { region, compute }: { readonly region: Region; readonly compute: Compute },
  audit: Audit,
): Promise<Replica> {
  const clusterRef = newRef(ctx.random)
  const identifier = `${ref}-rr-${region}-${clusterRef.slice(0, 5)}`
  const replica = await ctx.database.transaction(async (tx) => {
    const hindrance = await store.findHindrance(tx, ref)
    if (hindrance !== null) throw new AppError('project_busy', {}, { message: hindrance })
    const isMade = await store.insertReplica(tx, { identifier, clusterRef, projectRef: ref, region, compute }, maxReplicas)
    if (!isMade) {
      throw new AppError(
        'too_many_replicas',
        { most: maxReplicas },
        { message: `A project has at most ${maxReplicas} read replicas. Drop one to make another` },
      )
    }
    await audit(tx, { organizationId, projectRef: ref, details: { identifier, region, compute } })
    return store.findReplica(tx, ref, identifier)
  })
  ctx.parts.replicas.kick(identifier)
  return replica!
}

/** @throws AppError `database_not_found`; `project_busy` while something else is done with it */
export function restartReplica(ctx: Context, scope: ProjectScope, identifier: string, audit: Audit): Promise<Replica> {
  return change(ctx, scope, identifier, audit, store.wishRestart)
}

/** @throws AppError `database_not_found` */
export function removeReplica(ctx: Context, scope: ProjectScope, identifier: string, audit: Audit): Promise<Replica> {
  return change(ctx, scope, identifier, audit, store.wishRemoved)
}

/** How far behind its primary each replica is that streams; those that do not are missing. */
export async function listLag(ctx: Context, { ref }: ProjectScope): Promise<ReplicaLag[]> {
  const known = await store.listClusters(ctx.database, ref)
  if (known.length === 0) return []
  const { written, replicas } = await ctx.clusters.need(ref, 'replicas').replication(ref)
  return known.flatMap(({ identifier, cluster_ref }) => {
    const { replayed = null, lagMs = null } = replicas.find((replica) => replica.ref === cluster_ref) ?? {}
    return replayed === null ? [] : [{ identifier, bytes: Math.max(0, Number(written - replayed)), milliseconds: lagMs }]
  })
}

/** All replicas now, and again whenever one changes, until the caller leaves, is signed out, or is no member any more. */
export function streamReplicas(
  ctx: Context,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<Replica[]>> {
  let sent = 0
  return follow(ctx, actor, `replicas:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await store.listReplicas(ctx.database, ref) }
    return true
  })
}

async function change(
  ctx: Context,
  { ref, organizationId }: ProjectScope,
  identifier: string,
  audit: Audit,
  wish: typeof store.wishRestart,
): Promise<Replica> {
  const replica = await ctx.database.transaction(async (tx) => {
    const isTaken = await wish(tx, ref, identifier)
    const now = await store.findReplica(tx, ref, identifier)
    if (now === undefined) throw new AppError('database_not_found', { database: identifier })
    if (!isTaken) {
      throw new AppError(
        'project_busy',
        { status: now.status },
        { message: "This can not be done while something else is done with the replica, or another takes the primary's place" },
      )
    }
    await audit(tx, { organizationId, projectRef: ref, details: { identifier } })
    return now
  })
  ctx.parts.replicas.kick(identifier)
  return replica
}
