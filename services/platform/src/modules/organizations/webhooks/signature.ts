import { createHmac } from 'node:crypto'

/** What secrets begin with; the key follows in base64 (Standard Webhooks). */
export const secretPrefix = 'whsec_'

/** The headers of one attempt: `webhook-signature` has one signature for each secret, with a blank between them. */
export function signedHeaders(id: string, atMs: number, payload: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
      .update(`${id}.${timestamp}.${payload}`)
      .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' ') }
}
