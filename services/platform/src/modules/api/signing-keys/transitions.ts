import type { SigningKeyState } from '@colonnade/contracts/api/signing-keys'
import { messages } from '../messages.ts'

/** Returns why a key can't change its status, as a message; null if it can. The minimum time on standby is checked elsewhere. */
export function refusedBecause(from: SigningKeyState, to: SigningKeyState, hasStandby: boolean): string | null {
  if (from === to) return messages.sameState
  if (from === 'in_use') return messages.inUse
  if (to === 'in_use') return from === 'standby' ? null : messages.standbyFirst
  if (to === 'standby' && hasStandby) return messages.hasStandby
  if (to === 'previously_used' && from === 'standby') return messages.neverUsed
  if (to === 'revoked' && from === 'standby') return messages.neverUsed
  return null
}

/** Returns why a key can't be deleted; null if it can. */
export function keptBecause(state: SigningKeyState): string | null {
  if (state === 'in_use') return messages.inUse
  return state === 'previously_used' ? messages.stillAccepted : null
}
