import cookie from '@fastify/cookie'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { AppError, isAppError, type Logger, type MemoryBudget, type MemoryClaim, type Random, toAppError } from '@colonnade/core'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { refuseCrossSite } from './cross-site.ts'
import type { IncomingMessage } from 'node:http'
import { type ErrorRenderer, fromFastify, renderError } from './errors.ts'
import { sendEvents } from './event-stream.ts'
import { defaultBodyLimitBytes } from './bodies/body-bytes.ts'
import { checkMediaType, createUploadLine, readUpload, sendFile, takeBodiesUnread, type UploadLine } from './files.ts'
import { readJson } from './bodies/json-body.ts'
import { sendJson } from './json-reply.ts'
import type { AuditTarget, Cookie, Route, RequestFacts, StreamEvent } from './route.ts'
import { dropRest, type FileStream, isMuchUnread, readStream, sendStream } from './streams.ts'
import { validate } from './validation.ts'

const octetStream = 'application/octet-stream' satisfies Endpoint['upload']

const isStreamedTo = ({ upload }: Endpoint): boolean => upload === octetStream || upload === 'multipart/form-data'

/** For receiving a request; answering one (a long query, an event stream) may take any time, and so may a body that is streamed. */
const requestTimeoutMs = 120_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read by its handler, which sees to its time. */
    isStreamed?: boolean
  }
}

/** By what a call names what it is about. */
export interface Named {
  readonly params: Readonly<Record<string, string>>
  /** undefined while it has not been read */
  readonly body: unknown
}

/** What a service decides about every call, in this order: who, how often, in what scope. */
export interface Policy<Actor, Scope, Tx> {
  /** Null for a stranger. @throws AppError where what they show does not open the endpoint, whoever they are */
  authenticate(request: RequestFacts, endpoint: Endpoint): Promise<Actor | null>
  /** The same for all calls of one person, or of strangers from one address. */
  callerKey(actor: Actor | null, request: RequestFacts): string
  /** Whose memory a call uses: that of the project it is about, or else of its caller. `params` are those of its path. */
  memoryOwner(actor: Actor | null, params: Named['params'], request: RequestFacts): string
  /** @throws AppError `rate_limited` */
  limit(endpoint: Endpoint, actor: Actor | null, request: RequestFacts): Promise<void>
  /** Resolves what the path names and checks permission and state. @throws AppError `…_not_found`, `forbidden`, `project_not_active` */
  authorize(endpoint: Endpoint, actor: Actor | null, named: Named, request: RequestFacts): Promise<Scope>
  /** Whether a call's scope is known only from its body, which is then read before `authorize`. Otherwise it is read after, so that a refused caller learns nothing about what it sent. */
  isScopedByBody(endpoint: Endpoint): boolean
  audit(tx: Tx, event: string, actor: Actor | null, request: RequestFacts, target: AuditTarget): Promise<void>
}

export interface HttpAppOptions {
  readonly logger: Logger
  readonly random: Random
  /** Addresses and networks (`10.0.0.0/8`) of proxies that stand in front: what they forward is believed, and nobody else's. */
  readonly trustedProxies?: readonly string[]
  /** What a URL at a host means: the one that is served in its place. */
  readonly rewriteUrl?: (host: string | undefined, url: string) => string
}

/** Answers a request whose path isn't properly encoded, so that no route can be found for it. Returns false for one that it doesn't answer. */
export type BadPathHandler = (request: FastifyRequest, reply: FastifyReply) => boolean

const badPaths = new WeakMap<FastifyInstance, BadPathHandler>()

/** Has requests with such paths answered, which otherwise get the platform's own error. */
export function handleBadPaths(app: FastifyInstance, handler: BadPathHandler): void {
  badPaths.set(app, handler)
}

