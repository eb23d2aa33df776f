import { type LegacyKeyName, legacyKeyNames } from '@colonnade/contracts/api/api-keys'
import type { PlatformContext } from '../../../kernel/context.ts'
import { signToken } from '@colonnade/tokens'
import { retrieveJwtSecret } from '../signing-keys/jwt-secret.ts'

const keyYears = 10
const secondsPerYear = 365 * 24 * 60 * 60

/** Returns a token for use as a key, like any HS256 token with its role. */
export interface LegacyKey {
  readonly name: LegacyKeyName
  readonly text: string
  /** Seconds since the Unix epoch. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly isEnabled: boolean
}

/** Returns the legacy keys of a project; the same each time, because they begin when the secret does. */
export async function makeLegacyKeys(ctx: Pick<PlatformContext, 'database' | 'random' | 'secrets'>, ref: string): Promise<LegacyKey[]> {
  const { secret, createdAt, isEnabled } = await retrieveJwtSecret(ctx, ref)
  const expiresAt = createdAt + keyYears * secondsPerYear
  return legacyKeyNames.map((name) => ({
    name,
    text: signToken(secret, { ref, role: name, issuedAt: createdAt, expiresAt }),
    createdAt,
    expiresAt,
    isEnabled: isEnabled[name],
  }))
}
