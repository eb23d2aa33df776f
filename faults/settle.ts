import { isAppError } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../e2e/recovery/installation.ts'

export interface Settling {
  readonly api: () => Api
  readonly ref: string
  /** Identifiers of what has failed for want of room, which is as it should be. */
  readonly excused: Set<string>
}

/** Between two looks, at first and when it takes long: nobody may ask as often as one likes. */
const [lookMs, laterLookMs, soonMs] = [100, 1_000, 5_000]

/**
 * Waits until nothing is under way and all that should be active is. Returns what is not, when the time is up. Where the disk was full, what
 * was begun and is no server may have failed: then a person does what the pages offer.
 */
export async function settle(settling: Settling, deadline: number, wasFull: boolean): Promise<string[]> {
  const begin = performance.now()
  let last = ['nobody answers']
  while (performance.now() < deadline) {
    last = await look(settling, wasFull).catch((error: unknown) => [messageOf(error)])
    if (last.length === 0) return []
    await sleep(performance.now() - begin < soonMs ? lookMs : laterLookMs)
  }
  return last
}

async function look({ api, ref, excused }: Settling, wasFull: boolean): Promise<string[]> {
  const params = { ref }
  const project = await api().projects.retrieve({ params })
  if (project.status === 'INACTIVE') await api().projects.restore({ params })
  const branches = await api().branches.list({ params })
  const replicas = await api().replicas.list({ params })
  const promotions = await api().replicas.promotions({ params })
  const { backups, restores, pitr } = await api().backups.report({ params })
  const upgrades = await api().upgrades.list({ params })
  const previews = branches.filter(({ is_default: isDefault }) => !isDefault)
  const merges = (await Promise.all(previews.map(({ id }) => api().merges.list({ params: { ref, branch: id } })))).flat()
  if (wasFull) {
    for (const { id, status } of [...restores, ...merges, ...upgrades]) if (excusable.has(status)) excused.add(id)
    for (const { id, status } of backups) if (status === 'FAILED') await api().backups.remove({ params: { ref, id } })
  }
  const wrong = (what: string, status: string, right: readonly string[]): string[] => (right.includes(status) ? [] : [`${what} is ${status}`])
  return [
    ...wrong('the project', project.status, ['ACTIVE_HEALTHY']),
    ...branches.flatMap(({ name, status }) => wrong(`the branch ${name}`, status, ['ACTIVE_HEALTHY'])),
    ...replicas.flatMap(({ status }) => wrong('a replica', status, ['ACTIVE_HEALTHY'])),
    // one that could not be done has changed nothing
    ...promotions.flatMap(({ state }) => wrong('a promotion', state, ['DONE', 'FAILED'])),
    ...backups.flatMap(({ status }) => wrong('a backup', status, ['COMPLETED'])),
    ...wrong('recovery', pitr?.state ?? 'OFF', ['ON', 'OFF']),
    ...restores.filter(({ id }) => !excused.has(id)).flatMap(({ status }) => wrong('a restore', status, ['COMPLETED'])),
    ...upgrades.filter(({ id }) => !excused.has(id)).flatMap(({ status }) => wrong('an upgrade', status, ['REHEARSED', 'UPGRADED'])),
    ...merges.filter(({ id }) => !excused.has(id)).flatMap(({ status }) => wrong('a merge', status, ['REHEARSED', 'MERGED'])),
  ]
}

/** PROTECTING: the first backup of the new version is tried again only after some minutes. */
const excusable: ReadonlySet<string> = new Set(['FAILED', 'REHEARSAL_FAILED', 'PROTECTING'])

export function messageOf(error: unknown): string {
  return isAppError(error) ? `${error.code}: ${error.message}` : String(error)
}
