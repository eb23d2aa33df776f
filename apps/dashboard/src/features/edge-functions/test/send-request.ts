import type { Client } from '../../../scope/database-role/client.ts'
import { requestToken } from '../../../scope/request-tokens/request-token.ts'
import { isTextual } from './request-text.ts'

export interface TestRequest {
  readonly method: string
  /** Path below the function, with its query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null for no body. */
  readonly body: string | null
}

/** A response, as far as it has arrived. */
export interface TestReply {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly contentType: string
  readonly requestId: string | null
  /** Milliseconds until the headers arrived. */
  readonly firstMs: number
  /** Milliseconds until the end; null while it's arriving. */
  readonly wholeMs: number | null
  /** The body so far; null if it isn't text. */
  readonly text: string | null
  readonly bytes: number
  /** True if the body is cut. */
  readonly isCut: boolean
}

const shownCharactersMost = 500_000

/**
 * Calls a function as a client, and reports the response as it arrives.
 *
 * @throws Error without a response, or if it was cut off
 */
export async function sendRequest(
  ref: string,
  slug: string,
  client: Client,
  { method, path, headers, body }: TestRequest,
  onReply: (reply: TestReply) => void,
  signal: AbortSignal,
): Promise<void> {
  const { token } = await requestToken(ref, client, true)
  const startedAt = performance.now()
  // uses the dashboard's origin, which serves every project's gateway
  const response = await fetch(`/api/${ref}/functions/v1/${slug}${path}`, {
    method,
    headers: [['authorization', `Bearer ${token}`], ...headers.map(([name, value]): [string, string] => [name, value])],
    body,
    credentials: 'omit',
    redirect: 'manual',
    signal,
  })
  const contentType = response.headers.get('content-type') ?? ''
  const isText = isTextual(contentType)
  let reply: TestReply = {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    contentType,
    requestId: response.headers.get('sb-request-id'),
    firstMs: performance.now() - startedAt,
    wholeMs: null,
    text: isText ? '' : null,
    bytes: 0,
    isCut: false,
  }
  onReply(reply)
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    const more = isText && !reply.isCut ? decoder.decode(value, { stream: !done }) : ''
    const text = (reply.text ?? '') + more
    reply = {
      ...reply,
      bytes: reply.bytes + (value?.length ?? 0),
      ...(isText && { text: text.slice(0, shownCharactersMost), isCut: reply.isCut || text.length > shownCharactersMost }),
      ...(done && { wholeMs: performance.now() - startedAt }),
    }
    onReply(reply)
    if (done) return
  }
}
