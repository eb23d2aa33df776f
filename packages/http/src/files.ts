import type { Endpoint } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { tooLarge } from './errors.ts'

export const defaultBodyLimitBytes = 64 * 1024

/** Files of one caller that are read at once: each is in memory until it is whole. */
const uploadsAtOnce = 2

/** Media types of bodies that are files. */
const fileTypes: readonly string[] = ['image/png', 'application/octet-stream'] satisfies Endpoint['upload'][]

/** Lets files through unread: they are read when it is known who sends them. */
export function takeUploads(app: FastifyInstance): void {
  app.addContentTypeParser([...fileTypes], (_request, payload, done) => done(null, payload))
}

/** Refuses a file where JSON is wanted, and the reverse. @throws AppError `unsupported_media_type` */
export function checkMediaType({ upload, method }: Endpoint, request: FastifyRequest): void {
  if (method === 'GET') return
  const type = request.headers['content-type']?.split(';')[0]!.trim().toLowerCase()
  if (upload === undefined && (type === undefined || !fileTypes.includes(type))) return
  if (upload === undefined) throw new AppError('unsupported_media_type')
  if (type !== upload) throw new AppError('unsupported_media_type', { accepted: upload }, { message: `Send the file itself, as ${upload}` })
}

/** Does work for a caller when it is their turn. */
export type UploadLine = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/** Lets the uploads of each caller in a few at a time. The others wait unread, where they take no memory. */
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

/** Reads a body that is a file. What comes after a refusal is thrown away. @throws AppError `payload_too_large`, `bad_request` */
export async function readUpload(endpoint: Endpoint, request: FastifyRequest): Promise<Uint8Array> {
  const limit = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit)
  // without any content there is no stream either
  if (request.body === undefined) return new Uint8Array()
  const payload = request.body as Readable
  // it may be over before its turn came
  if (payload.destroyed) throw cutOff()
  const chunks: Uint8Array[] = []
  let size = 0
  const finished = Promise.withResolvers<void>()
  payload.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size <= limit) {
      chunks.push(chunk)
      return
    }
    chunks.length = 0
    finished.reject(tooLarge(limit))
  })
  payload
    .once('end', () => finished.resolve())
    .once('error', (error) => finished.reject(cutOff(error)))
    .once('close', () => finished.reject(cutOff()))
  await finished.promise
  return Buffer.concat(chunks)
}

function cutOff(cause?: unknown): AppError {
  return new AppError('bad_request', {}, { message: 'The upload was cut off', cause })
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
