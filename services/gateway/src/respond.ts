import { OwnPage, type ServiceReply } from '@colonnade/projects'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readerPatienceMs } from './limits.ts'
import { safeContentType, sandboxHeaders } from './headers.ts'

/** Writes a service's reply with the gateway's own headers. Resolves once it is written, or its reader has disconnected. */
export async function respond(
  response: ServerResponse,
  { status, headers, body: given, page, done, isFile, isWhole, sent }: ServiceReply,
  own: Readonly<Record<string, string>>,
): Promise<void> {
  const shown = page === undefined ? null : OwnPage.write(page)
  const body = shown?.html ?? given
  if (response.destroyed) {
    if (body instanceof Readable) body.destroy()
    done?.()
    return
  }
  if (done !== undefined) response.once('close', done)
  // a waiting reply uses memory or a connection to its project; functions may be silent for long, and end with their worker
  if (!isWhole && (done !== undefined || body instanceof Readable)) response.setTimeout(readerPatienceMs, () => response.destroy())
  const all: Record<string, string | readonly string[]> = { ...(!isWhole && sandboxHeaders), ...own }
  if (isFile) for (const name of ['content-security-policy', 'cache-control']) delete all[name]
  for (const name of Object.keys(headers)) {
    const value = headers[name]!
    const lower = name.toLowerCase()
    if (isWhole) all[lower] = value
    else if (lower === 'set-cookie') continue
    else if (lower === 'content-type') all[lower] = isFile ? String(value) : safeContentType(String(value))
    else if (lower === 'vary' && all['vary'] !== undefined) all['vary'] = `${String(all['vary'])}, ${String(value)}`
    else all[lower] = value
  }
  if (shown !== null) {
    all['content-type'] = 'text/html; charset=utf-8'
    all['content-security-policy'] = shown.contentSecurityPolicy
  }
  if (body instanceof Readable) {
    response.writeHead(status, all as Record<string, string>)
    // a reader that leaves ends the pipeline, which is no fault
    const written = pipeline(body, response).catch(() => {})
    if (sent !== undefined) body.on('data', (chunk: Buffer | string) => sent(Buffer.byteLength(chunk)))
    await written
    return
  }
  // HEAD replies and replies without content have no body
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  if (status !== 204 && status !== 304) all['content-length'] ??= String(length)
  response.writeHead(status, all as Record<string, string>)
  if (body === null) response.end()
  else response.end(body)
  if (length > 0 && response.req.method !== 'HEAD') sent?.(length)
}
