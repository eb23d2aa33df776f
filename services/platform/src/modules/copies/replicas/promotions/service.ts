import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'
import type { Candidate } from '@colonnade/clusters'
import type { Promotion, PromotionInput, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import { AppError, isAppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { Actor, ProjectScope } from '../../../../kernel/serve.ts'
import { requestState } from '../../../projects/projects/store.ts'
import { findCluster } from '../store.ts'
import * as store from '../../../projects/projects/promotions/store.ts'
import type { Context } from '../context.ts'
import { messages } from '../messages.ts'

export function listPromotions(ctx: Context, { ref }: ProjectScope): Promise<Promotion[]> {
  return store.listPromotions(ctx.database, ref)
}

/** @throws AppError `database_not_found` */
export async function retrieveOutlook(ctx: Context, { ref }: ProjectScope, identifier: string): Promise<PromotionOutlook> {
  const replica = await findCluster(ctx.database, ref, identifier)
  if (replica === undefined) throw new AppError('database_not_found', { database: identifier })
  const found = await ctx.clusters
    .need(ref, 'promotions')
    .candidate(ref, replica.cluster_ref)
    .catch((error: unknown) => {
      // still being copied, or without files
      if (isAppError(error, 'cluster_not_found')) return absent
      throw error
    })
  return {
    obstacle: obstacleTo(replica.status, found),
    is_primary_running: found.primary === 'running',
    behind_bytes: found.behindBytes,
    behind_ms: found.lagMs,
    replayed_at: found.replayedAt,
    is_primary_readable: found.isReadable,
  }
}

const absent: Candidate = {
  primary: 'absent',
  replica: 'absent',
  isStreaming: false,
  behindBytes: null,
  lagMs: null,
  replayedAt: null,
  isReadable: false,
}

function obstacleTo(status: ReplicaStatus, { primary, isStreaming }: Candidate): string | null {
  if (primary !== 'running') return messages.promotion.primaryStopped
  if (status !== 'ACTIVE_HEALTHY') return messages.promotion.replicaIs(status)
  return isStreaming ? null : messages.promotion.notStreaming
}

/**
 * Requests a promotion and returns at once. The project's reconciler stops the primary, swaps the two, and attaches the other replicas to the new
 * primary.
 *
 * @throws AppError `database_not_found`, `invalid_input` when the name isn't the project's, `replica_not_ready`, `project_busy`
 */
export async function promoteReplica(
  ctx: Context,
  { userId }: Actor,
  { ref, organizationId, name }: ProjectScope,
  identifier: string,
  input: PromotionInput,
  audit: AuditRecorder<Transaction>,
): Promise<Promotion> {
  const isForced = input.mode === 'forced'
  if (input.mode === 'forced' && input.project_name !== name) {
    const message = messages.promotion.confirmName(name)
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'project_name'], message }] }, { message })
  }
  const promotion = await ctx.database.transaction(async (tx) => {
    const replicas = await store.lockReplicas(tx, ref)
    const replica = replicas.find((one) => one.identifier === identifier)
    if (replica === undefined) throw new AppError('database_not_found', { database: identifier })
    const { status } = replica
    const isReady = isForced ? replica.desired === 'active' && !status.startsWith('INIT_') : status === 'ACTIVE_HEALTHY'
    if (!isReady) throw new AppError('replica_not_ready', { status }, { message: messages.promotion.notNow(status) })
    if (!isForced && replicas.some((one) => one.status === 'INIT_READ_REPLICA')) {
      throw new AppError('project_busy', {}, { message: messages.promotion.copying })
    }
    const from = isForced ? (['ACTIVE_HEALTHY', 'UNHEALTHY'] as const) : (['ACTIVE_HEALTHY'] as const)
    const isTaken = await requestState(tx, ref, { desired: 'active', status: 'COMING_UP', from })
    const id = isTaken ? await store.insertPromotion(tx, { projectRef: ref, identifier, isForced, userId }) : undefined
    if (id === undefined) throw new AppError('project_busy', {}, { message: messages.promotion.busy })
    await tx.run(store.followAgain(ref))
    await audit(tx, { organizationId, projectRef: ref, details: { identifier, is_forced: isForced } })
    return (await store.listPromotions(tx, ref)).find((one) => one.id === id)
  })
  ctx.parts.reconciler.kick(ref)
  return promotion!
}
