import type { Body, BodyShape, Method, ParsedRequest, RestRequest, Target } from '../request.ts'
import { RestError } from '../rest-error.ts'
import { type BodyContext, readBody, readBodyInSlices } from './bodies/body.ts'
import { Draft } from './draft.ts'
import { readAccept } from './headers/accept.ts'
import { preferencesKey, readPreferences } from './headers/prefer.ts'
import { asCharacters, decodeSegment } from './percent-encoding.ts'
import { readQuery } from './query/query-string.ts'
import { readRangeHeader } from './query/ranges.ts'

/** A request below `/rest/v1`, as a server or a browser has it. */
export interface RequestInput {
  /** Upper case. */
  readonly method: string
  /** Still encoded: `/films`, or `/` for the root. */
  readonly path: string
  /** After the question mark, still encoded; empty without one. */
  readonly search: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array | null
}

/**
 * Parses everything in a request that doesn't depend on the database. Throws nothing but RestError, with PostgREST's code, message and
 * details.
 */
export function parseRequest(input: RequestInput): ParsedRequest {
  const head = readHead(input)
  return withBody(head, head.hasBody ? readBody(input.body, head.content) : null)
}

/**
 * Parses a request with a long body in slices of about a millisecond, so that a server can answer others in between. Yields how many bytes
 * it holds beside what was sent. Throws as `parseRequest` does.
 */
export function* parseRequestInSlices(
  input: Omit<RequestInput, 'body'> & { readonly body: readonly Uint8Array[] },
): Generator<number, ParsedRequest> {
  const head = readHead(input)
  return withBody(head, head.hasBody ? yield* readBodyInSlices(input.body, head.content) : null)
}

interface Head {
  readonly draft: Draft
  readonly request: Omit<RestRequest, 'body'>
  readonly hasBody: boolean
  readonly content: BodyContext
}

function readHead({ method: sent, path, search, headers }: Omit<RequestInput, 'body'>): Head {
  const target = readTarget(path)
  const method = readMethod(sent, target)
  const isWrite = method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE'
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = headerOf(headers, isWrite ? 'content-profile' : 'accept-profile') ?? null
  const accept = headerOf(headers, 'accept')
  const preferences = readPreferences(headerOf(headers, 'prefer'))
  const rangeHeader = method === 'GET' ? headerOf(headers, 'range') : undefined

  const draft = new Draft()
  draft.shape = `${method} ${target.kind === 'root' ? '' : `${target.kind} ${target.name}`}`
  draft.addSized(profile ?? '')
  draft.addSized(accept ?? '')
  draft.addSized(preferencesKey(preferences))
  const { query, range, narrowsTop } = readQuery(
    search,
    draft,
    isRead && target.kind === 'routine',
    rangeHeader === undefined ? null : readRangeHeader(rangeHeader),
  )
  if (method === 'PUT' && narrowsTop) {
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const hasBody = isWrite && method !== 'DELETE'
  return {
    draft,
    request: { method, target, profile: profile === '' ? null : profile, query, preferences, accept: readAccept(accept), range },
    hasBody,
    content: { contentType: headerOf(headers, 'content-type'), target, method, columns: query.columns },
  }
}

function withBody({ draft, request }: Head, body: Body | null): ParsedRequest {
  if (body !== null) addBody(draft, body.shape)
  return { shape: draft.shape, request: { ...request, body: body?.shape ?? null }, values: draft.values, body }
}

const methods: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
const routineMethods: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'POST', 'OPTIONS'])
const rootMethods: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'OPTIONS'])

function readMethod(method: string, target: Target): Method {
  if (target.kind === 'routine' && !routineMethods.has(method)) throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  if (!(target.kind === 'root' ? rootMethods : methods).has(method)) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  return method as Method
}

function readTarget(path: string): Target {
  if (path === '/' || path === '') return { kind: 'root' }
  const [first, ...segments] = asCharacters(path).split('/')
  const [name = '', routine, ...more] = segments.map(decodeSegment)
  if (first === '' && name !== '') {
    if (routine === undefined) return { kind: 'relation', name }
    if (name === 'rpc' && routine !== '' && more.length === 0) return { kind: 'routine', name: routine }
  }
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

/** Joins repeated headers with commas. */
function headerOf(headers: RequestInput['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value.join(', ')
}

function addBody(draft: Draft, shape: BodyShape): void {
  if (shape.kind === 'raw') {
    draft.shape += `\0b${shape.type}`
    return
  }
  draft.shape += shape.isArray ? '\0b[' : '\0b{'
  if (shape.keys !== null) for (const key of shape.keys) draft.addSized(key)
  else draft.shape += '\0*'
}
