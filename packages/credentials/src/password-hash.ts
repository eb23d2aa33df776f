import { hash, verify } from '@node-rs/argon2'
import { inHashingTurn } from './hashing-turns.ts'

/** OWASP's password storage cheat sheet asks for at least 19 MiB, t=2; this is the stronger RFC 9106 second choice with one lane. */
// argon2id is the library's own default algorithm
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const owner = 'platform'

/** Hashes a password with argon2id. @throws AppError `unavailable` when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inHashingTurn(owner, () => hash(password, parameters))
}

/**
 * Returns whether the password matches the hash. Does the same work without a hash (no such user), so that the response time reveals
 * nothing.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const against = stored ?? (await dummyHash())
  const matches = await inHashingTurn(owner, () => verify(against, password))
  return matches && stored !== null
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hashPassword('the password of nobody')
  return dummy
}
