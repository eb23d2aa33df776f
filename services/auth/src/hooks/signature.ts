import { createHmac } from 'node:crypto'

/**
 * Headers that prove who sends a message, by Standard Webhooks 1.0. `secrets`: each `v1,whsec_` and base64, with `|` between while one takes
 * the place of another; every one of them signs.
 */
export function signedHeaders(id: string, nowMs: number, body: string, secrets: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets
    .split('|')
    .filter((secret) => secret !== '')
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^v1,whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }) }
}
