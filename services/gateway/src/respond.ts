import type { ServiceReply } from '@colonnade/projects'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { safeContentType, sandboxHeaders } from './headers.ts'

/** Writes a service's reply, with what the gateway adds to every one. Resolves when it is written, or its reader has left. */
export async function respond(
  response: ServerResponse,
  { status, headers, body }: ServiceReply,
  own: Readonly<Record<string, string>>,
): Promise<void> {
  if (response.destroyed) return
  const all: Record<string, string | readonly string[]> = { ...sandboxHeaders, ...own }
  for (const name of Object.keys(headers)) {
    const value = headers[name]!
    const lower = name.toLowerCase()
    if (lower === 'set-cookie') continue
    if (lower === 'content-type') all[lower] = safeContentType(String(value))
    else if (lower === 'vary' && all['vary'] !== undefined) all['vary'] = `${String(all['vary'])}, ${String(value)}`
    else all[lower] = value
  }
  if (body instanceof Readable) {
    response.writeHead(status, all as Record<string, string>)
    // a reader that leaves ends the pipeline, which is no fault
    await pipeline(body, response).catch(() => {})
    return
  }
  // of a reply to HEAD, and of one without content, there is none
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  if (status !== 204 && status !== 304) all['content-length'] ??= String(length)
  response.writeHead(status, all as Record<string, string>)
  if (body === null) response.end()
  else response.end(body)
}
