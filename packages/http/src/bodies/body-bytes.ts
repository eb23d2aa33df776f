import { AppError } from '@colonnade/core'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { tooLarge } from '../errors.ts'

export const defaultBodyLimitBytes = 64 * 1024

/**
 * Reads a whole body. `claim` reserves memory for each chunk before it is stored, and can refuse. The rest of a refused body
 * is discarded.
 *
 * @throws AppError `payload_too_large`, `bad_request`, `too_busy`
 */
export async function readBytes(request: FastifyRequest, limitBytes: number, claim: (bytes: number) => boolean): Promise<Buffer> {
  if (Number(request.headers['content-length']) > limitBytes) throw tooLarge(limitBytes)
  // without any content there is no stream either
  if (request.body === undefined) return Buffer.alloc(0)
  const payload = request.body as Readable
  // it may be over before its turn came
  if (payload.destroyed) throw cutOff()
  const chunks: Uint8Array[] = []
  let size = 0
  let isRefused = false
  const finished = Promise.withResolvers<void>()
  const refuse = (error: AppError): void => {
    isRefused = true
    chunks.length = 0
    finished.reject(error)
  }
  payload.on('data', (chunk: Uint8Array) => {
    if (isRefused) return
    size += chunk.length
    if (size > limitBytes) refuse(tooLarge(limitBytes))
    else if (!claim(size)) refuse(new AppError('too_busy'))
    else chunks.push(chunk)
  })
  payload
    .once('end', () => finished.resolve())
    .once('error', (error) => finished.reject(cutOff(error)))
    .once('close', () => finished.reject(cutOff()))
  await finished.promise
  return Buffer.concat(chunks)
}

function cutOff(cause?: unknown): AppError {
  return new AppError('bad_request', {}, { message: 'The upload was interrupted', cause })
}
