import { type Backup, type BackupStatus, type Restore, restoreSteps } from '@colonnade/contracts/copies/backups'
import type { ListedStep, Tone } from '@colonnade/ui'

const looks: Readonly<Record<BackupStatus, { readonly label: string; readonly tone: Tone }>> = {
  MAKING: { label: 'Being made', tone: 'warning' },
  PROVING: { label: 'Being proved', tone: 'warning' },
  COMPLETED: { label: 'Not proved', tone: 'warning' },
  DAMAGED: { label: 'Damaged', tone: 'danger' },
  FAILED: { label: 'Failed', tone: 'danger' },
  REMOVING: { label: 'Being removed', tone: 'neutral' },
}

/** How a backup is, in a word: only one that was restored and found to be sound is good. */
export function lookOf({ status, proof }: Pick<Backup, 'status' | 'proof'>): { readonly label: string; readonly tone: Tone } {
  return status === 'COMPLETED' && proof !== null ? { label: 'Proved', tone: 'accent' } : looks[status]
}

/** Who asked for it. */
export function originOf({ kind, upgrade }: Pick<Backup, 'kind' | 'upgrade'>): string {
  if (upgrade !== null) return `Before the upgrade from Postgres ${upgrade.from_version} to ${upgrade.to_version}`
  return kind === 'manual' ? 'By hand' : 'Automatic'
}

/** Whether it can be restored, downloaded and proved again now. */
export function isWhole({ status }: Pick<Backup, 'status'>): boolean {
  return status === 'COMPLETED'
}

/** All steps of a restore, those that were not begun waiting. */
export function stepsOf({ steps, status, problem }: Pick<Restore, 'steps' | 'status' | 'problem'>): ListedStep[] {
  const next = restoreSteps.find(({ id }) => !steps.some(({ step }) => step === id))?.id
  return restoreSteps.map(({ id, label }) => {
    const isDone = steps.some(({ step }) => step === id)
    const state = isDone ? 'done' : id !== next ? 'waiting' : status === 'FAILED' ? 'failed' : 'running'
    return { id, label, state, message: state === 'failed' ? problem : null }
  })
}

/** A moment with its milliseconds, where it has any. */
export function exactText(time: number): string {
  const text = momentText(new Date(time).toISOString())
  return time % 1_000 === 0 ? text : `${text} and ${time % 1_000} ms`
}

/** A moment to the second, by the clock here. */
export function momentText(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}
