import type { ProjectKeys } from '@colonnade/projects'
import { importTokenKey, type Jwk, type TokenKey } from '@colonnade/tokens'

/** @throws AppError `invalid_input` for a key that tokens are not signed with */
export function importSigningKeys({ signingKeys }: ProjectKeys): TokenKey[] {
  return signingKeys.map(({ id, state, jwk }) => importTokenKey(jwk as Jwk, { id, state }))
}
