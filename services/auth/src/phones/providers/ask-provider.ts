import { ask } from '@colonnade/outbound'
import { smsDeadlineMs } from '../../limits.ts'
import type { ProviderReply, ProviderRequest } from './provider.ts'

const replyBytesMost = 100_000

/** @throws NoAnswer */
export async function askProvider({ url, headers, fields }: ProviderRequest, arePrivateAllowed: boolean): Promise<ProviderReply> {
  const { status, body } = await ask({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body: new URLSearchParams(fields).toString(),
    arePrivateAllowed,
    deadlineMs: smsDeadlineMs,
    bytesMost: replyBytesMost,
  })
  return { status, json: objectOf(body) }
}

function objectOf(body: Buffer): ProviderReply['json'] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
