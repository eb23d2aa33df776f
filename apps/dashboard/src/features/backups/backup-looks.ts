import { type Backup, type BackupStatus, type Restore, restoreSteps } from '@colonnade/contracts/copies/backups'
import type { ListedStep, Tone } from '@colonnade/ui'
import { backupLooksText } from './messages.ts'

const looks: Readonly<Record<BackupStatus, { readonly label: string; readonly tone: Tone }>> = {
  MAKING: { label: backupLooksText.creating, tone: 'warning' },
  PROVING: { label: backupLooksText.verifying, tone: 'warning' },
  COMPLETED: { label: backupLooksText.notVerified, tone: 'warning' },
  DAMAGED: { label: backupLooksText.damaged, tone: 'danger' },
  FAILED: { label: backupLooksText.failed, tone: 'danger' },
  REMOVING: { label: backupLooksText.removing, tone: 'neutral' },
}

/** Returns the label and tone of a backup. Only a verified one is good. */
export function lookOf({ status, proof }: Pick<Backup, 'status' | 'proof'>): { readonly label: string; readonly tone: Tone } {
  return status === 'COMPLETED' && proof !== null ? { label: backupLooksText.verified, tone: 'accent' } : looks[status]
}

/** Returns what a backup was created for. */
export function originOf({ kind, upgrade }: Pick<Backup, 'kind' | 'upgrade'>): string {
  if (upgrade !== null) return backupLooksText.beforeUpgrade(upgrade.from_version, upgrade.to_version)
  return kind === 'manual' ? backupLooksText.manual : backupLooksText.automatic
}

/** Returns true if a backup can be restored, downloaded and verified now. */
export function isWhole({ status }: Pick<Backup, 'status'>): boolean {
  return status === 'COMPLETED'
}

/** Returns all steps of a restore with their states. */
export function stepsOf({ steps, status, problem }: Pick<Restore, 'steps' | 'status' | 'problem'>): ListedStep[] {
  const next = restoreSteps.find(({ id }) => !steps.some(({ step }) => step === id))?.id
  return restoreSteps.map(({ id, label }) => {
    const isDone = steps.some(({ step }) => step === id)
    const state = isDone ? 'done' : id !== next ? 'waiting' : status === 'FAILED' ? 'failed' : 'running'
    return { id, label, state, message: state === 'failed' ? problem : null }
  })
}

/** Formats a moment with its milliseconds, if it has any. */
export function exactText(time: number): string {
  const text = momentText(new Date(time).toISOString())
  return time % 1_000 === 0 ? text : backupLooksText.ms(text, time % 1_000)
}

/** Formats a moment to the second, in local time. */
export function momentText(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}
