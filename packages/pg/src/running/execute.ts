import { AppError } from '@colonnade/core'
import pg from 'pg'
import { type Command, commandsMost, splitCommands, type SplitText } from '../commands.ts'
import { encodingGuard, mayChangeEncoding } from './client-encoding.ts'
import { beginReadOnly, readOnlyGuard, refuseOutsideReadOnly } from './read-only.ts'
import { type ExecutedField, fieldsOf, readTag, type RowDescription } from '../reply-messages.ts'
import type { StatementFates } from './statement-fates.ts'

export interface ExecuteOptions {
  /** Cuts a text of several statements apart; done here and now unless given. */
  readonly split?: SplitText
  /** Rows kept of each result set. */
  readonly rowLimit: number
  /** Estimated memory limit of a whole execution in bytes: values, and the overhead of rows and results. */
  readonly byteLimit: number
  /** Asked for memory before more is kept: false, and no more rows are kept, as beyond `byteLimit`. */
  readonly claim?: (bytes: number) => boolean
  /** Results kept; further ones run and are left out. */
  readonly resultLimit: number
  /** Rows of one result that are counted although they are not kept; no more than `rowLimit` unless said. */
  readonly countLimit?: number
  /** Runs the text in a read-only transaction, which is left open. */
  readonly isReadOnly?: boolean
  /** Values of $1, $2 and so on as Postgres reads them, for a single statement. */
  readonly values?: readonly (string | null)[]
  /** Called after each completed statement. */
  readonly fates?: StatementFates
}

export interface ExecutedResult {
  readonly fields: readonly ExecutedField[]
  /** Values as Postgres prints them. */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly command: string
  /** Null when the server gave no count, or was stopped at the limit. */
  readonly rowCount: number | null
  readonly isTruncated: boolean
  /** What it changed was rolled back after it was done. */
  readonly isRolledBack?: true
}

/** The part of pg's connection that speaks the protocol; its types leave most of it out. */
interface Protocol {
  readonly stream: { cork(): void; uncork(): void }
  on(event: 'parseComplete', listener: () => void): unknown
  off(event: 'parseComplete', listener: () => void): unknown
  query(text: string): void
  parse(message: { text: string; name: string; types: number[] }): void
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
  sendCopyFail(reason: string): void
}

const syntaxError = '42601'

/** What an empty row, a value and a result cost in memory, roughly. */
const rowBytes = 64
const valueBytes = 24
const resultBytes = 512

/** Memory is claimed in steps of so many bytes. */
const claimStepBytes = 256 * 1024

const needsInputMessage = 'COPY FROM STDIN needs a client that sends data, such as psql'

/**
 * Runs a text of any number of statements on a connection and keeps at most `rowLimit` rows of each result.
 *
 * A single statement goes through the extended protocol, where the server itself stops at the limit (Postgres documentation, 54.2.3). Only
 * when it refuses the text as several statements, before running any of it, the simple protocol takes over: it gives several result sets,
 * atomic unless the text says otherwise (54.2.2.1), whose rows beyond the limit are counted and dropped as they arrive.
 *
 * Statements that may only read never share a message: the simple protocol would run one after another whatever became of the transaction.
 * Each is sent alone, once the server has said that the transaction still stands.
 *
 * @throws pg.DatabaseError as the server sent it, or an Error when the connection was lost; AppError `read_only` when a statement of a
 * read-only text has ended the transaction before the last one, `invalid_input` when values come with several statements
 */
export async function execute(client: pg.Client, text: string, options: ExecuteOptions): Promise<ExecutedResult[]> {
  const { isReadOnly = false } = options
  if (isReadOnly) await beginReadOnly(client)
  try {
    return await submit(client, [text], options, isReadOnly ? 'guarded' : 'extended')
  } catch (error) {
    if (!(error instanceof SeveralCommands)) throw error
    if (options.values !== undefined) throw new AppError('invalid_input', {}, { message: severalWithValues, cause: error.cause })
    if (!isReadOnly) return mayChangeEncoding([text]) ? executeGuardingEncoding(client, text, options) : submit(client, [text], options, 'simple')
    const commands = await (options.split ?? splitHere)(text)
    if (commands.length < 2) throw error.cause
    await beginReadOnly(client)
    return executeOneByOne(client, commands, options, (thrown, { offset }) => {
      if (thrown instanceof pg.DatabaseError && thrown.position !== undefined) thrown.position = String(Number(thrown.position) + offset)
      return thrown
    })
  }
}

