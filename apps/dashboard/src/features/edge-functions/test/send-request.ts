import type { Client } from '../../../scope/database-role/client.ts'
import { requestToken } from '../../../scope/request-tokens/request-token.ts'
import { isTextual } from './request-text.ts'

export interface TestRequest {
  readonly method: string
  /** Below the function, with its query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** null for none. */
  readonly body: string | null
}

/** A reply, as far as it has come. */
export interface TestReply {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly contentType: string
  readonly requestId: string | null
  /** Until its headers came. */
  readonly firstMs: number
  /** Until its end; null while it still comes. */
  readonly wholeMs: number | null
  /** What has come of its body; null for one that isn't text. */
  readonly text: string | null
  readonly bytes: number
  /** Only the beginning is shown. */
  readonly isCut: boolean
}

const shownCharactersMost = 500_000

/**
 * Calls a function as a client, and tells of its reply as it comes.
 *
 * @throws Error when no reply came, or it broke off
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
  // on the dashboard's own origin, where every project's gateway is
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
