import { AppError } from '@colonnade/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'

/** A file that is generated while it is sent. */
export interface FileStream {
  readonly stream: Readable
  /** What the browser calls the file that it keeps. */
  readonly fileName: string
  readonly mediaType: string
}

/** Time after which a silent sender counts as disconnected. Time in which we don't read doesn't count. */
const uploadIdleMs = 120_000
/** After a refusal, what still comes is thrown away for this long, so that the sender gets to read why. */
const lingerMs = 5_000

/**
 * A body of any length, chunk by chunk, as fast as it is read. The iteration fails when the sender goes away or falls silent.
 *
 * @throws AppError `bad_request`
 */
export async function* readStream(request: FastifyRequest, idleMs = uploadIdleMs): AsyncGenerator<Uint8Array> {
  // without any content there is no stream either
  if (request.body === undefined) return
  const payload = request.body as Readable
  const silence = (): void => void payload.destroy(new AppError('bad_request', {}, { message: 'The upload stalled' }))
  // it is left as it is when reading ends early: to destroy it would cut off the reply
  const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>
  try {
    for (;;) {
      const timer = setTimeout(silence, idleMs).unref()
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done === true) return
      yield next.value
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('bad_request', {}, { message: 'The upload was interrupted', cause: error })
  } finally {
    await chunks.return?.()
  }
}

/** More than this is not read to the end only to keep a connection. */
const unreadMostBytes = 64 * 1024

/** Whether a body that was refused before it was read is worth ending the connection for. */
export function isMuchUnread({ raw }: FastifyRequest): boolean {
  const isChunked = raw.headers['transfer-encoding'] !== undefined
  return !raw.readableEnded && (isChunked || Number(raw.headers['content-length'] ?? 0) > unreadMostBytes)
}

/** Whatever of a stream was not read: it is not wanted, and the connection ends with the reply. */
export function dropRest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  reply.header('connection', 'close')
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/**
 * Streams a file while it is generated. Browsers don't run, sniff or cache it. A failure before the first byte is an
 * ordinary error response; a later failure closes the connection, so that a partial file isn't mistaken for a complete one.
 */
export async function sendStream(reply: FastifyReply, { stream, fileName, mediaType }: FileStream): Promise<FastifyReply> {
  await untilReadable(stream)
  return reply
    .type(mediaType)
    .header('cache-control', 'no-store')
    .header('content-disposition', attachment(fileName))
    .header('content-security-policy', "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(stream)
}

async function untilReadable(stream: Readable): Promise<void> {
  if (stream.errored) throw stream.errored
  if (stream.readableLength > 0 || stream.readableEnded) return
  const ready = Promise.withResolvers<void>()
  const onReadable = (): void => ready.resolve()
  const onClose = (): void => ready.reject(new AppError('internal', {}, { internal: 'a file was closed before its first byte' }))
  stream.once('readable', onReadable).once('end', onReadable).once('error', ready.reject).once('close', onClose)
  try {
    await ready.promise
  } finally {
    stream.off('readable', onReadable).off('end', onReadable).off('error', ready.reject).off('close', onClose)
  }
}

/** RFC 6266 with the name of RFC 8187; old readers get it in ASCII. */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_')
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