const severalWithValues = 'Parameters require a single statement, but the SQL has several'

/** As the simple protocol would, but each statement and its rows are in UTF-8, whatever those before it have set. */
async function executeGuardingEncoding(client: pg.Client, text: string, options: ExecuteOptions): Promise<ExecutedResult[]> {
  const commands = await (options.split ?? splitHere)(text)
  // what COPY takes or gives is no part of a batch
  if (commands.some(({ words }) => words[0] === 'copy')) return submit(client, [text], options, 'simple')
  const texts = commands.map((command) => command.text)
  return submit(client, texts, options, 'batch').catch((error: unknown) => {
    if (!(error instanceof BatchError) || !(error.cause instanceof pg.DatabaseError)) throw error
    const { cause, index } = error
    if (cause.position !== undefined) cause.position = String(Number(cause.position) + commands[index]!.offset)
    throw cause
  })
}

const splitHere: SplitText = async (text) => splitCommands(text, commandsMost)

/** Runs statements in the read-only transaction that is open. */
async function executeOneByOne(
  client: pg.Client,
  commands: readonly Command[],
  options: ExecuteOptions,
  located: (thrown: unknown, command: Command, index: number) => unknown,
): Promise<ExecutedResult[]> {
  const kept: Kept = { results: [], bytes: 0, claimed: 0 }
  for (const [index, command] of commands.entries()) {
    refuseOutsideReadOnly(client, command)
    await submit(client, [command.text], options, 'guarded', kept).catch((error: unknown) => {
      throw located(error instanceof SeveralCommands ? error.cause : error, command, index)
    })
  }
  return kept.results
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
 * Runs commands one after another: one result for each. Meant for a transaction that is open. They are sent all at once (Postgres
 * documentation, 54.2.4), but those of a read-only transaction one by one. None of them may be a COPY from or to the client.
 *
 * @throws BatchError with what the server sent as its cause, or an Error when the connection was lost
 */
export function executeBatch(
  client: pg.Client,
  commands: readonly Command[],
  options: Omit<ExecuteOptions, 'resultLimit'>,
): Promise<ExecutedResult[]> {
  const limits = { ...options, resultLimit: Number.POSITIVE_INFINITY }
  if (options.isReadOnly) {
    return executeOneByOne(client, commands, limits, (thrown, _, index) => (thrown instanceof Error ? new BatchError(index, thrown) : thrown))
  }
  const texts = commands.map(({ text }) => text)
  return submit(client, texts, limits, 'batch')
}

type ExecutionProtocol = 'extended' | 'guarded' | 'simple' | 'batch'

/** Results so far, and what they cost in memory by estimate. */
interface Kept {
  readonly results: ExecutedResult[]
  bytes: number
  /** Bytes that may be kept without another claim. */
  claimed: number
}

/** Refused before anything ran, because the text is several statements: the one syntax error that is at no place of the text. */
class SeveralCommands extends Error {
  declare readonly cause: pg.DatabaseError
}

function submit(
  client: pg.Client,
  texts: readonly string[],
  options: ExecuteOptions,
  protocol: ExecutionProtocol,
  kept: Kept = { results: [], bytes: 0, claimed: 0 },
): Promise<ExecutedResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Execution(texts, options, protocol, kept, resolve, reject) as unknown as pg.Submittable)
  })
}

