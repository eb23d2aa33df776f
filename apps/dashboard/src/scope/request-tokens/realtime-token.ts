import type { RequestToken } from '@colonnade/contracts/api/request-tokens'
import { dataApi } from '../data-client.ts'
import type { TokenHolder } from './request-token.ts'

/** A token with less than this left is replaced: the service ends a channel whose token has ended. */
const leastLeftMs = 120_000

/**
 * Returns a function that gives a token for realtime alone, for somebody with this role and these claims. It gives the same one until that is
 * about to expire, so that a page can stay connected.
 */
export function realtimeTokens(ref: string, { role, claims }: TokenHolder): () => Promise<string> {
  let lent: Promise<RequestToken> | null = null
  return async () => {
    const known = await lent?.catch(() => null)
    if (known && Date.parse(known.expires_at) - Date.now() > leastLeftMs) return known.token
    lent = dataApi.requestTokens.create({ params: { ref }, body: { role, claims: { ...claims }, service: 'realtime' } })
    return (await lent).token
  }
}
