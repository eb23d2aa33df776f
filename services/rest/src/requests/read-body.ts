import type { MemoryClaim } from '@colonnade/core'
import type { ServiceRequest } from '@colonnade/projects'
import { RestError } from '@colonnade/rest-query'
import { bodyBytesMost, bodyMs } from '../limits.ts'

/** A body in memory: as it came, as a text, and as it is read. */
const copies = 3

const tooLarge = (): RestError =>
  new RestError(413, 'PGRST102', 'The request body is too large', { hint: `Send at most ${bodyBytesMost / 1024 / 1024} MB at once.` })

const tooSlow = (): RestError => new RestError(408, 'PGRST102', 'The request body did not arrive in time')

/** The project has no memory left for what a request needs. */
export const busy = (): RestError =>
  new RestError(503, 'PGRST003', 'Too much data is in flight for this project', { headers: { 'retry-after': '1' } })

/**
 * Reads a body, counted against the project's memory, in the pieces that it came in; null for a request without one. A client that sends
 * it too slowly is cut off.
 *
 * @throws RestError 413, 415, 503
 */
export async function readBody(request: ServiceRequest, memory: MemoryClaim, patienceMs = bodyMs): Promise<readonly Uint8Array[] | null> {
  const { method, headers, body } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return null
  const length = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] === undefined && !(length > 0)) return null
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new RestError(415, 'PGRST102', `Content-Encoding not acceptable: ${encoding.slice(0, 100)}`, { hint: 'Send the body uncompressed.' })
  }
  if (length > bodyBytesMost) throw tooLarge()
  const timer = setTimeout(() => body.destroy(tooSlow()), patienceMs).unref()
  try {
    return await readAll(body, memory)
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(body: AsyncIterable<Uint8Array>, memory: MemoryClaim): Promise<readonly Uint8Array[] | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMost) throw tooLarge()
    if (!memory.resize(bytes * copies)) throw busy()
    chunks.push(chunk)
  }
  return bytes === 0 ? null : chunks
}
