import { replicaSteps, type Replica, type ReplicaLag } from '@colonnade/contracts/copies/replicas'
import type { Project, ReplicaStatus } from '@colonnade/contracts/projects/projects'
import type { ListedStep, Tone } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { replicaLooksText } from './messages.ts'

export const replicaLooks: Readonly<Record<ReplicaStatus, { readonly label: string; readonly tone: Tone }>> = {
  ACTIVE_HEALTHY: { label: replicaLooksText.streaming, tone: 'accent' },
  INIT_READ_REPLICA: { label: replicaLooksText.settingUp, tone: 'warning' },
  COMING_UP: { label: replicaLooksText.starting, tone: 'warning' },
  INIT_READ_REPLICA_FAILED: { label: replicaLooksText.setupFailed, tone: 'danger' },
  INACTIVE: { label: replicaLooksText.paused, tone: 'neutral' },
  UNHEALTHY: { label: replicaLooksText.unhealthy, tone: 'danger' },
  GOING_DOWN: { label: replicaLooksText.deleting, tone: 'neutral' },
}

/** Returns the label of a replica's status. A healthy replica has nothing to follow while its primary is down. */
export function lookOf({ status }: Pick<Replica, 'status'>, primary: Pick<Project, 'status'>): (typeof replicaLooks)[ReplicaStatus] {
  if (status === 'ACTIVE_HEALTHY' && primary.status === 'UNHEALTHY') return { label: replicaLooksText.primaryDown, tone: 'warning' }
  return Object.hasOwn(replicaLooks, status) ? replicaLooks[status as ReplicaStatus] : { label: status, tone: 'neutral' }
}

/** Returns the suffix that distinguishes replicas of one region: kfzqx of abcdefghijklmnopqrst-rr-eu-west-1-kfzqx. */
export function shortName({ identifier }: Pick<Replica, 'identifier'>): string {
  return identifier.split('-').at(-1)!
}

/** Returns all seven setup steps (spec §4); those not started yet are waiting. */
export function setupSteps({ steps }: Pick<Replica, 'steps'>): ListedStep[] {
  return replicaSteps.map(({ id, label }) => {
    const known = steps.find(({ step }) => step === id)
    const state = known?.state === 'started' ? 'running' : (known?.state ?? 'waiting')
    return { id, label, state, message: known?.message ?? null }
  })
}

/** Returns how far a replica is behind. */
export function lagText({ bytes, milliseconds }: Pick<ReplicaLag, 'bytes' | 'milliseconds'>): string {
  if (bytes === 0) return replicaLooksText.upToDate
  if (milliseconds === null) return replicaLooksText.behind(formatBytes(bytes))
  const time = milliseconds < 1_000 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
  return replicaLooksText.behindFor(formatBytes(bytes), time)
}
