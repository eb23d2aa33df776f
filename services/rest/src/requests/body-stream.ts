import type { RowSink } from '@colonnade/pg'
import type { Portions } from '@colonnade/rest-query'
import { Readable } from 'node:stream'
import { streamedFromBytes, streamMs } from '../limits.ts'

type Row = readonly (string | null)[]

/** Place of the body in a row of a plan's statement. */
const bodyAt = 2
/** Rows are gathered into texts of about this length. */
const chunkCharacters = 32 * 1024

/**
 * A body whose rows come from Postgres one by one. Short ones are gathered and sent whole, with their length, like any other. A longer one
 * is a stream: Postgres waits for the reader, and a reader that takes too long is cut off.
 */
export class BodyStream extends Readable implements RowSink {
  /** Aborted once nobody wants the rest. */
  readonly signal: AbortSignal
  /** Resolves once the body is too long to be sent whole. */
  readonly begun: Promise<void>
  /** The row of the outcome. */
  outcome: Row | null = null
  readonly #portions: Portions
  readonly #abandoned = new AbortController()
  readonly #begin: () => void
  #hasBegun = false
  #isOver = false
  #resume = (): void => {}
  #chunks: string[] = []
  #bytes = 0
  #text = ''
  #isFirst = true
  #timer: NodeJS.Timeout | null = null

  constructor(portions: Portions, client: AbortSignal) {
    super({ highWaterMark: 2 * chunkCharacters })
    this.#portions = portions
    this.signal = this.#abandoned.signal
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#begin = resolve
    const leave = (): void => void this.destroy()
    // its reader also gets an error
    this.on('error', () => {})
    if (client.aborted) leave()
    else client.addEventListener('abort', leave, { once: true })
    this.once('close', () => client.removeEventListener('abort', leave))
  }

  start(resume: () => void): void {
    this.#resume = resume
  }

  row(row: Row): boolean {
    // later rows are read and dropped, so that the connection can be used again
    if (this.destroyed) return true
    if (this.outcome === null) {
      this.outcome = row
      this.#text = row[bodyAt] ?? ''
      return true
    }
    this.#text += this.#isFirst ? (row[bodyAt] ?? '') : this.#portions.separator + (row[bodyAt] ?? '')
    this.#isFirst = false
    return this.#text.length < chunkCharacters || this.#flush()
  }

  /** All rows have come. Returns the whole body, or null if it is a stream. */
  finish(): string | null {
    this.#isOver = true
    this.#text += this.#portions.closing
    if (this.destroyed) return null
    if (!this.#hasBegun) {
      const whole = this.#chunks.join('') + this.#text
      this.destroy()
      return whole
    }
    this.push(Buffer.from(this.#text))
    this.push(null)
    return null
  }

  /** The statement has failed: a reader can't take what it has for the whole. */
  fail(error: unknown): void {
    this.#isOver = true
    this.destroy(error instanceof Error ? error : new Error(String(error)))
  }

  override _read(): void {
    if (this.#hasBegun) this.#resume()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (!this.#isOver) this.#abandoned.abort()
    this.#resume()
    callback(error)
  }

  /** Returns whether more can be taken right now. */
  #flush(): boolean {
    const text = this.#text
    this.#text = ''
    if (this.#hasBegun) return this.push(Buffer.from(text))
    this.#chunks.push(text)
    this.#bytes += text.length
    if (this.#bytes < streamedFromBytes) return true
    this.#hasBegun = true
    this.#timer = setTimeout(() => this.destroy(new Error('The reader took too long')), streamMs).unref()
    const chunks = this.#chunks
    this.#chunks = []
    this.#begin()
    return this.push(Buffer.from(chunks.join('')))
  }
}
