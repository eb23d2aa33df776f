import type pg from 'pg'

/** The part of pg's connection that COPY needs; its types leave it out. */
interface Protocol {
  readonly stream: {
    readonly writableNeedDrain: boolean
    write(chunk: Uint8Array): boolean
    cork(): void
    uncork(): void
    once(event: 'drain', listener: () => void): unknown
    off(event: 'drain', listener: () => void): unknown
  }
  query(text: string): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const copyData = 'd'.charCodeAt(0)
const headerBytes = 5

/** A running COPY FROM STDIN, which accepts data. */
export interface CopyIn {
  /** Rejects with what the server sent, or with the loss of the connection, whenever that comes. */
  readonly failure: Promise<never>
  /** Sends data and waits until there is room for more. @throws what the server sent */
  write(chunk: Uint8Array): Promise<void>
  /** Ends the data; resolves with the number of rows when the statement has. @throws what the server sent */
  end(): Promise<number>
  /** Gives up: the statement fails. Resolves when the connection can be used again. */
  fail(reason: string): Promise<void>
}

/**
 * Starts a COPY … FROM STDIN (Postgres documentation, 54.2.6). Nothing else may use the connection until it ends.
 *
 * @throws pg.DatabaseError if the server rejects the statement
 */
export function copyIn(client: pg.Client, statement: string): Promise<CopyIn> {
  return new Promise((resolve, reject) => {
    client.query(new CopyInQuery(statement, resolve, reject) as unknown as pg.Submittable)
  })
}

class CopyInQuery implements CopyIn {
  readonly #statement: string
  readonly #started: (copy: CopyIn) => void
  readonly #refused: (error: Error) => void
  readonly #ended = Promise.withResolvers<number>()
  readonly #failed = Promise.withResolvers<never>()
  readonly failure = this.#failed.promise
  #connection!: Protocol
  #rows = 0
  #failure: Error | undefined
  #wake: () => void = () => {}

  constructor(statement: string, started: (copy: CopyIn) => void, refused: (error: Error) => void) {
    this.#statement = statement
    this.#started = started
    this.#refused = refused
    // whoever waits hears of it
    this.#ended.promise.catch(() => {})
    this.failure.catch(() => {})
  }

  submit(connection: Protocol): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyInResponse(): void {
    this.#started(this)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1] ?? 0)
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#refused(error)
    this.#ended.reject(error)
    this.#failed.reject(error)
    this.#wake()
  }

  handleReadyForQuery(): void {
    this.#ended.resolve(this.#rows)
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure
    const { stream } = this.#connection
    const header = Buffer.allocUnsafe(headerBytes)
    header[0] = copyData
    header.writeUInt32BE(chunk.length + headerBytes - 1, 1)
    stream.cork()
    stream.write(header)
    stream.write(chunk)
    stream.uncork()
    if (!stream.writableNeedDrain) return
    const drained = Promise.withResolvers<void>()
    this.#wake = drained.resolve
    stream.once('drain', drained.resolve)
    await drained.promise
    stream.off('drain', drained.resolve)
    if (this.#failure) throw this.#failure
  }

  end(): Promise<number> {
    if (!this.#failure) this.#connection.endCopyFrom()
    return this.#ended.promise
  }

  async fail(reason: string): Promise<void> {
    if (this.#failure) return
    this.#connection.sendCopyFail(reason)
    await this.#ended.promise.catch(() => {})
  }
}
