import { type Explanation, explanationType } from '@colonnade/rest-query'
import { watchedFetch } from '../../../scope/reachability.ts'
import { requestToken, type TokenHolder } from '../../../scope/request-tokens/request-token.ts'
import type { PlainRequest } from './request-draft.ts'

export interface RequestCaller extends TokenHolder {
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

/** Sends a request through the project's gateway, as a client with this role and these claims would. */
export async function sendRequest(
  ref: string,
  request: PlainRequest,
  caller: RequestCaller,
  isWriting: boolean,
  signal: AbortSignal,
): Promise<Received> {
  const { token } = await requestToken(ref, caller, isWriting)
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
  const { insight_token: token } = await requestToken(ref, caller, false)
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
