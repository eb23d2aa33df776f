import type { ProjectSigningKey, SigningAlgorithm, SigningKeyState } from '@colonnade/contracts/api/signing-keys'
import { standbyMinutes } from '@colonnade/contracts/api/signing-keys'
import { whoMay } from '../../lib/texts/who-may.ts'

export const pageText = 'Keys that sign the access tokens of your project’s users.'

export const stateTexts: Readonly<Record<SigningKeyState, { readonly title: string; readonly description: string; readonly empty: string }>> = {
  in_use: { title: 'In use', description: 'Signs new tokens.', empty: 'No key is in use.' },
  standby: {
    title: 'Standby',
    description: 'Published, but not used yet. Rotate to it once services that cache keys know it. Only one key can be on standby.',
    empty: 'No key on standby. Create or import one to rotate to it.',
  },
  previously_used: {
    title: 'Previously used',
    description: 'Tokens they signed are still accepted. Revoke a key once its tokens have expired.',
    empty: 'No previously used keys.',
  },
  revoked: { title: 'Revoked', description: 'Tokens they signed are refused.', empty: 'No revoked keys.' },
}

export const algorithmTexts: Readonly<Record<SigningAlgorithm, string>> = {
  ES256: 'ES256 (P-256, recommended)',
  EdDSA: 'EdDSA (Ed25519)',
  RS256: 'RS256 (RSA 2048)',
  HS256: 'HS256 (shared secret)',
}

export const discoveryText = 'Other services fetch the public keys here to verify tokens.'
export const sharedSecretText = 'A shared secret is never published: only services that have it can verify its tokens.'
export const legacyText = 'Signs the legacy API keys'

export const noReadText = `You don’t have access to JWT keys. ${whoMay('service_keys:read', 'see them')}`
export const noChangeText = whoMay('projects:update', 'change JWT keys')

export const importHint = 'A private key as a JSON Web Key: P-256, Ed25519 or RSA, or a shared secret of at least 32 bytes.'
export const notJsonText = 'This is not a JSON Web Key. Paste an object that starts with {'
export const unknownKindText = 'Use a P-256, Ed25519 or RSA key, or a shared secret'

export const rotateText =
  'The key on standby signs new tokens from now on. The key in use becomes a previously used key; tokens it signed stay valid.'
export const rotateEarlyText = `This key has been on standby for less than ${standbyMinutes} minutes. Services that cache keys may refuse its tokens for a while.`
export const rotateNowLabel = 'Rotate anyway'

export const revokeText = 'Tokens that this key signed are refused from now on: the people who have them must sign in again.'
export const restoreText = 'Tokens that this key signed are accepted again, unless they have expired.'
export const deleteText = 'Tokens that this key signed can never be accepted again. You can’t undo this.'

/** Names a key in a sentence: its algorithm and the start of its ID. */
export const keyName = ({ id, algorithm, is_legacy }: Pick<ProjectSigningKey, 'id' | 'algorithm' | 'is_legacy'>): string =>
  is_legacy ? 'legacy JWT secret' : `${algorithm} key ${id.slice(0, 8)}`

export const neverSeenText = 'No tokens seen'

export const actDialogText = {
  keyDeleted: 'Key deleted',
  rotateTitle: (name: string) => `Rotate to the ${name}?`,
  rotate: 'Rotate',
  keysRotated: 'Keys rotated',
  revokeTitle: (name: string) => `Revoke the ${name}?`,
  revokeKey: 'Revoke key',
  keyRevoked: 'Key revoked',
  restoreTitle: (name: string) => `Restore the ${name}?`,
  restoreKey: 'Restore key',
  keyRestored: 'Key restored',
  standbyTitle: (name: string) => `Move the ${name} to standby?`,
  standbyBody: 'You can then rotate to it. Tokens it signed are accepted.',
  moveToStandby: 'Move to standby',
  keyMovedStandby: 'Key moved to standby',
  deleteTitle: (name: string) => `Delete the ${name}?`,
  deleteKey: 'Delete key',
} as const

export const jwtPageText = {
  jwtKeys: 'JWT keys',
  importKey: 'Import key',
  createStandbyKey: 'Create standby key',
  noAccessTitle: 'You don’t have access',
  failedLoadJWTKeys: 'Failed to load JWT keys',
  discoveryURL: 'Discovery URL',
  copyDiscovery: 'discovery URL',
  loadingJWTKeys: 'Loading JWT keys',
} as const

export const keyActionsText = {
  rotateKey: 'Rotate to this key',
  moveStandby: 'Move to standby',
} as const

export const keyRowText = {
  legacyJWTSecret: 'Legacy JWT secret',
  copyID: (name: string) => `Copy the ID of the ${name}`,
  moreActions: (name: string) => `More actions: ${name}`,
  ready: 'Ready',
  readyAt: (time: string) => `Ready at ${time}`,
  created: 'Created ',
  statusChanged: 'Status changed ',
  lastSeen: 'Token last seen ',
} as const

export const newKeyDialogText = {
  description: 'The key starts on standby, so that services know it before it signs tokens.',
  importSigningKey: 'Import signing key',
  createSigningKey: 'Create signing key',
  keyCreated: 'Key created',
  createKey: 'Create key',
  algorithm: 'Algorithm',
  keyImported: 'Key imported',
  importKey: 'Import key',
  privateKey: 'Private key',
} as const
