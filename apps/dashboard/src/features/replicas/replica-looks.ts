import { replicaSteps, type Replica, type ReplicaLag } from '@colonnade/contracts/copies/replicas'
import type { Project, ReplicaStatus } from '@colonnade/contracts/projects/projects'
import type { ListedStep, Tone } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'

export const replicaLooks: Readonly<Record<ReplicaStatus, { readonly label: string; readonly tone: Tone }>> = {
  ACTIVE_HEALTHY: { label: 'Streaming', tone: 'accent' },
  INIT_READ_REPLICA: { label: 'Setting up', tone: 'warning' },
  COMING_UP: { label: 'Coming up', tone: 'warning' },
  INIT_READ_REPLICA_FAILED: { label: 'Set-up failed', tone: 'danger' },
  INACTIVE: { label: 'Paused', tone: 'neutral' },
  UNHEALTHY: { label: 'Unhealthy', tone: 'danger' },
  GOING_DOWN: { label: 'Being dropped', tone: 'neutral' },
}

/** How a replica is. One whose server is well follows nobody while that of its primary is dead. */
export function lookOf({ status }: Pick<Replica, 'status'>, primary: Pick<Project, 'status'>): (typeof replicaLooks)[ReplicaStatus] {
  if (status === 'ACTIVE_HEALTHY' && primary.status === 'UNHEALTHY') return { label: 'Without its primary', tone: 'warning' }
  return Object.hasOwn(replicaLooks, status) ? replicaLooks[status as ReplicaStatus] : { label: status, tone: 'neutral' }
}

/** What tells replicas of one region apart: abcdefghijklmnopqrst-rr-eu-west-1-kfzqx is kfzqx. */
export function shortName({ identifier }: Pick<Replica, 'identifier'>): string {
  return identifier.split('-').at(-1)!
}

/** All seven steps of a set-up (spec §4), those that were not begun waiting. */
export function setupSteps({ steps }: Pick<Replica, 'steps'>): ListedStep[] {
  return replicaSteps.map(({ id, label }) => {
    const known = steps.find(({ step }) => step === id)
    const state = known?.state === 'started' ? 'running' : (known?.state ?? 'waiting')
    return { id, label, state, message: known?.message ?? null }
  })
}

/** How far a replica is behind, in words. */
export function lagText({ bytes, milliseconds }: Pick<ReplicaLag, 'bytes' | 'milliseconds'>): string {
  if (bytes === 0) return 'Up to date'
  const time =
    milliseconds === null ? '' : milliseconds < 1_000 ? `, ${Math.max(1, Math.round(milliseconds))} ms` : `, ${(milliseconds / 1_000).toFixed(1)} s`
  return `${formatBytes(bytes)} behind${time}`
}
