import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A password as pg_authid stores it (RFC 5803; see also PostgreSQL documentation, pg_authid). */
export interface ScramVerifier {
  readonly iterations: number
  readonly salt: Buffer
  readonly storedKey: Buffer
  readonly serverKey: Buffer
}

/** null for what is no SCRAM-SHA-256 verifier, such as no password at all. */
export function parseVerifier(text: string | null): ScramVerifier | null {
  const [, iterations, salt, storedKey, serverKey] = /^SCRAM-SHA-256\$(\d{1,9}):([\w+/=]+)\$([\w+/=]+):([\w+/=]+)$/.exec(text ?? '') ?? []
  if (serverKey === undefined) return null
  const bytes = (base64: string | undefined): Buffer => Buffer.from(base64!, 'base64')
  return { iterations: Number(iterations), salt: bytes(salt), storedKey: bytes(storedKey), serverKey: bytes(serverKey) }
}

/** For somebody who has no password: salt and count look like anybody's and are the same each time, and no password fits (RFC 5802, section 9). */
export function mockVerifier(secret: Buffer, name: string): ScramVerifier {
  const salt = createHmac('sha256', secret).update(name).digest().subarray(0, 16)
  return { iterations: 4096, salt, storedKey: randomBytes(32), serverKey: randomBytes(32) }
}

/** The server's half of one SCRAM-SHA-256 exchange (RFC 5802, RFC 7677), without channel binding. null is an answer that does not fit. */
export interface ScramExchange {
  /** The client's first message; the answer is the server's first. */
  first(message: string): string | null
  /** The client's final message; the answer is the server's final, given to nobody but who knows the password, and what its proof has shown. */
  final(message: string): { readonly message: string; readonly keys: ScramKeys } | null
}

/** With these somebody can be authenticated by whoever has the same verifier, without the password. */
export interface ScramKeys {
  readonly clientKey: Buffer
  readonly serverKey: Buffer
}

export function createScramExchange(verifier: ScramVerifier, nonce: string = randomBytes(18).toString('base64')): ScramExchange {
  let header = ''
  let clientFirst = ''
  let serverFirst = ''
  let bothNonces = ''
  return {
    first(message) {
      // "y": it could bind to a channel and saw that we can't, which is so
      const [, gs2, bare, clientNonce] = /^([ny],(?:a=[^,]*)?,)((?:n=[^,]*),r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/s.exec(message) ?? []
      if (gs2 === undefined || bare === undefined || clientNonce === undefined) return null
      header = gs2
      clientFirst = bare
      bothNonces = clientNonce + nonce
      serverFirst = `r=${bothNonces},s=${verifier.salt.toString('base64')},i=${verifier.iterations}`
      return serverFirst
    },
    final(message) {
      const [, unsigned, binding, given, proof] = /^(c=([\w+/=]+),r=([^,]+)(?:,.*)?),p=([\w+/=]+)$/s.exec(message) ?? []
      if (unsigned === undefined || given !== bothNonces || Buffer.from(binding!, 'base64').toString() !== header) return null
      const signed = `${clientFirst},${serverFirst},${unsigned}`
      const hmac = (key: Buffer): Buffer => createHmac('sha256', key).update(signed).digest()
      const found = Buffer.from(proof!, 'base64')
      if (found.length !== 32) return null
      const signature = hmac(verifier.storedKey)
      const clientKey = found.map((byte, index) => byte ^ signature[index]!)
      if (!timingSafeEqual(createHash('sha256').update(clientKey).digest(), verifier.storedKey)) return null
      const keys = { clientKey: Buffer.from(clientKey), serverKey: verifier.serverKey }
      return { message: `v=${hmac(verifier.serverKey).toString('base64')}`, keys }
    },
  }
}
