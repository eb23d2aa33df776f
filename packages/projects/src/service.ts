import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { OwnPage } from './own-page.ts'

/** Who calls a project's service, as the gateway has proved it. */
export interface Caller {
  readonly ref: string
  /** The role of the database that the request acts as. */
  readonly role: string
  /** All claims of the token, as JSON with `role` in it; of an API key alone only that. */
  readonly claims: string
  /** Why a token that was sent proves nothing, for services that answer this themselves; the gateway refuses it for all others. */
  readonly tokenRefusal: string | null
  /** `sub` of the token: the user who is signed in; null without one. */
  readonly userId: string | null
  /** What was called with, as far as it may be logged: of a legacy key its role; null for a call without a key. */
  readonly keyPrefix: string | null
  /** Where from, as trusted proxies have it. */
  readonly address: string
  readonly requestId: string
}

/** Who a token speaks for, or why it proves nothing. */
export type TokenProof = Pick<Caller, 'role' | 'claims' | 'userId'> | { readonly refusal: string }

/** Something that went on over a connection which a service has taken over, for a row of the log of its own. */
export interface SocketNote extends Pick<Caller, 'role' | 'userId'> {
  /** What it would be answered with over HTTP. */
  readonly status: number
  readonly log: NonNullable<ServiceReply['log']>
}

/** A connection that its client wants to keep open as a WebSocket. */
export interface SocketUpgrade {
  /** Hands the connection over to the service, which answers the handshake; of what it returns, only `status`, `log` and `ended` count then. */
  take(): { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }
  /** Proves a token that comes later over the connection, by the keys that the project has then. */
  readonly prove: (token: string) => Promise<TokenProof>
  /**
   * Why a token, or what the connection was let in by (null), proves nothing by the keys that the project has now; null where it still does.
   * Counts as no use of a key.
   */
  readonly recheck: (token: string | null) => Promise<string | null>
  /** Writes a row into the log of requests, beside that of the connection. */
  readonly note: (note: SocketNote) => void
}

/** A request below a service's prefix. */
export interface ServiceRequest {
  /** Upper case. */
  readonly method: string
  /** After `/rest/v1`, still encoded: `/films`, or `/` for the root. */
  readonly path: string
  /** After the question mark, still encoded; empty without one. */
  readonly search: string
  /** Of cookies, and of headers that only proxies may send, nothing is left. */
  readonly headers: IncomingHttpHeaders
  /** Origin and prefix as the client sees them, without a slash at the end: `https://example.com/api/ref/rest/v1`. */
  readonly publicUrl: string
  /** The S3 API of storage has an endpoint of its own, which `publicUrl` is: nothing of the path before the bucket was sent. */
  readonly isS3Endpoint?: true
  readonly body: Readable
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Present if the request asks for a WebSocket. */
  readonly upgrade?: SocketUpgrade
}

export interface ServiceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Uint8Array | Readable | null
  /** In place of a body: the only markup that browsers show as a document. */
  readonly page?: OwnPage
  /** A file of somebody's: the service has seen to what browsers may make of it, by its content type and content-security-policy. */
  readonly isFile?: true
  /** The service answers for each of its headers: what the gateway adds to others' for the sake of its origin, it has seen to. */
  readonly isWhole?: true
  /** Called with the number of body bytes as they are sent. */
  readonly sent?: (bytes: number) => void
  /** Called once the response is written or the client has disconnected, to release resources. */
  readonly done?: () => void
  /** Fields added to the request's log line, read once the response ends: numbers and short strings. */
  readonly log?: Readonly<Record<string, string | number>>
  /** For a hijacked connection: resolves when it ends, with fields for its log line, which is written then. */
  readonly ended?: Promise<Readonly<Record<string, string | number>>>
}

/** A service of projects, as the gateway calls it. An error that it throws is answered with 500. */
export type ProjectService = (request: ServiceRequest, caller: Caller) => Promise<ServiceReply>
