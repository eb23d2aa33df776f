import type { Endpoint, Output, PathParams } from '@colonnade/contracts/foundation/endpoint'
import type { MemoryClaim } from '@colonnade/core'
import type { FileStream } from './streams.ts'

/** Something that can write a line of the audit log: a transaction of the service. */
export type AuditRecorder<Tx> = (tx: Tx, target: AuditTarget) => Promise<void>

export interface AuditTarget {
  readonly organizationId?: string | undefined
  readonly projectRef?: string | undefined
  /** Who did it, where the request itself doesn't say (signing in). */
  readonly userId?: string | undefined
  readonly details?: { readonly [key: string]: unknown }
}

/**
 * A function on types: what a handler gets as `scope` for its endpoint. A service states its own by extending this with a `scope` that
 * depends on `this['endpoint']`, and its policy's `authorize` returns that for the same endpoints.
 */
export interface ScopeRule {
  readonly endpoint: Endpoint
  readonly scope: unknown
}

/** What a service brings: its context, who calls, what calls are about, and its transaction. */
export interface ServiceTypes {
  readonly context: unknown
  readonly actor: unknown
  readonly scopes: ScopeRule
  readonly transaction: unknown
}

type ScopeOf<S extends ServiceTypes, E extends Endpoint> = (S['scopes'] & { readonly endpoint: E })['scope']

export interface RequestFacts {
  readonly id: string
  /** The caller's address. */
  readonly address: string
  /** How the caller reached us: `http://localhost:8000`. What they sent, so good for answering them and nobody else. */
  readonly origin: string
  readonly userAgent: string | null
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal
  /** What this call holds in memory, until its reply is read or its caller gone. Bodies are in it; a handler that makes much adds to it. */
  readonly memory: MemoryClaim
  /** Called when the reply has been sent, or the caller is gone. */
  readonly onEnd: (callback: () => void) => void
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** What follows `Bearer` in the Authorization header (RFC 6750, 2.1); null without one. Who sends it is who it says, whatever the cookies are. */
  readonly bearer: string | null
  /** The Last-Event-ID header of an event stream. */
  readonly lastEventId: string | null
}

export interface Cookie {
  readonly name: string
  /** Empty to remove it. */
  readonly value: string
  readonly maxAgeSeconds: number
  readonly secure: boolean
}

export interface HandlerInput<S extends ServiceTypes, E extends Endpoint> {
  readonly ctx: S['context']
  readonly actor: E['auth'] extends 'user' | 'owner' ? S['actor'] : S['actor'] | null
  readonly scope: ScopeOf<S, E>
  readonly params: PathParams<E['path']>
  readonly query: 'query' extends keyof E ? Output<E['query']> : undefined
  /** By their names in lower case. */
  readonly headers: 'headers' extends keyof E ? Output<E['headers']> : undefined
  /** Of an upload: the file; of an octet stream, its chunks as they come. */
  readonly body: 'upload' extends keyof E ? FileOf<E> : 'body' extends keyof E ? Output<E['body']> : undefined
  readonly request: RequestFacts
  readonly setCookie: (cookie: Cookie) => void
  /** Writes the endpoint's audit event; call it in the transaction of the change. */
  readonly audit: AuditRecorder<S['transaction']>
  /** Replaces `audit` if the call changed nothing: no entry is written. */
  readonly unchanged: () => void
}

export interface StreamEvent<Data> {
  readonly id: string
  readonly data: Data
}

type FileOf<E extends Endpoint> = E['upload'] extends 'application/octet-stream' | 'multipart/form-data' ? AsyncIterable<Uint8Array> : Uint8Array

type Handled<E extends Endpoint> = E extends { readonly download: 'application/octet-stream' } ? FileStream | Promise<FileStream> : HandledWhole<E>

type HandledWhole<E extends Endpoint> = E extends { readonly stream: true }
  ? AsyncIterable<StreamEvent<Output<E['reply']>>> | Promise<AsyncIterable<StreamEvent<Output<E['reply']>>>>
  : Output<E['reply']> | Promise<Output<E['reply']>>

/** An endpoint with what answers it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (input: AnyInput) => unknown
}

/** The same input with its types forgotten: what the HTTP layer itself passes. */
export type AnyInput = { readonly [Field in keyof HandlerInput<ServiceTypes, Endpoint>]: unknown }

/**
 * `const serve = serveWith<{ context: PlatformContext; actor: Actor; … }>()` gives a service its own `serve(endpoint, handler)`,
 * in which the handler's input and result are typed by the endpoint.
 */
export function serveWith<S extends ServiceTypes>() {
  return <const E extends Endpoint>(endpoint: E, handler: (input: HandlerInput<S, E>) => Handled<E>): Route => ({
    endpoint,
    handle: (input) => handler(input as HandlerInput<S, E>),
  })
}
