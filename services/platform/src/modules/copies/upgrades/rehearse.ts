import type { ClusterEndpoint, CopyCost, Fleet } from '@colonnade/clusters'
import type { UpgradeKind, UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import { AppError, formatBytes } from '@colonnade/core'
import { checkProject } from './checks.ts'
import { createTransfer, type TransferPlan } from './transfer/transfer-project.ts'

export interface Rehearsal extends Omit<TransferPlan, 'isCopy'> {
  readonly clusters: Fleet
  readonly ref: string
  readonly to: string
}

/**
 * Brings a copy of a project to another version of Postgres, into an empty cluster of that. The project is copied as for a branch, and goes on
 * meanwhile; nothing is left of the copies.
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
    // what comes after it is to throw both away
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

/** What a rehearsal or an upgrade takes of the disk, as a refusal; null where there is room for it. Half as much again is left to others. */
export function shortOfRoom({ bytes, isShared }: CopyCost, free: number, kind: UpgradeKind = 'rehearsal'): AppError | null {
  // a copy of the files, or a backup of both versions, unless they are shared, and everything once more in the new version
  const copies = kind === 'rehearsal' ? 1 : 2
  const needed = Math.ceil(bytes * (isShared ? 1 : copies + 1) * 1.5)
  if (free >= needed) return null
  return new AppError(
    'storage_full',
    { needed, free },
    { message: `The ${kind} would take up to ${formatBytes(needed)} of the disk, and ${formatBytes(free)} are free` },
  )
}

/** What an upgrade would have to stop for. A structure that is written otherwise is told, and may be what everybody wants. */
export function isBlocked({ obstacles, differing_tables: tables }: UpgradeReport): boolean {
  return obstacles.length > 0 || tables.length > 0
}
