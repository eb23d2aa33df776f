import { AppError } from '@colonnade/core'
import pg from 'pg'
import { type ExecutedField, fieldsOf, readTag, type RowDescription } from './reply-messages.ts'

export interface ExecuteOptions {
  /** Rows kept of each result set. */
  readonly rowLimit: number
  /** Memory for what is kept of the whole execution, in bytes, by estimate: values, and what rows and results cost by themselves. */
  readonly byteLimit: number
  /** Results kept; further ones run and are left out. */
  readonly resultLimit: number
  /** Rows of one result that are counted although they are not kept; no more than `rowLimit` unless said. */
  readonly countLimit?: number
  /** Opens the transaction that the text is to run in anew, after the server has refused the text. */
  readonly reopen?: () => Promise<void>
}

export interface ExecutedResult {
  readonly fields: readonly ExecutedField[]
  /** Values as Postgres prints them. */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly command: string
  /** Null when the server gave no count, or was stopped at the limit. */
  readonly rowCount: number | null
  readonly isTruncated: boolean
}

/** The part of pg's connection that speaks the protocol; its types leave most of it out. */
interface Protocol {
  readonly stream: { cork(): void; uncork(): void }
  query(text: string): void
  parse(message: { text: string; name: string; types: number[] }): void
  bind(message: { portal: string; statement: string; values: [] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
  sendCopyFail(reason: string): void
}

/** Class 42601: refused before anything ran, because the text is no single statement or none at all. */
const syntaxError = '42601'

/** What an empty row, a value and a result cost in memory, roughly. */
const rowBytes = 64
const valueBytes = 24
const resultBytes = 512

const needsInputMessage = 'COPY FROM STDIN needs a client that sends data, such as psql'

/**
 * Runs a text of any number of statements on a connection and keeps at most `rowLimit` rows of each result.
 *
 * A single statement goes through the extended protocol, where the server itself stops at the limit (Postgres documentation, 54.2.3). Only
 * when it refuses the text as a syntax error, before running any of it, the simple protocol takes over: it gives several result sets,
 * atomic unless the text says otherwise (54.2.2.1), whose rows beyond the limit are counted and dropped as they arrive.
 *
 * @throws pg.DatabaseError as the server sent it, or an Error when the connection was lost
 */
export async function execute(client: pg.Client, text: string, options: ExecuteOptions): Promise<ExecutedResult[]> {
  try {
    return await submit(client, text, options, 'extended')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== syntaxError) throw error
    await options.reopen?.()
    return submit(client, text, options, 'simple')
  }
}

/** A command of a batch that failed, by its place (from 0). None after it has run. */
export class BatchError extends Error {
  readonly index: number

  constructor(index: number, cause: Error) {
    super(cause.message, { cause })
    this.index = index
  }
}

/**
 * Runs commands one after another, all of them sent at once (Postgres documentation, 54.2.4): one result for each. Meant for a transaction
 * that is open. None of them may be a COPY from or to the client.
 *
 * @throws BatchError with what the server sent as its cause, or an Error when the connection was lost
 */
export function executeBatch(
  client: pg.Client,
  commands: readonly string[],
  options: Omit<ExecuteOptions, 'resultLimit' | 'reopen'>,
): Promise<ExecutedResult[]> {
  return submit(client, commands, { ...options, resultLimit: Number.POSITIVE_INFINITY }, 'batch')
}

type ExecutionProtocol = 'extended' | 'simple' | 'batch'

function submit(
  client: pg.Client,
  text: string | readonly string[],
  options: ExecuteOptions,
  protocol: ExecutionProtocol,
): Promise<ExecutedResult[]> {
  const texts = typeof text === 'string' ? [text] : text
  return new Promise((resolve, reject) => {
    client.query(new Execution(texts, options, protocol, resolve, reject) as unknown as pg.Submittable)
  })
}

/** What pg calls while an execution is the active query of its connection. */
class Execution {
  readonly #texts: readonly string[]
  readonly #options: ExecuteOptions
  readonly #protocol: ExecutionProtocol
  readonly #resolve: (results: ExecutedResult[]) => void
  readonly #reject: (error: Error) => void
  readonly #results: ExecutedResult[] = []
  #fields: ExecutedField[] = []
  #rows: (string | null)[][] = []
  #seen = 0
  #bytes = 0
  #needsInput = false

  constructor(
    texts: readonly string[],
    options: ExecuteOptions,
    protocol: ExecutionProtocol,
    resolve: (results: ExecutedResult[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#texts = texts
    this.#options = options
    this.#protocol = protocol
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Protocol): void {
    if (this.#protocol === 'simple') {
      connection.query(this.#texts[0]!)
      return
    }
    // one more than is kept tells whether there are more
    const rows = Math.max(this.#options.rowLimit, this.#options.countLimit ?? 0) + 1
    connection.stream.cork()
    for (const text of this.#texts) {
      connection.parse({ text, name: '', types: [] })
      connection.bind({ portal: '', statement: '', values: [] })
      connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '', rows })
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: RowDescription): void {
    this.#fields = fieldsOf(message)
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#seen += 1
    if (this.#rows.length >= this.#options.rowLimit || this.#bytes >= this.#options.byteLimit) return
    this.#bytes += rowBytes + message.fields.length * valueBytes
    for (const value of message.fields) this.#bytes += value?.length ?? 0
    this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    const { command, rowCount } = readTag(message.text)
    this.#finish(command, rowCount)
  }

  handlePortalSuspended(): void {
    this.#finish('SELECT', null)
  }

  handleEmptyQuery(): void {
    // a text of nothing but comments has no result
  }

  handleCopyInResponse(connection: Protocol): void {
    this.#needsInput = true
    connection.sendCopyFail('no data')
    // the one before was taken for a part of the copy; without another the connection would never be ready again
    if (this.#protocol !== 'simple') connection.sync()
  }

  handleCopyData(): void {
    this.#seen += 1
  }

  handleError(error: Error): void {
    // pg takes the query off the connection here; the next one waits for ReadyForQuery
    if (this.#protocol === 'batch') this.#reject(error instanceof pg.DatabaseError ? new BatchError(this.#results.length, error) : error)
    else this.#reject(this.#needsInput ? new AppError('database_error', {}, { message: needsInputMessage, cause: error }) : error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results)
  }

  #finish(command: string, rowCount: number | null): void {
    this.#bytes += resultBytes
    if (this.#results.length >= this.#options.resultLimit) {
      this.#forget()
      return
    }
    this.#results.push({
      fields: this.#fields,
      rows: this.#rows,
      command,
      rowCount,
      isTruncated: this.#seen > this.#rows.length && this.#fields.length > 0,
    })
    this.#forget()
  }

  #forget(): void {
    this.#fields = []
    this.#rows = []
    this.#seen = 0
  }
}
