import type { Socket } from 'node:net'
import { passwordDeadlineMs, passwordMessageMax } from '../limits.ts'
import type { RoleLogin } from '@colonnade/projects'
import { Fault } from '../wire/fault.ts'
import { fromClient, messageOf } from '../transaction/client-messages.ts'
import { createScramExchange, mockVerifier, parseVerifier, type ScramKeys } from './scram-server.ts'

const mechanism = 'SCRAM-SHA-256'
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
export const authentication = (kind: number, ...rest: (Buffer | string)[]): Buffer => messageOf('R', int(kind), ...rest)

export interface AuthenticationParts {
  /** Its name, as it is read. */
  readonly role: string
  /** Source of the salt of roles without a password. */
  readonly mockName: string
  readonly login: RoleLogin | null
  /** Makes salts for roles that have no password, so that they look like any other. */
  readonly mockSecret: Buffer
  /** Bytes that have come already. */
  readonly rest: Buffer
}

/**
 * Has a client prove that it knows the password of a role, by SCRAM-SHA-256 (PostgreSQL documentation, 54.3): neither this side nor the
 * wire ever sees the password. Somebody who does not exist is asked in the same way, and told the same.
 *
 * What is left to say is AuthenticationOk.
 *
 * @returns bytes that came after the last message of the exchange, and the keys that it has shown; null when the client left
 * @throws Fault
 */
export async function authenticate(
  client: Socket,
  { role, mockName, login, mockSecret, rest }: AuthenticationParts,
): Promise<{ readonly rest: Buffer; readonly keys: ScramKeys } | null> {
  const known = parseVerifier(login?.verifier ?? null)
  const exchange = createScramExchange(known ?? mockVerifier(mockSecret, mockName))
  const refused = (): Fault =>
    new Fault('28P01', `password authentication failed for user "${role}"`, isMd5(login?.verifier) ? md5Hint(role) : undefined)
  const malformed = (): Fault => new Fault('08P01', 'malformed SCRAM message')
  const reader = new PasswordReader(client, rest)
  const timer = setTimeout(() => client.destroy(), passwordDeadlineMs)
  try {
    client.write(authentication(10, `${mechanism}\0\0`))
    const initial = await reader.next()
    if (initial === null) return null
    const nameEnd = initial.indexOf(0)
    if (nameEnd === -1 || initial.length < nameEnd + 5) throw malformed()
    if (initial.toString('latin1', 0, nameEnd) !== mechanism) throw new Fault('08P01', 'client selected an invalid SASL authentication mechanism')
    const serverFirst = exchange.first(initial.toString('utf8', nameEnd + 5))
    if (serverFirst === null) throw malformed()
    client.write(authentication(11, Buffer.from(serverFirst)))
    const response = await reader.next()
    if (response === null) return null
    const proven = exchange.final(response.toString('utf8'))
    if (proven === null || known === null) throw refused()
    if (login?.canLogin !== true) throw new Fault('28000', `role "${role}" is not permitted to log in`)
    client.write(authentication(12, Buffer.from(proven.message)))
    return { rest: reader.rest, keys: proven.keys }
  } finally {
    clearTimeout(timer)
    reader.stop()
  }
}

/** Returns true for a password stored in the form of Postgres 9.6 and before. SCRAM can't check it, and Postgres also refuses it here. */
function isMd5(verifier: string | null | undefined): boolean {
  return /^md5[0-9a-f]{32}$/.test(verifier ?? '')
}

/** The same for the right password and a wrong one: the pooler can't distinguish them. */
function md5Hint(role: string): string {
  return `The password of "${role}" is stored as MD5, which the pooler does not support. Set the password again, even to the same one, in the dashboard under Database, Roles, or with ALTER ROLE … PASSWORD.`
}

/** Reads one password message after the other. */
class PasswordReader {
  readonly #client: Socket
  #held: Buffer
  #wake = (): void => {}
  readonly #onData = (chunk: Buffer): void => {
    this.#held = Buffer.concat([this.#held, chunk])
    if (this.#held.length > passwordMessageMax) this.#client.pause()
    this.#wake()
  }
  readonly #onClose = (): void => this.#wake()

  constructor(client: Socket, rest: Buffer) {
    this.#client = client
    this.#held = rest
    client.on('data', this.#onData)
    client.on('close', this.#onClose)
    client.resume()
  }

  get rest(): Buffer {
    return this.#held
  }

  /** The body of the next message; null when the client leaves. @throws Fault */
  async next(): Promise<Buffer | null> {
    for (;;) {
      if (this.#held.length > 0 && this.#held[0] !== fromClient.password) throw new Fault('08P01', 'expected SASL response')
      const length = this.#held.length < 5 ? null : this.#held.readUInt32BE(1)
      if (length !== null && (length < 4 || length > passwordMessageMax)) throw new Fault('08P01', 'invalid password packet size')
      if (length !== null && this.#held.length > length) {
        const body = this.#held.subarray(5, length + 1)
        this.#held = this.#held.subarray(length + 1)
        return body
      }
      if (this.#client.destroyed) return null
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  stop(): void {
    this.#client.off('data', this.#onData)
    this.#client.off('close', this.#onClose)
    this.#client.pause()
  }
}
