import type { ProjectSigningKey } from '@colonnade/contracts/api/signing-keys'
import { keyActionsText } from './messages.ts'

export const keyActions = ['rotate', 'revoke', 'restore', 'standby', 'delete'] as const
export type KeyAction = (typeof keyActions)[number]

export const actionLabels: Readonly<Record<KeyAction, string>> = {
  rotate: keyActionsText.rotateKey,
  revoke: 'Revoke',
  restore: 'Restore',
  standby: keyActionsText.moveStandby,
  delete: 'Delete',
}

/** What can be done with a key, the usual action first. */
export function actionsOf({ status }: Pick<ProjectSigningKey, 'status'>, hasStandby: boolean): readonly KeyAction[] {
  const standby: readonly KeyAction[] = hasStandby ? [] : ['standby']
  if (status === 'standby') return ['rotate', 'delete']
  if (status === 'previously_used') return ['revoke', ...standby]
  return status === 'revoked' ? ['restore', ...standby, 'delete'] : []
}
