import { createHash } from 'node:crypto'

/** Returns the hash to store, so that a copy of the database gives access to no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
