import type { ClusterEndpoint, CopyCost, Fleet } from '@colonnade/clusters'
import type { UpgradeKind, UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import { AppError, formatBytes } from '@colonnade/core'
import { checkProject } from './checks.ts'
import { createTransfer, type TransferPlan } from './transfer/transfer-project.ts'
import { messages } from './messages.ts'

export interface Rehearsal extends Omit<TransferPlan, 'isCopy'> {
  readonly clusters: Fleet
  readonly ref: string
  readonly to: string
}

/**
 * Loads a copy of a project into an empty cluster of another Postgres version. Copies the project as for a branch, while it keeps running;
 * deletes both copies afterwards.
 */
export async function rehearseUpgrade(rehearsal: Rehearsal): Promise<UpgradeReport> {
  const { clusters, ref, to, signal } = rehearsal
  const transfer = createTransfer({ ...rehearsal, isCopy: true })
  const { compute } = await clusters.status(ref)
  await transfer.begin('copy')
  const refusal = shortOfRoom(await clusters.need(ref, 'copies').copyCost(ref), (await clusters.machine.volume()).free)
  if (refusal !== null) throw refusal
  transfer.note(await checkProject(await clusters.endpoint(ref)))
  const load = (old: ClusterEndpoint): Promise<void> =>
    // the next stage discards both
    clusters
      .need(ref, 'upgrades')
      .blank(
        { version: to, compute: compute ?? 'nano', names: old.names },
        (fresh) => transfer.run(old, fresh).finally(() => transfer.finish()),
        signal,
      )
  await clusters.need(ref, 'copies').rehearse(ref, load, { signal })
  return transfer.report()
}

/** Returns an error if the disk is too small for a rehearsal or an upgrade; otherwise null. Leaves half as much again to other uses. */
export function shortOfRoom({ bytes, isShared }: CopyCost, free: number, kind: UpgradeKind = 'rehearsal'): AppError | null {
  // a copy of the files, or a backup of both versions, unless they share them, plus the new version itself
  const copies = kind === 'rehearsal' ? 1 : 2
  const needed = Math.ceil(bytes * (isShared ? 1 : copies + 1) * 1.5)
  if (free >= needed) return null
  return new AppError('storage_full', { needed, free }, { message: messages.room(kind, formatBytes(needed), formatBytes(free)) })
}

/** Returns true if an upgrade must stop. A structure that is only written differently is reported, and may be wanted. */
export function isBlocked({ obstacles, differing_tables: tables }: UpgradeReport): boolean {
  return obstacles.length > 0 || tables.length > 0
}
