import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { AppError, type MemoryClaim } from '@colonnade/core'
import type { FastifyRequest } from 'fastify'
import { defaultBodyLimitBytes, readBytes } from './body-bytes.ts'
import { type JsonLimits, parseJsonText, TooComplex } from './json-text.ts'
import { ThreadPool } from '../threads/thread-pool.ts'

/** Larger bodies are parsed in a thread: a megabyte may take some ten milliseconds, in which nobody else would be answered. */
const inlineBytes = 64 * 1024
const defaultValuesMost = 10_000
const depthMost = 64
/** Memory that a body needs, in multiples of its size: its bytes, its text and the parsed value. */
const copies = 3

/** A request for the thread of `parse-thread.ts`. */
export interface ParseRequest {
  readonly bytes: Uint8Array
  readonly limits: JsonLimits
}

const threads = new ThreadPool(new URL('parse-thread.ts', import.meta.url), { threads: 1, deadlineMs: 10_000, heapMb: 256 })

/**
 * Reads a JSON body; undefined where there is none.
 *
 * @param owner whose turn in the threads it is
 * @throws AppError `payload_too_large`, `too_complex`, `bad_request`, `too_busy`
 */
export async function readJson(endpoint: Endpoint, request: FastifyRequest, memory: MemoryClaim, owner: string): Promise<unknown> {
  const bytes = await readBytes(request, endpoint.bodyLimitBytes ?? defaultBodyLimitBytes, (size) => memory.resize(copies * size))
  if (bytes.length === 0) return undefined
  const limits = { values: endpoint.bodyValuesMost ?? defaultValuesMost, depth: depthMost }
  try {
    if (bytes.length <= inlineBytes) return parseJsonText(bytes, { ...limits, values: Number.POSITIVE_INFINITY })
    return await threads.run(owner, { bytes, limits } satisfies ParseRequest, [bytes.buffer as ArrayBuffer])
  } catch (error) {
    if (!(error instanceof Error) || error instanceof AppError) throw error
    if (error.name === TooComplex.name) throw new AppError('too_complex', limits, { message: error.message, cause: error })
    if (error.name === SyntaxError.name) throw new AppError('bad_request', {}, { message: 'The request body is not valid JSON', cause: error })
    throw error
  }
}
