import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { AppError, type MemoryClaim } from '@colonnade/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultBodyLimitBytes, readBytes } from './bodies/body-bytes.ts'

/** Files of one caller that are read at once: each is in memory until it is whole. */
const uploadsAtOnce = 2

const jsonType = 'application/json'

/** Lets every body through unread: what it is and how large it may be is looked at once it is known who sends it. */
export function takeBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Refuses a file where JSON is wanted, and the reverse. @throws AppError `unsupported_media_type` */
export function checkMediaType({ upload, method, mediaHint }: Endpoint, request: FastifyRequest): void {
  if (method === 'GET') return
  const type = request.headers['content-type']?.split(';')[0]!.trim().toLowerCase()
  if (upload === undefined) {
    const isJson = type === undefined || type === jsonType || type.endsWith('+json') || request.body === undefined
    if (!isJson) throw new AppError('unsupported_media_type', { accepted: jsonType }, { message: mediaHint })
  } else if (type !== upload) {
    throw new AppError('unsupported_media_type', { accepted: upload }, { message: mediaHint ?? `Send the file itself, as ${upload}` })
  }
}

/** Does work for a caller when it is their turn. */
export type UploadLine = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/** Limits the uploads of each caller that run at once. Others wait unread, without using memory. */
export function createUploadLine(): UploadLine {
  const lines = new Map<string, { free: number; readonly waiting: Array<() => void> }>()
  return async (caller, work) => {
    const line = lines.get(caller) ?? { free: uploadsAtOnce, waiting: [] }
    lines.set(caller, line)
    if (line.free > 0) line.free -= 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if ((line.free += 1) === uploadsAtOnce) lines.delete(caller)
    }
  }
}

/** Reads a body that is a file. @throws AppError `payload_too_large`, `bad_request`, `too_busy` */
export function readUpload(endpoint: Endpoint, request: FastifyRequest, memory: MemoryClaim): Promise<Buffer> {
  return readBytes(request, endpoint.bodyLimitBytes ?? defaultBodyLimitBytes, (bytes) => memory.resize(bytes))
}

/** Answers with a file that somebody uploaded: nothing in it is run or guessed at, and no shared cache keeps it. */
export function sendFile(
  reply: FastifyReply,
  { download: type = 'application/octet-stream', isImmutable }: Endpoint,
  content: Uint8Array,
): FastifyReply {
  return reply
    .type(type)
    .header('cache-control', isImmutable ? 'private, max-age=31536000, immutable' : 'private, max-age=3600')
    .header('content-security-policy', "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}
