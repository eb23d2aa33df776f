import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ScramKeys } from './scram-server.ts'

/** The client's half of one SCRAM-SHA-256 exchange (RFC 5802, RFC 7677), without channel binding, by somebody who has keys in place of the password. */
export interface ScramAnswers {
  readonly first: string
  /** The answer to the server's first message; null when that does not fit. */
  final(serverFirst: string): string | null
  /** Returns true if the server has proved that it knows the role. */
  isGenuine(serverFinal: string): boolean
}

export function createScramAnswers(keys: ScramKeys, nonce: string = randomBytes(18).toString('base64')): ScramAnswers {
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const bare = `n=,r=${nonce}`
  let signed = ''
  return {
    first: `n,,${bare}`,
    final(serverFirst) {
      const [, given] = /^r=([^,]+),s=[\w+/=]+,i=\d+$/.exec(serverFirst) ?? []
      if (given === undefined || !given.startsWith(nonce)) return null
      const unsigned = `c=biws,r=${given}`
      signed = `${bare},${serverFirst},${unsigned}`
      const signature = hmac(createHash('sha256').update(keys.clientKey).digest(), signed)
      return `${unsigned},p=${Buffer.from(keys.clientKey.map((byte, index) => byte ^ signature[index]!)).toString('base64')}`
    },
    isGenuine(serverFinal) {
      const shown = Buffer.from(/^v=([\w+/=]+)$/.exec(serverFinal)?.[1] ?? '', 'base64')
      return shown.length === 32 && timingSafeEqual(shown, hmac(keys.serverKey, signed))
    },
  }
}
