import { type Clock, type Logger, toAppError } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import {
  type Caller,
  isUnreachable,
  type Known,
  type KnownProjects,
  type ProjectDirectory,
  type ProjectService,
  type ServiceReply,
  type SocketNote,
  type SocketUpgrade,
} from '@colonnade/projects'
import { publicJwks } from '@colonnade/tokens'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Authenticator, createAuthenticator, type Credentials, type Identity } from './authentication/authenticate.ts'
import { createCallCounter } from './call-counter.ts'
import { clientRequestId, corsHeaders, forwardedHeaders, isPreflight, preflightHeaders } from './headers.ts'
import { createKeyUseCounter } from './key-use.ts'
import { callBudgets, refusedBodyMs } from './limits.ts'
import { importSigningKeys } from './authentication/signing-keys.ts'
import { respond } from './respond.ts'
import type { RequestLog, RequestRow } from './request-log.ts'
import { demandsOf, type Refusal, refusalReply, type ServiceName } from './services.ts'

/** A call below `/api/<ref>/<service>/v1`. */
export interface GatewayCall {
  readonly ref: string
  readonly service: ServiceName
  /** After `/v1`, still encoded; `/` when there is nothing. */
  readonly path: string
  /** After the question mark, still encoded. */
  readonly search: string
  /** Where from, as trusted proxies have it. */
  readonly address: string
  /** URL as the client sees it, up to and including `/v1`. */
  readonly publicUrl: string
  /** Came to a host of the project's own, where the dashboard is not. */
  readonly isOwnHost?: boolean
  /** Came to the S3 API's own endpoint, which `publicUrl` is. */
  readonly isS3Endpoint?: true
  /** For a request that brings no good id of its own. */
  readonly requestId: string
}

/** The connection of a request for a WebSocket, and what the client has sent on it since. */
export interface GatewaySocket {
  readonly socket: Duplex
  readonly head: Buffer
}

export interface Gateway extends AsyncDisposable {
  /** Answers a call, whatever happens; resolves once the reply is written, or the service has taken the connection. */
  serve(call: GatewayCall, request: IncomingMessage, response: ServerResponse, connection?: GatewaySocket): Promise<void>
}

export interface GatewayParts {
  readonly projects: Pick<ProjectDirectory, 'settled' | 'reportKeyUse'>
  readonly known: KnownProjects
  readonly services: Readonly<Partial<Record<ServiceName, ProjectService>>>
  readonly clock: Clock
  readonly logger: Logger
  readonly log: RequestLog
  /** In place of the usual ones. */
  readonly budgets?: Partial<typeof callBudgets>
}

/** State of a call, for its log row. */
interface Progress {
  /** The service has taken over the connection. */
  isTaken: boolean
  identity: Identity | null
  status: number
  log: Readonly<Record<string, string | number>>
  /** Row of a connection that a service took over; it ends later. */
  row: RequestRow | null
}

const noProject: Refusal = { status: 404, message: 'Project not found' }
const noService: Refusal = { status: 404, message: 'This service is not available here' }
const restIsOff: Refusal = { status: 404, message: 'The data API is disabled for this project' }
const paused: Refusal = { status: 540, message: 'The project is paused. Restore it in the dashboard.' }
const unhealthy: Refusal = { status: 503, message: 'The project is not available right now', headers: { 'retry-after': '5' } }
const upgrading: Refusal = { status: 503, message: 'The project is being upgraded', headers: { 'retry-after': '30' } }
const unreachable: Refusal = { status: 503, message: 'The project can’t be looked up right now', headers: { 'retry-after': '5' } }
const failed: Refusal = { status: 500, message: 'Something went wrong on our side' }

/** Replies in place of the service's while the project is in another state. */
const closedStates = { paused, unhealthy, upgrading } as const

const jwksPath = '/.well-known/jwks.json'

