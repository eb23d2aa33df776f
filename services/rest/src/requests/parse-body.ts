import type { MemoryClaim } from '@colonnade/core'
import { type ParsedRequest, parseRequest, parseRequestInSlices, type RequestInput } from '@colonnade/rest-query'
import { setImmediate } from 'node:timers/promises'
import { slicedFromBytes } from '../limits.ts'
import { busy } from './read-body.ts'

type Input = Omit<RequestInput, 'body'> & { readonly body: readonly Uint8Array[] | null }

/**
 * Parses a request. A long body takes many turns of the event loop, and what it becomes is counted as well.
 *
 * @param memory what the body is claimed from
 * @throws RestError
 */
export function parse(input: Input, memory: MemoryClaim): ParsedRequest | Promise<ParsedRequest> {
  const { body } = input
  if (body === null) return parseRequest({ ...input, body: null })
  let bytes = 0
  for (const { length } of body) bytes += length
  if (bytes > slicedFromBytes) return parseSlowly({ ...input, body }, bytes, memory)
  return parseRequest({ ...input, body: body.length === 1 ? body[0]! : Buffer.concat(body) })
}

async function parseSlowly(input: Input & { body: readonly Uint8Array[] }, bytes: number, memory: MemoryClaim): Promise<ParsedRequest> {
  const parsing = parseRequestInSlices(input)
  for (let step = parsing.next(); ; step = parsing.next()) {
    if (step.done === true) return step.value
    if (!memory.resize(Math.max(memory.bytes, bytes + step.value))) throw busy()
    await setImmediate()
  }
}
