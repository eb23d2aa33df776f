import type { Candidate } from '@colonnade/clusters'
import type { Promotion, PromotionInput, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import { AppError, isAppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { Actor, ProjectScope } from '../../../../kernel/serve.ts'
import { wishFor } from '../../../projects/projects/store.ts'
import { findCluster } from '../store.ts'
import * as store from '../../../projects/projects/promotions/store.ts'
import type { Context } from '../context.ts'

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
      // it is being copied, or its files are gone
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

function obstacleTo(status: string, { primary, isStreaming }: Candidate): string | null {
  if (primary !== 'running') return 'The primary does not run, so that it can not send what the replica may still lack'
  if (status !== 'ACTIVE_HEALTHY') return `The replica is ${status}`
  return isStreaming ? null : 'The replica does not stream from the primary'
}

/**
 * Writes the wish and answers at once; the project's reconciler stops the primary, has the two change places, and has the others follow.
 *
 * @throws AppError `database_not_found`, `invalid_input` when the name is not the project's, `replica_not_ready`, `project_busy`
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
    const message = `Give the name of the project, "${name}", to have the replica promoted by force`
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'project_name'], message }] }, { message })
  }
  const promotion = await ctx.database.transaction(async (tx) => {
    const replicas = await store.lockReplicas(tx, ref)
    const replica = replicas.find((one) => one.identifier === identifier)
    if (replica === undefined) throw new AppError('database_not_found', { database: identifier })
    const { status } = replica
    const isReady = isForced ? replica.desired === 'active' && !status.startsWith('INIT_') : status === 'ACTIVE_HEALTHY'
    if (!isReady) throw new AppError('replica_not_ready', { status }, { message: `The replica is ${status}: it can not be promoted now` })
    if (!isForced && replicas.some((one) => one.status === 'INIT_READ_REPLICA')) {
      throw new AppError('project_busy', {}, { message: 'Another replica is being copied from the primary: wait for that, or drop it' })
    }
    const from = isForced ? (['ACTIVE_HEALTHY', 'UNHEALTHY'] as const) : (['ACTIVE_HEALTHY'] as const)
    const isTaken = await wishFor(tx, ref, { desired: 'active', status: 'COMING_UP', from })
    const id = isTaken ? await store.insertPromotion(tx, { projectRef: ref, identifier, isForced, userId }) : undefined
    if (id === undefined) throw new AppError('project_busy', {}, { message: 'This can not be done while something else is done with the project' })
    await tx.run(store.followAgain(ref))
    await audit(tx, { organizationId, projectRef: ref, details: { identifier, is_forced: isForced } })
    return (await store.listPromotions(tx, ref)).find((one) => one.id === id)
  })
  ctx.parts.reconciler.kick(ref)
  return promotion!
}
