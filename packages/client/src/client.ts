import { AppError, errorTable, type ErrorCode } from '@colonnade/core'
import type { Endpoint, Input, Output, PathParams } from '@colonnade/contracts/foundation/endpoint'
import { readEvents } from './event-stream.ts'

type Args<E extends Endpoint> = (E['path'] extends `${string}{${string}` ? { readonly params: PathParams<E['path']> } : unknown) &
  ('query' extends keyof E ? { readonly query?: Input<E['query']> } : unknown) &
  ('headers' extends keyof E ? { readonly headers?: Partial<Input<E['headers']>> } : unknown) &
  ('body' extends keyof E ? { readonly body: Input<E['body']> } : unknown) &
  ('upload' extends keyof E ? { readonly file: Blob } : unknown) & {
    readonly signal?: AbortSignal | undefined
  }

type IsStream<E> = E extends { readonly stream: true } ? true : false

/** One call: stream endpoints give an async iterable, all others a promise of the reply. Arguments are optional when none is needed. */
export type Call<E extends Endpoint> =
  {} extends Args<E>
    ? (args?: Args<E>) => IsStream<E> extends true ? AsyncIterable<Output<E['reply']>> : Promise<Output<E['reply']>>
    : (args: Args<E>) => IsStream<E> extends true ? AsyncIterable<Output<E['reply']>> : Promise<Output<E['reply']>>

type Api = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

export type Client<A extends Api> = { readonly [Noun in keyof A]: { readonly [Verb in keyof A[Noun]]: Call<A[Noun][Verb]> } }

export interface ClientOptions {
  /** e.g. "http://127.0.0.1:8000"; empty in the browser, where calls go to the page's own origin. */
  readonly baseUrl?: string
  readonly fetch?: typeof globalThis.fetch
  /** Sent with every call, e.g. a cookie in tests. */
  readonly headers?: () => Record<string, string>
  /** Called for every refused call, for example to react to a lost session. */
  readonly onRefusal?: (error: AppError) => void
}

/**
 * A typed client of a set of endpoints: `api.notifications.list({ query })`, `api.projects.retrieve({ params: { ref } })`,
 * `api.feedback.attach({ file })`. A download is the file's bytes.
 * Every failure is an AppError: the server's own, `unavailable` when it can't be reached, or no whole answer came: of a change its message says
 * that it may have been done. An aborted signal rejects with its reason.
 */
export function createClient<A extends Api>(api: A, options: ClientOptions = {}): Client<A> {
  const client = Object.fromEntries(
    Object.entries(api).map(([noun, endpoints]) => [
      noun,
      Object.fromEntries(Object.entries(endpoints).map(([verb, endpoint]) => [verb, callOf(endpoint, options)])),
    ]),
  )
  return client as Client<A>
}

interface AnyArgs {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly file?: Blob
  readonly signal?: AbortSignal
}

function callOf(endpoint: Endpoint, options: ClientOptions) {
  if (endpoint.stream) {
    return (args: AnyArgs = {}) =>
      readEvents((lastEventId) => send(endpoint, options, args, lastEventId === '' ? {} : { 'last-event-id': lastEventId }), args.signal)
  }
  return async (args: AnyArgs = {}) => {
    const response = await send(endpoint, options, args, {})
    try {
      if (endpoint.download) return new Uint8Array(await response.arrayBuffer())
      return response.status === 204 ? undefined : ((await response.json()) as unknown)
    } catch (error) {
      if (args.signal?.aborted) throw error
      throw mayBeDone(endpoint) ? unanswered(error) : new AppError('unavailable', {}, { message: cutText, cause: error })
    }
  }
}

const unreachableText = 'Colonnade can’t be reached. Check that it’s running.'
const cutText = 'The response from Colonnade was interrupted. Try again.'
const offlineText = 'This browser is offline. Colonnade reconnects when the network is back.'

/** The reply was lost; `may_be_done` in the details is true, because the call may have succeeded. */
const lost = (how: string, details: { readonly status?: number } = {}, cause?: unknown) =>
  new AppError(
    'unavailable',
    { ...details, may_be_done: true },
    { message: `${how}, so the change may be saved. Check before you try again.`, cause },
  )
const unanswered = (cause: unknown) => lost('Colonnade didn’t respond', {}, cause)

/** Only looked at once nobody has answered: without a network what runs on the same machine still does. */
function isOffline(): boolean {
  return (globalThis as { readonly navigator?: { readonly onLine?: boolean } }).navigator?.onLine === false
}

/** Whether a call changes something that somebody would do a second time, or miss. Nobody knows how far one came that has no answer. */
function mayBeDone({ method, audit, auth }: Endpoint): boolean {
  return method !== 'GET' && audit !== undefined && auth !== 'public'
}

async function send(endpoint: Endpoint, options: ClientOptions, args: AnyArgs, headers: Record<string, string>): Promise<Response> {
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      ...options.headers?.(),
      ...(endpoint.headers && { version: '2', ...args.headers }),
      ...(args.body !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.upload && { 'content-type': endpoint.upload }),
      ...headers,
    },
    ...(args.body !== undefined && { body: JSON.stringify(args.body) }),
    ...(args.file && { body: args.file }),
    ...(args.signal && { signal: args.signal }),
  }
  // an offline browser sent nothing, so the call did not happen
  const wasOffline = isOffline()
  let response: Response
  try {
    response = await (options.fetch ?? globalThis.fetch)((options.baseUrl ?? '') + urlOf(endpoint, args), request)
  } catch (error) {
    if (args.signal?.aborted) throw error
    if (mayBeDone(endpoint) && !wasOffline) throw unanswered(error)
    throw new AppError('unavailable', {}, { message: isOffline() ? offlineText : unreachableText, cause: error })
  }
  if (response.ok) return response
  const error = await errorOf(endpoint, response)
  options.onRefusal?.(error)
  throw error
}

function urlOf(endpoint: Endpoint, args: AnyArgs): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(args.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

async function errorOf(endpoint: Endpoint, response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => null)) as {
    code?: string
    message?: string
    details?: Record<string, unknown>
    request_id?: string
  } | null
  if (body?.code !== undefined && body.code in errorTable) {
    return new AppError(body.code as ErrorCode, { ...body.details, request_id: body.request_id }, { message: body.message })
  }
  const { status } = response
  // a proxy in front of it has lost the answer
  if ((status === 502 || status === 504) && mayBeDone(endpoint)) return lost(`The server answered ${status}`, { status })
  return new AppError(status >= 500 ? 'unavailable' : 'bad_request', { status }, { message: `The server answered ${status}` })
}
