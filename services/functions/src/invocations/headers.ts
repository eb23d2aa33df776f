import type { ServiceReply, ServiceRequest } from '@colonnade/projects'
import type { IncomingHttpHeaders } from 'node:http'

type Headers = Record<string, string | string[]>

/** Of one connection, and not of the next (RFC 9110, 7.6.1); what undici sets itself. */
const hops: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** Where a call came from, as its function sees it. */
export interface Origin {
  /** `https:` */
  readonly protocol: string
  readonly host: string
  /** Path of the project on the dashboard's origin; null at a host of the project's own. */
  readonly sharedPath: string | null
}

export function originOf({ publicUrl }: Pick<ServiceRequest, 'publicUrl'>, ref: string): Origin {
  const { protocol, host, pathname } = new URL(publicUrl)
  const shared = `/api/${ref}`
  return { protocol, host, sharedPath: pathname.startsWith(`${shared}/`) ? shared : null }
}

/** Headers of a request as its function sees them. */
export function requestHeaders(headers: IncomingHttpHeaders, { protocol, host }: Origin, requestId: string, isUpgrade = false): Headers {
  const sent: Headers = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined || hops.has(name)) continue
    sent[name] = value
  }
  sent['host'] = host
  sent['x-forwarded-proto'] = protocol.slice(0, -1)
  sent['x-forwarded-host'] = host
  sent['sb-request-id'] = requestId
  if (isUpgrade) Object.assign(sent, { connection: 'Upgrade', upgrade: 'websocket' })
  return sent
}

/** What no function says on the dashboard's origin: the first two are ours to say there, the others reach what is not the project's. */
const sharedRefused: ReadonlySet<string> = new Set([
  'content-security-policy',
  'x-content-type-options',
  'content-security-policy-report-only',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'public-key-pins',
  'x-relay-error',
])

const sandbox = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }

/** Headers of a function's reply as the client sees them. */
export function replyHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { sharedPath }: Origin,
  method: string,
  executionId: string,
): ServiceReply['headers'] {
  const sent: Headers = { 'cache-control': 'no-store', ...(sharedPath !== null && sandbox) }
  for (const name of Object.keys(headers)) {
    const given = headers[name]
    if (given === undefined || hops.has(name)) continue
    const value = typeof given === 'string' ? bytesOf(given) : given.map(bytesOf)
    if (name === 'set-cookie') {
      const cookies = [value].flat().flatMap((cookie) => cookieOf(cookie, sharedPath))
      if (cookies.length > 0) sent[name] = cookies
    } else if (sharedPath === null) {
      if (name !== 'x-relay-error') sent[name] = value
    } else if (!sharedRefused.has(name)) {
      sent[name] = name === 'content-type' ? sharedContentType(String(value), method) : value
    }
  }
  return { ...sent, 'x-sb-edge-region': 'local', 'x-deno-execution-id': executionId, 'x-served-by': 'supabase-edge-runtime' }
}

/** undici reads bytes beyond ASCII as UTF-8, and Node writes each character as a byte. */
function bytesOf(value: string): string {
  return beyondAscii.test(value) ? Buffer.from(value).toString('latin1') : value
}
const beyondAscii = /[^\t\x20-\x7e]/

const documents = /^\s*(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i

/** What a browser would open as a page of the dashboard's origin, it shows as a text. */
function sharedContentType(type: string, method: string): string {
  return (method === 'GET' || method === 'HEAD') && documents.test(type) ? 'text/plain; charset=utf-8' : type
}

/** A function's cookie is its host's alone; on the dashboard's origin it is its project's. */
function cookieOf(cookie: string, sharedPath: string | null): readonly string[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  if (sharedPath === null) return [[pair, ...attributes.filter((attribute) => !/^domain\b/i.test(attribute))].join('; ')]
  if (/^__(?:host|secure)-/i.test(pair) || pair.includes('colonnade')) return []
  return [[pair, ...attributes.filter((attribute) => !/^(?:domain|path)\b/i.test(attribute)), `Path=${sharedPath}`].join('; ')]
}