export function createGateway({ projects, known, services, clock, logger, log, budgets }: GatewayParts): Gateway {
  const authenticators = new WeakMap<Known, Authenticator>()
  const limits = { ...callBudgets, ...budgets }
  const counters = { calls: createCallCounter(limits.calls, clock), unknownRefs: createCallCounter(limits.unknownRefs, clock) }
  const uses = createKeyUseCounter(projects, clock, logger)

  const authenticatorOf = (ref: string, found: Known): Authenticator => {
    const made = authenticators.get(found) ?? createAuthenticator(ref, found.keys)
    authenticators.set(found, made)
    return made
  }
  const countCall = (budget: keyof typeof callBudgets, key: string): Refusal | null => {
    const seconds = counters[budget](key)
    if (seconds === 0) return null
    return { status: 429, message: `Too many requests. Try again in ${seconds} seconds.`, headers: { 'retry-after': String(seconds) } }
  }
  /** Origins that may read what the data API says; what the platform can't say now is not in the way of any. */
  const originsOf = async ({ ref, service }: GatewayCall): Promise<readonly string[] | null> => {
    if (service !== 'rest' || !known.has(ref)) return null
    return allowedOrigins(ref)
  }
  /** Includes projects without recent calls: browsers cache the reply for a day. */
  const originsBefore = async ({ ref, service, address }: GatewayCall): Promise<readonly string[] | null> => {
    if (service !== 'rest' || (!known.has(ref) && countCall('unknownRefs', addressKey(address)) !== null)) return null
    return allowedOrigins(ref)
  }
  const allowedOrigins = async (ref: string): Promise<readonly string[] | null> => {
    const finding = known.find(ref)
    const found = isActive(finding) ? finding : await Promise.resolve(finding).catch(() => null)
    const origins = found?.rest.allowedOrigins ?? ['*']
    return origins.includes('*') ? null : origins
  }
  /** A project that is starting is waited for: its clients would only ask again. */
  const findUsable = async (ref: string, finding: ReturnType<typeof known.find>): Promise<Known | Refusal> => {
    let found = await finding
    if (found?.project.state === 'starting') {
      await projects.settled(ref)
      found = await known.find(ref)
    }
    if (found === null) return noProject
    const { state } = found.project
    if (state === 'active') return found
    return state === 'starting' ? unhealthy : closedStates[state]
  }
  /** Authenticates a later token of a connection's client in the same way as its first. */
  const prove = async ({ ref, service, path }: GatewayCall, token: string): ReturnType<SocketUpgrade['prove']> => {
    const found = await known.find(ref)
    if (found === null) return { refusal: 'unknown_key' }
    const demands = { ...demandsOf(service, path, 'GET'), key: 'optional' } as const
    const outcome = authenticatorOf(ref, found).authenticate({ apiKey: null, bearer: token, isFromBrowser: false }, clock.now(), demands)
    if ('refusal' in outcome) return { refusal: 'unknown_key' }
    const { role, claims, userId, signingKeyId, tokenRefusal } = outcome.identity
    if (tokenRefusal !== null) return { refusal: tokenRefusal }
    if (signingKeyId !== null) uses.count(ref, { keyId: signingKeyId, address: '', client: '' })
    return { role, claims, userId }
  }
  const recheck = async ({ ref, service, path }: GatewayCall, credentials: Credentials, token: string | null): Promise<string | null> => {
    const found = await known.find(ref)
    if (found === null) return 'unknown_key'
    const demands = demandsOf(service, path, 'GET')
    const shown = token === null ? credentials : { apiKey: null, bearer: token, isFromBrowser: false }
    const outcome = authenticatorOf(ref, found).authenticate(shown, clock.now(), token === null ? demands : { ...demands, key: 'optional' })
    return 'refusal' in outcome ? 'unknown_key' : outcome.identity.tokenRefusal
  }
  const note = (ref: string, { row }: Progress, { status, role, userId, log: more }: SocketNote): void => {
    if (row === null || !known.has(ref)) return
    const own = { id: randomUUID(), timestamp: clock.date().toISOString(), status, duration_ms: 0, role, user_id: userId }
    log.write(ref, { ...row, ...own, attributes: { ...row.attributes, ...more } })
  }
  const writeEnd = async (ref: string, row: RequestRow, startedAt: number, ended: NonNullable<ServiceReply['ended']>): Promise<void> => {
    const more = await ended
    const own = { timestamp: clock.date().toISOString(), duration_ms: milliseconds(performance.now() - startedAt) }
    log.write(ref, { ...row, ...own, attributes: { ...row.attributes, ...more } })
  }
  const answer = async (
    call: GatewayCall,
    request: IncomingMessage,
    signal: AbortSignal,
    requestId: string,
    progress: Progress,
    take: SocketUpgrade['take'] | null,
  ): Promise<ServiceReply> => {
    const { ref, service, address } = call
    const refuse = (refusal: Refusal): ServiceReply => refusalReply(service, refusal)
    if (!known.has(ref)) {
      const tooMany = countCall('unknownRefs', addressKey(address))
      if (tooMany !== null) return refuse(tooMany)
    }
    const finding = known.find(ref)
    // the usual case, without a turn of the event loop
    const usable = isActive(finding) ? finding : await findUsable(ref, finding)
    if ('status' in usable) return refuse(usable)
    if (service === 'auth' && call.path === jwksPath) return jwksReply(usable)
    const credentials = credentialsOf(request, call)
    const outcome = authenticatorOf(ref, usable).authenticate(credentials, clock.now(), demandsOf(service, call.path, request.method ?? 'GET'))
    const counted = 'identity' in outcome ? (outcome.identity.key?.id ?? 'keyless') : 'refused'
    const tooMany = countCall('calls', `${ref} ${counted} ${addressKey(address)}`)
    if (tooMany !== null) return refuse(tooMany)
    if ('refusal' in outcome) return refuse(outcome.refusal)
    progress.identity = outcome.identity
    const serve = services[service]
    if (serve === undefined) return refuse(noService)
    if (service === 'rest' && !usable.rest.isEnabled) return refuse(restIsOff)
    const { role, claims, userId, signingKeyId, key, tokenRefusal } = outcome.identity
    const caller: Caller = { ref, role, claims, tokenRefusal, userId, keyPrefix: key?.prefix ?? null, address, requestId }
    const isFunction = service === 'functions'
    const headers = forwardedHeaders(request.headers, address, { areKeysKept: isFunction, areCookiesKept: isFunction && call.isOwnHost === true })
    if (key !== null) {
      if (typeof headers['apikey'] === 'string' && !isFunction) headers['apikey'] = key.prefix
      uses.count(ref, { keyId: key.id, address, client: clientOf(request) })
    }
    // the API key identifies the caller
    if (signingKeyId !== null) uses.count(ref, { keyId: signingKeyId, address: '', client: '' })
    const method = request.method ?? 'GET'
    const upgrade = take && {
      upgrade: {
        take,
        prove: (token: string) => prove(call, token),
        recheck: (token: string | null) => recheck(call, credentials, token),
        note: (noted: SocketNote) => note(call.ref, progress, noted),
      },
    }
    const endpoint = call.isS3Endpoint === true ? ({ isS3Endpoint: true } as const) : {}
    const asked = { method, path: call.path, search: call.search, headers, publicUrl: call.publicUrl, body: request, signal }
    return serve({ ...asked, ...endpoint, ...upgrade }, caller)
  }

  return {
    async serve(call, request, response, connection) {
      const startedAt = performance.now()
      const requestId = clientRequestId(request.headers) ?? call.requestId
      const { origin } = request.headers
      const corsOf = async () => corsHeaders(origin, await originsOf(call))
      // functions answer for themselves which origins may read them
      const isFunction = call.service === 'functions'
      if (!isFunction && isPreflight(request.method ?? '', request.headers)) {
        const cors = corsHeaders(origin, await originsBefore(call))
        return respond(response, { status: 200, headers: preflightHeaders(request.headers), body: null }, { ...cors, 'x-request-id': requestId })
      }
      const leaving = new AbortController()
      response.once('close', () => {
        if (!response.writableFinished) leaving.abort()
      })
      const progress: Progress = { isTaken: false, identity: null, status: 0, log: {}, row: null }
      const take = (upgraded: GatewaySocket) => (): ReturnType<SocketUpgrade['take']> => {
        progress.isTaken = true
        response.detachSocket(request.socket)
        return { request, ...upgraded }
      }
      let reply: ServiceReply
      try {
        reply = await answer(call, request, leaving.signal, requestId, progress, connection ? take(connection) : null)
      } catch (error) {
        const refusal = isUnreachable(error) ? unreachable : failed
        if (refusal === failed)
          logger.error('service failed', { ref: call.ref, service: call.service, request_id: requestId, error: toAppError(error) })
        reply = refusalReply(call.service, refusal)
      }
      progress.status = reply.status
      progress.log = reply.log ?? {}
      if (!progress.isTaken) {
        // only now is the project known, if it was not
        const cors = origin === undefined || isFunction ? null : await corsOf()
        await respond(response, reply, { ...cors, 'x-request-id': requestId, 'sb-request-id': requestId })
        if (!request.complete) dropRest(request)
      }
      // a log of its own for every ref that somebody makes up would fill the disk
      if (!known.has(call.ref)) return
      const row = rowOf(call, request, requestId, progress, performance.now() - startedAt, clock.date())
      if (!progress.isTaken || reply.ended === undefined) log.write(call.ref, row)
      else {
        progress.row = row
        // nothing of the request is kept for as long as its connection
        void writeEnd(call.ref, row, startedAt, reply.ended)
      }
    },
    async [Symbol.asyncDispose]() {
      await uses[Symbol.asyncDispose]()
    },
  }
}