/** What pg calls while an execution is the active query of its connection. */
class Execution {
  readonly #texts: readonly string[]
  readonly #options: ExecuteOptions
  readonly #protocol: ExecutionProtocol
  readonly #resolve: (results: ExecutedResult[]) => void
  readonly #reject: (error: Error) => void
  readonly #kept: Kept
  #connection: Protocol | undefined
  /** The guard's own answer comes first. */
  #isGuard: boolean
  /** Further statements have one each. */
  readonly #guardsEncoding: boolean
  #done = 0
  #isParsed = false
  #fields: ExecutedField[] = []
  #rows: (string | null)[][] = []
  #seen = 0
  #needsInput = false

  constructor(
    texts: readonly string[],
    options: ExecuteOptions,
    protocol: ExecutionProtocol,
    kept: Kept,
    resolve: (results: ExecutedResult[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#texts = texts
    this.#options = options
    this.#protocol = protocol
    this.#isGuard = protocol === 'guarded'
    this.#guardsEncoding = protocol === 'batch' && mayChangeEncoding(texts)
    this.#kept = kept
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Protocol): void {
    this.#connection = connection
    connection.on('parseComplete', this.#onParsed)
    if (this.#protocol === 'simple') {
      connection.query(this.#texts[0]!)
      return
    }
    // one extra row shows whether there are more
    const rows = Math.max(this.#options.rowLimit, this.#options.countLimit ?? 0) + 1
    connection.stream.cork()
    for (const [at, text] of this.#texts.entries()) {
      const guard = at > 0 ? this.#guardsEncoding && encodingGuard : this.#isGuard && readOnlyGuard
      if (guard !== false) {
        connection.parse({ text: guard, name: '', types: [] })
        connection.bind({ portal: '', statement: '', values: [] })
        connection.execute({ portal: '', rows: 0 })
      }
      connection.parse({ text, name: '', types: [] })
      connection.bind({ portal: '', statement: '', values: this.#options.values ?? [] })
      connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '', rows })
    }
    connection.sync()
    connection.stream.uncork()
  }

  readonly #onParsed = (): void => void (this.#isParsed ||= !this.#isGuard)

  handleRowDescription(message: RowDescription): void {
    this.#fields = fieldsOf(message)
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#isGuard) return
    this.#seen += 1
    if (this.#rows.length >= this.#options.rowLimit || this.#kept.bytes >= this.#options.byteLimit) return
    let bytes = this.#kept.bytes + rowBytes + message.fields.length * valueBytes
    for (const value of message.fields) bytes += value?.length ?? 0
    if (!this.#hasRoom(bytes)) return
    this.#kept.bytes = bytes
    this.#rows.push(message.fields)
  }

  #hasRoom(bytes: number): boolean {
    const { claim, byteLimit } = this.#options
    if (claim === undefined || bytes <= this.#kept.claimed) return true
    const isClaimed = claim(bytes + claimStepBytes)
    // later rows may be shorter, but a result has no holes
    if (isClaimed) this.#kept.claimed = bytes + claimStepBytes
    else this.#kept.bytes = byteLimit
    return isClaimed
  }

  handleCommandComplete(message: { text: string }): void {
    if (this.#isGuard) {
      this.#isGuard = false
      return
    }
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
    this.#connection?.off('parseComplete', this.#onParsed)
    this.#reject(this.#failureOf(error))
  }

  handleReadyForQuery(connection: Protocol): void {
    connection.off('parseComplete', this.#onParsed)
    this.#resolve(this.#kept.results)
  }

  #failureOf(error: Error): Error {
    if (!(error instanceof pg.DatabaseError)) return error
    if (this.#protocol === 'batch') return new BatchError(this.#done, error)
    if (this.#needsInput) return new AppError('database_error', {}, { message: needsInputMessage, cause: error })
    const isRefused = this.#protocol !== 'simple' && !this.#isParsed && error.code === syntaxError && error.position === undefined
    return isRefused ? new SeveralCommands(error.message, { cause: error }) : error
  }

  #finish(command: string, rowCount: number | null): void {
    this.#options.fates?.complete(command)
    this.#done += 1
    this.#isGuard = this.#guardsEncoding && this.#done < this.#texts.length
    this.#kept.bytes += resultBytes
    if (this.#kept.results.length >= this.#options.resultLimit) {
      this.#forget()
      return
    }
    this.#kept.results.push({
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
