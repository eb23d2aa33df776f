import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a test lets a device say that it ought not to. */
export interface Lies {
  readonly origin?: string
  readonly host?: string
  readonly isVerified?: boolean
  readonly counter?: number
  /** What the device says of its maker. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> }
}

/** A device with one passkey, made of a key and some bytes (WebAuthn Level 3, 6.1 and 6.5). */
export function createTestAuthenticator(home = 'http://localhost:8000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let signatures = 0

  const clientData = (type: string, challenge: string, { origin = home }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, { host = new URL(home).hostname, isVerified = true, counter }: Lies, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head[0] = flags | 0x01 | (isVerified ? 0x04 : 0)
    head.writeUInt32BE(counter ?? (signatures += 1), 1)
    return Buffer.concat([createHash('sha256').update(host).digest(), head, rest])
  }
  return {
    /** What the browser answers to `begin`. */
    register(challenge: string, lies: Lies = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x!, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y!, 'base64url'))],
      ])
      const data = authData(0x40, lies, Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)]))
      const object = new Map<string, unknown>([
        ['fmt', lies.attestation?.fmt ?? 'none'],
        ['attStmt', lies.attestation?.attStmt ?? new Map()],
        ['authData', Uint8Array.from(data)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What the browser answers to `beginSignIn`. */
    signIn(challenge: string, lies: Lies = {}) {
      const client = clientData('webauthn.get', challenge, lies)
      const data = authData(0, lies)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
