import type { RequestToken } from '@colonnade/contracts/api/request-tokens'
import { dataApi } from '../data-client.ts'
import type { Claims } from '../database-role/claims.ts'
import { unlessLocked } from '../production-lock/unless-locked.ts'

/** As whom a request is sent. */
export interface TokenHolder {
  readonly role: string
  readonly claims: Claims
}

/** A token with less time left is replaced, because a request may take a while to be sent. */
const leastLeftMs = 30_000
let kept: { readonly key: string; readonly token: RequestToken } | null = null

/** Signs a token for trying requests. Reuses it for further requests. */
export async function requestToken(ref: string, { role, claims }: TokenHolder, isWriting: boolean): Promise<RequestToken> {
  const key = JSON.stringify([ref, role, claims, isWriting])
  if (kept?.key === key && Date.parse(kept.token.expires_at) - Date.now() > leastLeftMs) return kept.token
  const token = await unlessLocked(ref, (confirmed) =>
    dataApi.requestTokens.create({ params: { ref }, body: { role, claims: { ...claims }, is_writing: isWriting, ...confirmed } }),
  )
  kept = { key, token }
  return token
}