/** A Fastify instance with our request ids, request log and error replies; services mount their routes on it. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const rewriteUrl = options.rewriteUrl ?? ((_host, url) => url)
  const app: FastifyInstance = fastify({
    logger: false,
    rewriteUrl: (raw: IncomingMessage) => rewriteUrl(raw.headers.host, raw.url ?? '/'),
    trustProxy: [...(options.trustedProxies ?? [])],
    bodyLimit: defaultBodyLimitBytes,
    genReqId: createRequestIds(options.random),
    // Node's own limit for whole requests knows no exceptions: see `limitBodyTime`. That for their heads stays as it is, but has to be said.
    requestTimeout: 0,
    // long lists in URLs of the data API need more than Node's 16 KB
    http: {
      headersTimeout: 60_000,
      maxHeaderSize: 64 * 1024,
      // whoever offers another protocol gets an answer in this one
      shouldUpgradeCallback: ({ method, headers }) => method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
    },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (thrown, request, reply) => {
      try {
        refuseDoubtfulHost(request)
        if (thrown.code === 'FST_ERR_BAD_URL' && badPaths.get(app)?.(request, reply) === true) return
        sendError(thrown, request, reply, options.logger, renderError)
      } catch (error) {
        sendError(error, request, reply, options.logger, renderError)
      }
    },
    forceCloseConnections: true,
    return503OnClosing: true,
  })
  void app.register(cookie)
  // a call without a body may still say that it would be JSON
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
  // these have nothing to wait for, and every request passes them
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    refuseDoubtfulHost(request)
    limitBodyTime(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    options.logger.debug('request', {
      request_id: request.id,
      method: request.method,
      path: request.routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
  app.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply, options.logger, renderError))
  return app
}

const idBytes = 15
const idsAtOnce = 256

/** Ids of 120 random bits. Random bytes are drawn for many at once, because a call for them costs as much as the rest of a small request. */
function createRequestIds(random: Random): () => string {
  let drawn = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= drawn.length) {
      drawn = Buffer.from(random.bytes(idBytes * idsAtOnce))
      at = 0
    }
    at += idBytes
    return `req_${drawn.toString('base64url', at - idBytes, at)}`
  }
}

export interface MountOptions<Context, Actor, Scope, Tx> {
  readonly routes: readonly Route[]
  readonly context: Context
  readonly policy: Policy<Actor, Scope, Tx>
  readonly logger: Logger
  /** What bodies and replies in flight may use. */
  readonly memory: MemoryBudget
  /** A reader that leaves its reply lying for so long is cut off; half a minute unless given. */
  readonly readerPatienceMs?: number
  readonly renderError?: ErrorRenderer
  /** Also checks what handlers answer against the contract, and that audited changes were recorded: for tests. */
  readonly checkReplies?: boolean
}

