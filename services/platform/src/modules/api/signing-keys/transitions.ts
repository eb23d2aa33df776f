import type { SigningKeyState } from '@colonnade/contracts/api/signing-keys'

/** Why a key can't go from one state to another, as people are told; null where it can. Leaving standby too soon isn't decided here. */
export function refusedBecause(from: SigningKeyState, to: SigningKeyState, hasStandby: boolean): string | null {
  if (from === to) return `The key already has this status`
  if (from === 'in_use') return 'This key signs new tokens. Use another key first.'
  if (to === 'in_use') return from === 'standby' ? null : 'Move the key to standby first'
  if (to === 'standby' && hasStandby) return 'Another key is on standby. Use or delete it first.'
  if (to === 'previously_used' && from === 'standby') return 'A standby key has never been used. Delete it instead.'
  if (to === 'revoked' && from === 'standby') return 'A standby key has never been used. Delete it instead.'
  return null
}

/** Why a key can't be deleted; null where it can. */
export function keptBecause(state: SigningKeyState): string | null {
  if (state === 'in_use') return 'This key signs new tokens. Use another key first.'
  return state === 'previously_used' ? 'Tokens that this key signed are still accepted. Revoke it first.' : null
}
