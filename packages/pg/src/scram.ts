import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const iterations = 4096 // scram_iterations' default in PostgreSQL 16 and later

/**
 * The SCRAM-SHA-256 verifier of a password, in the form that pg_authid keeps (RFC 5803; PostgreSQL documentation, pg_authid): given to
 * `alter role … password`, the server never sees the password itself, and neither does anything we store. The password must be
 * printable ASCII, for which SASLprep (RFC 4013) changes nothing.
 */
export async function scramVerifier(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256')
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
