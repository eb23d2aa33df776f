import { maxCellCharacters, type SqlRunEvent } from '@colonnade/contracts/data/sql-runs'
import { AppError, type MemoryClaim } from '@colonnade/core'
import type { FileStream } from '@colonnade/http'
import { Readable } from 'node:stream'
import { bufferedBytes, keepAliveMs, lineBufferCharacters, readerPatienceMs } from './limits.ts'

/** The lines of a run on their way to its reader. */
export interface RunStream {
  readonly file: FileStream
  /** Aborts when the reader disconnects. */
  readonly signal: AbortSignal
  /** Sends a line. Returns a promise if the reader is slow, to await before the next line; it rejects if the reader disconnects. */
  tell(event: SqlRunEvent): Promise<void> | undefined
  /** True once anything was sent: from then on the reply is a stream. */
  readonly isStarted: boolean
  end(): void
  /** Sends an error reply, as nothing else was sent. */
  refuse(error: AppError): void
}

/** Lines that wait claim memory when they are long. `patienceMs`: a reader that takes nothing of what waits for it is taken for gone after that. */
export function createRunStream(memory: MemoryClaim, patienceMs = readerPatienceMs): RunStream {
  const claimedBefore = memory.bytes
  const gone = new AbortController()
  let wake = (): void => {}
  let isStarted = false
  let isFull = false
  let lines = ''
  let sending: NodeJS.Immediate | undefined
  let waiting: NodeJS.Timeout | undefined
  const stream = new Readable({
    highWaterMark: bufferedBytes,
    read() {
      isFull = false
      clearTimeout(waiting)
      wake()
    },
    destroy(error, done) {
      clearInterval(keepAlive)
      clearTimeout(waiting)
      clearImmediate(sending)
      gone.abort()
      wake()
      done(error)
    },
  })
  // whoever sends it looks for the error
  stream.on('error', () => {})
  // proxies close what says nothing
  const keepAlive = setInterval(() => void (stream.readableLength === 0 && isStarted && stream.push('\n')), keepAliveMs).unref()
  const send = (): void => {
    clearImmediate(sending)
    sending = undefined
    if (lines === '' || stream.destroyed) return
    const text = lines
    lines = ''
    isFull = !stream.push(text)
    if (!isFull) return
    clearTimeout(waiting)
    waiting = setTimeout(() => void stream.destroy(new AppError('query_cancelled')), patienceMs).unref()
  }
  return {
    file: { stream, fileName: 'run.ndjson', mediaType: 'application/octet-stream' },
    signal: gone.signal,
    get isStarted() {
      return isStarted
    },
    tell(event) {
      if (stream.destroyed) return goneReader()
      isStarted = true
      lines += `${JSON.stringify(event)}\n`
      const waiting = lines.length + stream.readableLength
      if (!memory.resize(claimedBefore + (waiting > bufferedBytes ? 2 * waiting : 0))) {
        stream.destroy(new AppError('too_busy'))
        return goneReader()
      }
      // what comes in one go is sent in one piece
      if (lines.length >= lineBufferCharacters) send()
      else sending ??= setImmediate(send)
      if (!isFull) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      return promise
    },
    end() {
      send()
      clearInterval(keepAlive)
      if (!stream.destroyed) stream.push(null)
    },
    refuse: (error) => void stream.destroy(error),
  }
}

/** Whoever does not wait for it need not hear of it. */
function goneReader(): Promise<never> {
  const rejected = Promise.reject(new AppError('query_cancelled'))
  rejected.catch(() => {})
  return rejected
}

type RowsEvent = Extract<SqlRunEvent, { type: 'rows' }>

/** Rows with values that are too long cut. */
export function rowsEvent(rows: readonly (readonly (string | null)[])[]): RowsEvent {
  const cut: { row: number; column: number; characters: number }[] = []
  rows.forEach((values, row) =>
    values.forEach((value, column) => {
      if (value !== null && value.length > maxCellCharacters) cut.push({ row, column, characters: countCharacters(value) })
    }),
  )
  const shown = rows as RowsEvent['rows']
  if (cut.length === 0) return { type: 'rows', rows: shown }
  return { type: 'rows', rows: shown.map((values) => values.map((value) => (value === null ? null : shorten(value)))), cut }
}

function shorten(value: string): string {
  if (value.length <= maxCellCharacters) return value
  const isInPair = (value.charCodeAt(maxCellCharacters - 1) & 0xfc00) === 0xd800
  return value.slice(0, isInPair ? maxCellCharacters - 1 : maxCellCharacters)
}

/** As Postgres counts them. */
function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count -= 1
  return count
}
