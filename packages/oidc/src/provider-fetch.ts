import { providerDeadlineSeconds, providerReplyBytesMax } from './limits.ts'

/** What a request to a provider may carry: the part of `fetch` that is used with them. */
export interface ProviderRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Asks a provider: no longer than a deadline, no more than some text, and nobody whom it names in a redirect. */
export async function providerFetch(url: string, { method = 'GET', headers = {}, body, signal }: ProviderRequest): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(providerDeadlineSeconds * 1_000), ...(signal ? [signal] : [])]),
    ...(body !== undefined && body !== null && { body: body as string | URLSearchParams }),
  })
  const text = await readText(response)
  const { status, statusText, headers: told } = response
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : text, { status, statusText, headers: told })
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > providerReplyBytesMax) throw new Error(`The provider sent more than ${providerReplyBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