function isActive(found: Known | null | Promise<Known | null>): found is Known {
  return found !== null && !(found instanceof Promise) && found.project.state === 'active'
}

/** The rest of a body that nobody wants: clients that send first and read then get their answer, and no more than that. */
function dropRest(request: IncomingMessage): void {
  if (request.destroyed) return
  const timer = setTimeout(() => request.destroy(), refusedBodyMs).unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.resume()
}

/** Returns the client's name: `supabase-js/2.119.1`, or the start of its user agent. */
function clientOf({ headers }: IncomingMessage): string {
  return (short(headers['x-client-info']) || short(headers['user-agent']).split(' ', 1)[0]!).slice(0, 60)
}

/** WebSockets can't send headers, so their clients name the key in the URL; some send the token there as well. */
function credentialsOf({ headers }: IncomingMessage, { service, search }: GatewayCall): Credentials {
  const inHeader = (service === 'realtime' ? headers['x-api-key'] : undefined) ?? headers['apikey']
  const apiKey = typeof inHeader === 'string' ? inHeader : search.includes('apikey=') ? new URLSearchParams(search).get('apikey') : null
  const authorization = headers.authorization
  const bearer = authorization !== undefined && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : null
  return { apiKey, bearer, isFromBrowser: headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-site'] !== undefined }
}

function jwksReply({ keys }: Known): ServiceReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=600' },
    body: JSON.stringify(publicJwks(importSigningKeys(keys))),
  }
}

