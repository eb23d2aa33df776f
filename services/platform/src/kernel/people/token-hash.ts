import { createHash } from 'node:crypto'

/** Only the hash is kept, so that a copy of the database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
