import type pg from 'pg'

/** What takes the data of a COPY TO STDOUT. */
export interface CopyTarget {
  /** Resolves when more can be taken. A rejection ends the taking, not the statement: cancel it. */
  write(chunk: Buffer): Promise<void>
}

type DataListener = (chunk: Buffer) => void

/** The part of pg's connection that COPY needs; its types leave it out. */
interface Protocol {
  readonly stream: {
    listeners(event: 'data'): DataListener[]
    on(event: 'data', listener: DataListener): unknown
    off(event: 'data', listener: DataListener): unknown
    pause(): unknown
    resume(): unknown
    cork(): void
    uncork(): void
  }
  parse(message: { text: string; name: string; types: number[] }): void
  bind(message: { portal: string; statement: string; values: [] }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}

const copyData = 'd'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const headerBytes = 5
/** Rows are gathered into chunks of this size. */
const chunkBytes = 256 * 1024

/**
 * Runs a COPY … TO STDOUT (Postgres documentation, 54.2.6) and hands on what it sends, whole rows gathered into chunks; the server waits for a
 * slow target. Rows are cut out of the stream here: the driver would make an object and several calls of each. The extended protocol carries
 * it, so that the server refuses a statement that is really several.
 *
 * @returns the number of rows
 * @throws pg.DatabaseError, or what the target rejected with
 */
export function copyOut(client: pg.Client, statement: string, target: CopyTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOutQuery(statement, target, resolve, reject) as unknown as pg.Submittable)
  })
}

class CopyOutQuery {
  readonly #statement: string
  readonly #target: CopyTarget
  readonly #resolve: (rows: number) => void
  readonly #reject: (error: unknown) => void
  #connection!: Protocol
  #driver: DataListener[] = []
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  /** Bytes of the current message still to come. */
  #remaining = 0
  #isRow = false
  /** A message that is the driver's, whole. */
  #message = Buffer.alloc(0)
  #messageFilled = 0
  #chunk = Buffer.allocUnsafe(chunkBytes)
  #filled = 0
  #rows = 0
  #pending: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(statement: string, target: CopyTarget, resolve: (rows: number) => void, reject: (error: unknown) => void) {
    this.#statement = statement
    this.#target = target
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Protocol): void {
    this.#connection = connection
    this.#driver = connection.stream.listeners('data')
    for (const listener of this.#driver) connection.stream.off('data', listener)
    connection.stream.on('data', this.#onData)
    connection.stream.cork()
    connection.parse({ text: this.#statement, name: '', types: [] })
    connection.bind({ portal: '', statement: '', values: [] })
    connection.execute({ portal: '', rows: 0 })
    connection.sync()
    connection.stream.uncork()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1] ?? 0)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#flush()
    this.#pending.then(() => this.#resolve(this.#rows), this.#reject)
  }

  readonly #onData = (data: Buffer): void => {
    let at = 0
    while (at < data.length) {
      if (this.#remaining === 0) {
        at = this.#readHeader(data, at)
        continue
      }
      const end = Math.min(data.length, at + this.#remaining)
      if (this.#isRow) this.#filled += data.copy(this.#chunk, this.#filled, at, end)
      else this.#messageFilled += data.copy(this.#message, this.#messageFilled, at, end)
      this.#remaining -= end - at
      at = end
      if (this.#remaining === 0 && !this.#isRow) this.#forward()
    }
  }

  /** Reads what of a header there is, and makes room for what it announces. Returns the place after it. */
  #readHeader(data: Buffer, at: number): number {
    const end = Math.min(data.length, at + headerBytes - this.#headerFilled)
    for (let from = at; from < end; from += 1) {
      this.#header[this.#headerFilled] = data[from]!
      this.#headerFilled += 1
    }
    if (this.#headerFilled < headerBytes) return end
    this.#headerFilled = 0
    // the length counts itself, but not the type before it
    this.#remaining = this.#header.readUInt32BE(1) - 4
    this.#isRow = this.#header[0] === copyData
    if (this.#isRow) {
      if (this.#filled + this.#remaining > this.#chunk.length) this.#flush(this.#remaining)
      return end
    }
    this.#message = Buffer.allocUnsafe(headerBytes + this.#remaining)
    this.#messageFilled = this.#header.copy(this.#message)
    if (this.#remaining === 0) this.#forward()
    return end
  }

  /** The driver takes everything but rows, and all again when the server is ready for the next query. */
  #forward(): void {
    if (this.#message[0] === readyForQuery) {
      this.#connection.stream.off('data', this.#onData)
      for (const listener of this.#driver) this.#connection.stream.on('data', listener)
    }
    for (const listener of this.#driver) listener(this.#message)
  }

  /** Hands on the rows that there are, all of them whole, and makes room for at least as much. */
  #flush(roomBytes = 0): void {
    const chunk = this.#chunk.subarray(0, this.#filled)
    this.#chunk = Buffer.allocUnsafe(Math.max(chunkBytes, roomBytes))
    this.#filled = 0
    if (chunk.length === 0) return
    this.#waiting += 1
    this.#connection.stream.pause()
    this.#pending = this.#pending
      .then(() => this.#target.write(chunk))
      .finally(() => {
        this.#waiting -= 1
        if (this.#waiting === 0) this.#connection.stream.resume()
      })
    // whoever waits for the end hears of it
    this.#pending.catch(() => {})
  }
}
