import { type SqlRunEvent, type SqlRunInput, sqlRunKeepAliveSeconds } from '@colonnade/contracts/data/sql-runs'
import type { Input } from '@colonnade/contracts/foundation/endpoint'
import { AppError } from '@colonnade/core'
import { sliceMs, turn } from '../../lib/late/slices.ts'
import { dataApiOver } from '../data-client.ts'
import { watchingForLostSource } from '../database-source/lost-sources.ts'
import { requireProjectRef } from '../required.ts'
import { requireConnection } from './unsent.ts'

export type SqlStreamInput = Input<typeof SqlRunInput>

/** Of a stream that says nothing for so long the connection is gone, though nobody has closed it: a network that was left, a machine that slept. */
const silenceMs = 3 * sqlRunKeepAliveSeconds * 1_000

/**
 * Runs SQL and yields events as they arrive. Reads lines in slices, so that the page stays responsive however much arrives. Leaving the
 * iteration closes the connection, which cancels the run.
 *
 * @throws AppError if the run cannot start; `unavailable` if the response was cut off: the outcome of the run is then unknown, unless it
 * `isUnsent`
 */
export async function* streamSql(ref: string, input: SqlStreamInput, signal?: AbortSignal): AsyncGenerator<SqlRunEvent> {
  const body = await watchingForLostSource(ref, open(ref, input, signal))
  let hasEnded = false
  for await (const event of readLines(body)) {
    hasEnded = event.type === 'ended'
    yield event
  }
  if (!hasEnded) throw cutOff()
}

async function open(ref: string, input: SqlStreamInput, signal: AbortSignal | undefined): Promise<ReadableStream<Uint8Array>> {
  await requireConnection(signal)
  let body: ReadableStream<Uint8Array> | null = null
  // looked up with each call: pages under test replace it
  const api = dataApiOver(async (url, init) => {
    const response = await globalThis.fetch(url, init)
    if (!response.ok) return response
    body = response.body
    return new Response()
  })
  await api.sqlRuns.create({ params: { ref: requireProjectRef(ref) }, body: input, signal })
  return body ?? new Blob([]).stream()
}

/** The objects of a stream of JSON lines; empty lines only keep it alive. @throws AppError `unavailable` when it breaks off */
export async function* readLines(body: ReadableStream<Uint8Array>, patienceMs = silenceMs): AsyncGenerator<SqlRunEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // a line may come in many pieces: they are joined once
  let pieces: string[] = []
  let sliceStart = performance.now()
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), patienceMs).catch((cause: unknown) => {
        throw cutOff(cause)
      })
      if (done) return
      const text = decoder.decode(value, { stream: true })
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const line = pieces.length === 0 ? text.slice(from, end) : [...pieces, text.slice(from, end)].join('')
        pieces = []
        from = end + 1
        if (line === '') continue
        yield JSON.parse(line) as SqlRunEvent
        if (performance.now() - sliceStart < sliceMs) continue
        await turn()
        sliceStart = performance.now()
      }
      if (from < text.length) pieces.push(text.slice(from))
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** @throws Error when it takes longer */
async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`Nothing came for ${limitMs / 1_000} s`)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function cutOff(cause?: unknown): AppError {
  return new AppError('unavailable', {}, { message: 'The connection to Colonnade was lost in the middle of the answer', cause })
}
