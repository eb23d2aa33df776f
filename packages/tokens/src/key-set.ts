import { keyStates, type TokenKey } from './token-key.ts'

/** The keys that an issuer's tokens are verified with. */
export interface KeySet {
  /** The key that signs; null while none does, as with other issuers' keys. */
  readonly inUse: TokenKey | null
  /** The key of a token by its `kid`; a token without one (undefined) was signed with the legacy secret. Returns revoked keys as well. */
  find(kid: string | undefined): TokenKey | undefined
}

/**
 * Makes a set of keys. `legacy` is the shared secret of tokens without `kid`; tokens with its id need it in `keys` as well.
 *
 * @throws Error when two keys have one id, or two are in use
 */
export function createKeySet(keys: readonly TokenKey[], legacy?: TokenKey<'HS256'>): KeySet {
  const byId = new Map(keys.map((key) => [key.id, key]))
  if (byId.size < keys.length) throw new Error('two keys have the same id')
  const signing = keys.filter(({ signing, state }) => signing !== null && keyStates[state].signs)
  if (signing.length > 1) throw new Error('two keys are in use')
  return { inUse: signing[0] ?? null, find: (kid) => (kid === undefined ? legacy : byId.get(kid)) }
}
