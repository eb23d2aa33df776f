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
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export function listReplicas(ctx: Context, { ref }: ProjectScope): Promise<Replica[]> {
  return store.listReplicas(ctx.database, ref)
}

/**
 * Requests a replica and returns at once; the reconciler copies the primary. @throws AppError `too_many_replicas`; `project_busy` while another
 * cluster is about to replace the primary
 */
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
      throw new AppError('too_many_replicas', { most: maxReplicas }, { message: messages.tooMany(maxReplicas) })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { identifier, region, compute } })
    return store.findReplica(tx, ref, identifier)
  })
  ctx.parts.replicas.kick(identifier)
  return replica!
}

/** @throws AppError `database_not_found`; `project_busy` while the replica is busy */
export function restartReplica(ctx: Context, scope: ProjectScope, identifier: string, audit: Audit): Promise<Replica> {
  return change(ctx, scope, identifier, audit, store.requestRestart)
}

/** @throws AppError `database_not_found` */
export function removeReplica(ctx: Context, scope: ProjectScope, identifier: string, audit: Audit): Promise<Replica> {
  return change(ctx, scope, identifier, audit, store.requestRemoval)
}

/** Returns the lag of each streaming replica. Leaves out the others. */
export async function listLag(ctx: Context, { ref }: ProjectScope): Promise<ReplicaLag[]> {
  const known = await store.listClusters(ctx.database, ref)
  if (known.length === 0) return []
  const { written, replicas } = await ctx.clusters.need(ref, 'replicas').replication(ref)
  return known.flatMap(({ identifier, cluster_ref }) => {
    const { replayed = null, lagMs = null } = replicas.find((replica) => replica.ref === cluster_ref) ?? {}
    return replayed === null ? [] : [{ identifier, bytes: Math.max(0, Number(written - replayed)), milliseconds: lagMs }]
  })
}

/** Yields all replicas now and after each change, until the client disconnects, signs out, or is no longer a member. */
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
  request: typeof store.requestRestart,
): Promise<Replica> {
  const replica = await ctx.database.transaction(async (tx) => {
    const isTaken = await request(tx, ref, identifier)
    const now = await store.findReplica(tx, ref, identifier)
    if (now === undefined) throw new AppError('database_not_found', { database: identifier })
    if (!isTaken) {
      throw new AppError('project_busy', { status: now.status }, { message: messages.busy })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { identifier } })
    return now
  })
  ctx.parts.replicas.kick(identifier)
  return replica
}
