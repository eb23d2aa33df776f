import type { RequestToken } from '@colonnade/contracts/api/request-tokens'
import { type Explanation, explanationType } from '@colonnade/rest-query'
import { dataApi } from '../../../scope/data-client.ts'
import type { Claims } from '../../../scope/database-role/claims.ts'
import { unlessLocked } from '../../../scope/production-lock/unless-locked.ts'
import { watchedFetch } from '../../../scope/reachability.ts'
import type { PlainRequest } from './request-draft.ts'

export interface RequestCaller {
  readonly role: string
  readonly claims: Claims
  /** A publishable key, or the legacy anon key. */
  readonly apiKey: string
}

export interface Received {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly bytes: number
  readonly durationMs: number
}

/** A token is not used any more when it has less than this left: the request may take a while to be sent. */
const leastLeftMs = 30_000
const tokens = new Map<string, RequestToken>()

/** Tokens are signed for some minutes, and used again while somebody tries one request after the other. */
async function tokenFor(ref: string, { role, claims }: RequestCaller, isWriting: boolean): Promise<RequestToken> {
  const key = JSON.stringify([ref, role, claims, isWriting])
  const kept = tokens.get(key)
  if (kept !== undefined && Date.parse(kept.expires_at) - Date.now() > leastLeftMs) return kept
  const token = await unlessLocked(ref, (confirmed) =>
    dataApi.requestTokens.create({ params: { ref }, body: { role, claims: { ...claims }, is_writing: isWriting, ...confirmed } }),
  )
  tokens.clear()
  tokens.set(key, token)
  return token
}

/** Sends a request through the project's gateway, as a client with this role and these claims would. */
export async function sendRequest(
  ref: string,
  request: PlainRequest,
  caller: RequestCaller,
  isWriting: boolean,
  signal: AbortSignal,
): Promise<Received> {
  const { token } = await tokenFor(ref, caller, isWriting)
  const startedAt = performance.now()
  const reply = await fetchFrom(ref, request, { ...request.headers, apikey: caller.apiKey, authorization: `Bearer ${token}` }, signal)
  const body = await reply.text()
  return {
    status: reply.status,
    statusText: reply.statusText,
    headers: [...reply.headers],
    body,
    bytes: new TextEncoder().encode(body).length,
    durationMs: performance.now() - startedAt,
  }
}

/**
 * Asks how the data API would answer, without running it.
 *
 * @throws Error with what the data API refuses the request for
 */
export async function explainRequest(ref: string, request: PlainRequest, caller: RequestCaller, signal: AbortSignal): Promise<Explanation> {
  const { insight_token: token } = await tokenFor(ref, caller, false)
  const accept = `${explanationType}; for="${request.headers['accept']}"`
  const reply = await fetchFrom(ref, request, { ...request.headers, accept, apikey: caller.apiKey, authorization: `Bearer ${token}` }, signal)
  const answer = (await reply.json()) as Explanation | { readonly message: string }
  if (!('sql' in answer)) throw new Error(answer.message)
  return answer
}

/** On the dashboard's own origin, where every project's gateway is. */
function fetchFrom(
  ref: string,
  { method, path, query, body }: PlainRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  return watchedFetch(`/api/${ref}/rest/v1/${path}${query === '' ? '' : `?${query}`}`, { method, headers, body, signal, credentials: 'omit' })
}