function rowOf(
  { path, service, search, address }: GatewayCall,
  { method = '', headers }: IncomingMessage,
  requestId: string,
  { identity, status, log }: Progress,
  durationMs: number,
  date: Date,
): RequestRow {
  return {
    id: randomUUID(),
    timestamp: date.toISOString(),
    source: 'edge_logs',
    request_id: requestId,
    method,
    path: `/${service}/v1${path}`,
    search: withoutKeys(search),
    status,
    duration_ms: milliseconds(durationMs),
    role: identity?.role ?? null,
    user_id: identity?.userId ?? null,
    attributes: {
      'request.headers.x_real_ip': address,
      'request.headers.user_agent': short(headers['user-agent']),
      'request.headers.x_client_info': short(headers['x-client-info']),
      'request.headers.referer': short(headers.referer),
      ...(identity?.key && { 'key.prefix': identity.key.prefix }),
      ...log,
    },
  }
}

function milliseconds(duration: number): number {
  return Math.round(duration * 1000) / 1000
}

function short(text: string | readonly string[] | undefined): string {
  return typeof text === 'string' ? text.slice(0, 300) : ''
}

/** Keys and tokens don't belong into a log. */
function withoutKeys(search: string): string {
  if (!/apikey|token|code/i.test(search)) return search.slice(0, 2_000)
  return search.replace(/(^|&)((?:apikey|token|access_token|refresh_token|code)=)[^&]*/gi, '$1$2…').slice(0, 2_000)
}