/** Letters, digits and what else names and addresses are made of, with a port. */
const hostForm = /^(?:\[[\d:a-f.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/**
 * Refuses a request that says more than once, or in no proper form, whom it is for: proxies and we could take it for different hosts
 * (RFC 9112, 3.2).
 *
 * @throws AppError `bad_request`
 */
function refuseDoubtfulHost({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders
  let hosts = 0
  for (let index = 0; index < names.length; index += 2) if (names[index]!.length === 4 && names[index]!.toLowerCase() === 'host') hosts += 1
  const isGood = hosts <= 1 && (raw.headers.host === undefined || hostForm.test(raw.headers.host))
  if (!isGood) throw new AppError('bad_request', {}, { message: 'Send exactly one Host header with a host name or address and a port' })
}

/** Cuts off who sends a body too slowly. */
function limitBodyTime({ raw, routeOptions }: FastifyRequest): void {
  if (routeOptions.config.isStreamed === true) return
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const timer = setTimeout(() => void raw.destroy(), requestTimeoutMs).unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Binds a service's routes. */
export function mount<Context, Actor, Scope, Tx>(app: FastifyInstance, options: MountOptions<Context, Actor, Scope, Tx>): void {
  const uploadLine = createUploadLine()
  // apart from routes that are not ours to bind, which have their bodies read as Fastify does
  void app.register(async (routed: FastifyInstance) => {
    takeBodiesUnread(routed)
    for (const route of options.routes) {
      const { endpoint } = route
      routed.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: endpoint.bodyLimitBytes ?? defaultBodyLimitBytes,
        errorHandler: (thrown, request, reply) => sendError(thrown, request, reply, options.logger, options.renderError ?? renderError),
        // a look at the head would make, and use up, a file that is streamed
        ...(endpoint.download === octetStream && { exposeHeadRoute: false }),
        config: { isStreamed: isStreamedTo(endpoint) },
        handler: (request, reply) => answer(route, options, uploadLine, request, reply),
      })
    }
  })
}

async function answer<Context, Actor, Scope, Tx>(
  { endpoint, handle }: Route,
  { context, policy, memory, readerPatienceMs, checkReplies }: MountOptions<Context, Actor, Scope, Tx>,
  uploadLine: UploadLine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const params = request.params as Readonly<Record<string, string>>
  const facts = requestFacts(request, reply, () => memory.open(policy.memoryOwner(actor, params, facts)))
  // another site can't send the header: browsers send a CORS preflight first, which we don't answer
  if (endpoint.method !== 'GET' && facts.bearer === null) refuseCrossSite(request)
  let actor: Actor | null = null
  actor = await policy.authenticate(facts, endpoint)
  if (endpoint.auth !== 'public' && actor === null) throw new AppError('unauthorized')
  await policy.limit(endpoint, actor, facts)
  const isKnownEarly = !policy.isScopedByBody(endpoint)
  const authorize = (named: unknown) => policy.authorize(endpoint, actor, { params, body: named }, facts)
  const early = isKnownEarly ? await authorize(undefined) : undefined
  const headers = validate(endpoint.headers, 'headers', request.headers)
  const query = validate(endpoint.query, 'query', request.query)
  const isStreamed = isStreamedTo(endpoint)
  checkMediaType(endpoint, request)
  const owner = policy.callerKey(actor, facts)
  const body = isStreamed
    ? readStream(request)
    : endpoint.upload
      ? await uploadLine(owner, () => readUpload(endpoint, request, facts.memory))
      : validate(endpoint.body, 'body', await sentTo(endpoint, request, facts, owner))
  const named = isKnownEarly ? undefined : body
  const scope = isKnownEarly ? early : await authorize(named)

  const claimedBefore = facts.memory.bytes
  let isRecorded = false
  const outcome = handle({
    ctx: context,
    actor,
    scope,
    params,
    query,
    headers,
    body,
    request: facts,
    setCookie: (value: Cookie) => setCookie(reply, value),
    audit: (tx: Tx, target: AuditTarget) => {
      isRecorded = true
      return policy.audit(tx, endpoint.audit ?? '', actor, facts, target)
    },
    unchanged: () => (isRecorded = true),
  })
  const result = await Promise.resolve(outcome).catch(async (error: unknown) => {
    // the resource was removed while the call was handled: report that instead
    if (isAppError(error, 'foreign_key_violation')) await authorize(named)
    throw error
  })

  if (isStreamed) dropRest(request, reply)
  if (endpoint.download === octetStream) return sendStream(reply, result as FileStream)
  if (endpoint.stream) return sendEvents(reply, result as AsyncIterable<StreamEvent<unknown>>, facts.signal)
  if (checkReplies) {
    validateReply(endpoint, result)
    if (endpoint.audit !== undefined && !isRecorded) throw new Error(`${endpoint.method} ${endpoint.path} did not record ${endpoint.audit}`)
  }
  if (endpoint.download) return sendFile(reply, endpoint, result as Uint8Array)
  reply.code(endpoint.status ?? 200).header('cache-control', 'no-store')
  return endpoint.status === 204 ? reply.send() : sendJson(reply, result, facts.memory.bytes > claimedBefore ? null : facts.memory, readerPatienceMs)
}

/** No body is an empty one; `null` is a value that somebody sent. */
async function sentTo(endpoint: Endpoint, request: FastifyRequest, { memory }: RequestFacts, owner: string): Promise<unknown> {
  const sent = endpoint.method === 'GET' ? undefined : await readJson(endpoint, request, memory, owner)
  return sent === undefined ? {} : sent
}

function requestFacts(request: FastifyRequest, reply: FastifyReply, openClaim: () => MemoryClaim): RequestFacts {
  const hangUp = new AbortController()
  const { raw } = reply
  let claim: MemoryClaim | undefined
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  })
  const lastEventId = request.headers['last-event-id']
  return {
    id: request.id,
    address: request.ip,
    origin: `${request.protocol}://${request.host}`,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    signal: hangUp.signal,
    get memory() {
      if (claim !== undefined) return claim
      claim = openClaim()
      const opened = claim
      raw.once('close', () => opened[Symbol.dispose]())
      return claim
    },
    onEnd: (callback) => {
      if (raw.closed || raw.destroyed || raw.writableFinished) return callback()
      raw.once('finish', callback).once('close', callback)
    },
    cookies: request.cookies,
    bearer: bearerOf(request.headers.authorization),
    lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
  }
}

function bearerOf(authorization: string | undefined): string | null {
  const [, token] = /^bearer(?: (.*))?$/i.exec(authorization?.trim() ?? '') ?? [null, null]
  return token === null ? null : (token ?? '').trim()
}

function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds, secure }: Cookie): void {
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: value === '' ? 0 : maxAgeSeconds })
}

function validateReply(endpoint: Endpoint, result: unknown): void {
  try {
    validate(endpoint.reply, 'body', result)
  } catch (error) {
    throw new Error(`${endpoint.method} ${endpoint.path} returned a response that breaks its contract: ${toAppError(error).message}`, {
      cause: error,
    })
  }
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger, render: ErrorRenderer): void {
  if (request.routeOptions?.config?.isStreamed === true || isMuchUnread(request)) dropRest(request, reply)
  const error = fromFastify(thrown, request.routeOptions?.bodyLimit)
  const fields = { request_id: request.id, method: request.method, path: request.routeOptions.url, code: error.code, internal: error.internal }
  if (error.status >= 500) logger.error('request failed', { ...fields, error })
  else logger.debug('request refused', fields)
  if (error.code === 'rate_limited' && typeof error.details['retry_after_seconds'] === 'number') {
    reply.header('retry-after', error.details['retry_after_seconds'])
  }
  // sent as a text, because an error reply has no schema of its own
  void reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(render(error, request.id)))
}
