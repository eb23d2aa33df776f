import { AppError, type MemoryClaim } from '@colonnade/core'
import type { FastifyReply } from 'fastify'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** A reply is written in pieces of about this many characters, each in a turn of its own. */
const pieceCharacters = 64 * 1024
/** A reader that takes nothing of its reply for this long is cut off: what waits for it is in memory. */
export const readerPatienceMs = 30_000

/**
 * The JSON text of a value, piece by piece: the value may be of any size without anybody else waiting for it to be written. What JSON leaves
 * out is left out as JSON.stringify does.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let text = ''
  for (const token of tokensOf(value)) {
    text += token
    if (text.length < pieceCharacters) continue
    yield text
    text = ''
  }
  yield text
}

function* tokensOf(value: unknown): Generator<string> {
  if (typeof value === 'string') return yield* stringTokens(value)
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value) ?? 'null'
  if ('toJSON' in value && typeof value.toJSON === 'function') return yield* tokensOf((value.toJSON as () => unknown)())
  if (Array.isArray(value)) {
    // rows of a result are most of what is ever long
    if (isShort(value)) return yield JSON.stringify(value)
    yield '['
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) yield ','
      yield* tokensOf(value[index])
    }
    return yield ']'
  }
  yield '{'
  let isFirst = true
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue
    yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
    isFirst = false
    yield* tokensOf(member)
  }
  yield '}'
}

/** Whether a list holds nothing but plain values, and not many characters. */
function isShort(list: readonly unknown[]): boolean {
  let characters = list.length
  for (const entry of list) {
    if (typeof entry === 'string') characters += entry.length
    else if (typeof entry === 'object' && entry !== null) return false
    if (characters > pieceCharacters) return false
  }
  return true
}

function* stringTokens(text: string): Generator<string> {
  if (text.length <= pieceCharacters) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + pieceCharacters, text.length)
    // the halves of a pair stay together: apart they would be escaped
    if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to += 1
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

/** What a value costs in memory beside its characters, roughly. */
const valueBytes = 32

/** Estimates the bytes that a value uses in memory. */
export function weigh(value: unknown): number {
  let bytes = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    bytes += valueBytes
    if (typeof next === 'string') bytes += next.length
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return bytes
}

/**
 * Sends a value as JSON: at once when it is short, else as fast as it is read. What is long stays in memory until then.
 *
 * @param memory to claim it from, unless that is done
 * @throws AppError `too_busy`
 */
export function sendJson(reply: FastifyReply, value: unknown, memory: MemoryClaim | null, patienceMs?: number): FastifyReply {
  reply.type('application/json; charset=utf-8')
  limitReader(reply, patienceMs)
  const pieces = jsonPieces(value)
  const first = pieces.next().value as string
  const second = pieces.next()
  if (second.done === true) return reply.send(first)
  if (memory !== null && !memory.resize(memory.bytes + weigh(value))) throw new AppError('too_busy')
  const waiting = [first, second.value]
  return reply.send(
    new Readable({
      highWaterMark: pieceCharacters,
      read() {
        // others get their turn between two pieces
        setImmediate(() => {
          if (this.destroyed) return
          const next = waiting.shift() ?? (pieces.next().value as string | undefined)
          this.push(next ?? null)
        })
      },
    }),
  )
}

/** Cuts off a reader that leaves its reply lying. Time in which there is nothing to send does not count. */
function limitReader({ raw }: FastifyReply, patienceMs = readerPatienceMs): void {
  const { socket } = raw
  if (!(socket instanceof Socket)) return
  raw.setTimeout(patienceMs)
  raw.on('timeout', () => {
    if (raw.writableLength > 0) socket.destroy()
    else raw.setTimeout(patienceMs)
  })
}
