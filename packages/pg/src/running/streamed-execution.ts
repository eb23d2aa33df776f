import { AppError } from '@colonnade/core'
import pg from 'pg'
import type { Command, SplitText } from '../commands.ts'
import { type ExecutedField, fieldsOf, readTag, type RowDescription } from '../reply-messages.ts'
import { encodingGuard, encodingNotice, mayChangeEncoding } from './client-encoding.ts'
import { readOnlyGuard } from './read-only.ts'
import type { StatementFates, StatementRange } from './statement-fates.ts'

/** A NoticeResponse, in the driver's form. */
export interface NoticeMessage {
  readonly severity?: string | undefined
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly detail?: string | undefined
  readonly hint?: string | undefined
}

/** A part of the server's response. */
export type StreamedEvent =
  | { readonly kind: 'fields'; readonly fields: readonly ExecutedField[] }
  /** Values as Postgres prints them, at most `batchRows` per event. */
  | { readonly kind: 'rows'; readonly rows: readonly (readonly (string | null)[])[] }
  | {
      readonly kind: 'completed'
      readonly command: string
      /** Null if the server sent no count, or stopped at the limit. */
      readonly rowCount: number | null
      readonly isTruncated: boolean
      /** Measured from the end of the previous statement. */
      readonly durationMs: number
    }
  | { readonly kind: 'notice'; readonly notice: NoticeMessage }
  /** The changes of earlier statements were rolled back. */
  | ({ readonly kind: 'rolledBack' } & StatementRange)

export interface StreamOptions {
  /** Most rows per result set; null for all. */
  readonly rowLimit: number | null
  /** Runs the text in a read-only transaction, which is left open. */
  readonly isReadOnly?: boolean
  /** Commits each statement before the next is sent, as psql does, unless the SQL has started a transaction. */
  readonly commitsEach?: boolean
  /** Called after each completed statement. The caller decides about a transaction that is open after the run. */
  readonly fates?: StatementFates
  /** Splits SQL into statements; on this thread by default. */
  readonly split?: SplitText
}

/** Handles an event. Reading pauses while its promise is pending; a rejection stops further events. */
export type EventHandler = (event: StreamedEvent) => Promise<void> | undefined

/** Most rows of one event, and the length of their values after which it is full, in characters. */
const batchRows = 500
const batchCharacters = 64 * 1024

/** The part of pg's connection that speaks the protocol; its types leave most of it out. */
interface Protocol {
  readonly stream: { cork(): void; uncork(): void; pause(): unknown; resume(): unknown }
  on(event: string, listener: (message: never) => void): unknown
  once(event: string, listener: () => void): unknown
  off(event: string, listener: (message: never) => void): unknown
  query(text: string): void
  parse(message: { text: string; name: string; types: number[] }): void
  bind(message: { portal: string; statement: string; values: [] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  flush(): void
  sync(): void
  sendCopyFail(reason: string): void
}

const syntaxError = '42601'
/** pg_catalog.text */
const textOid = 25
const needsInputMessage = 'COPY FROM STDIN needs a client that sends data. Use psql, or import data in the table editor'

/** Refused before anything ran: no single statement, or none at all. Only what is at a place of the text has a position. */
export class Unparsed extends Error {
  declare readonly cause: pg.DatabaseError
}

export type StreamProtocol = 'extended' | 'guarded' | 'simple' | 'pipeline'

/** Sends commands together. Resolves after all events, when the server is ready for the next command. */
export function submit(
  client: pg.Client,
  commands: readonly Command[],
  options: Pick<StreamOptions, 'rowLimit' | 'fates'>,
  protocol: StreamProtocol,
  onEvent: EventHandler,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new StreamedExecution(client, commands, options, protocol, onEvent, resolve, reject) as unknown as pg.Submittable)
  })
}

/** Commands sent first, without events. */
const preludes: { readonly [protocol in StreamProtocol]?: string } = {
  guarded: readOnlyGuard,
  /**
   * Comes before the statements of a pipeline, so that all of them are in its implicit transaction: the server counts from the second on. It
   * takes no snapshot, which would be too early for SET TRANSACTION.
   */
  pipeline: 'show transaction_read_only',
}

/** What pg calls while an execution is the active query of its connection. */
class StreamedExecution {
  readonly #client: pg.Client
  readonly #commands: readonly Command[]
  readonly #rowLimit: number
  readonly #fates: StatementFates | undefined
  readonly #protocol: StreamProtocol
  readonly #onEvent: EventHandler
  readonly #resolve: () => void
  readonly #reject: (error: unknown) => void
  /** Undefined until it is its turn: a connection that was lost before refuses it without. */
  #connection: Protocol | undefined
  #isParsed = false
  #isPrelude: boolean
  /** Further statements have one each. */
  readonly #guardsEncoding: boolean
  /** Statements that are done. */
  #done = 0
  #needsInput = false
  #isBinaryCopy = false
  /** Of the result that comes. */
  #hasFields = false
  #seen = 0
  #rows: (string | null)[][] = []
  #characters = 0
  #flushing: NodeJS.Immediate | undefined
  #statementStartedAt = 0
  /** What came while the reader was waited for; the last of it may be the end. */
  readonly #queue: (StreamedEvent | (() => void))[] = []
  #isWaiting = false
  #isAbandoned = false

  constructor(
    client: pg.Client,
    commands: readonly Command[],
    { rowLimit, fates }: Pick<StreamOptions, 'rowLimit' | 'fates'>,
    protocol: StreamProtocol,
    onEvent: EventHandler,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#client = client
    this.#commands = commands
    this.#rowLimit = rowLimit ?? Number.POSITIVE_INFINITY
    this.#fates = fates
    this.#protocol = protocol
    this.#isPrelude = preludes[protocol] !== undefined
    this.#guardsEncoding = protocol === 'pipeline' && mayChangeEncoding(commands.map(({ text }) => text))
    this.#onEvent = onEvent
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Protocol): void {
    this.#connection = connection
    this.#client.on('notice', this.#onNotice)
    connection.on('parseComplete', this.#onParsed)
    connection.on('copyOutResponse', this.#onCopyOut)
    this.#statementStartedAt = performance.now()
    if (this.#protocol === 'simple') return connection.query(this.#commands[0]!.text)
    // one extra row shows whether there are more; 0 for all
    const rows = this.#rowLimit === Number.POSITIVE_INFINITY ? 0 : this.#rowLimit + 1
    connection.stream.cork()
    const first = preludes[this.#protocol]
    for (const [at, { text }] of this.#commands.entries()) {
      const prelude = at === 0 ? first : this.#guardsEncoding ? encodingGuard : undefined
      if (prelude !== undefined) {
        connection.parse({ text: prelude, name: '', types: [] })
        connection.bind({ portal: '', statement: '', values: [] })
        connection.execute({ portal: '', rows: 0 })
      }
      connection.parse({ text, name: '', types: [] })
      connection.bind({ portal: '', statement: '', values: [] })
      connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '', rows })
      // the end of each is reported as it arrives
      if (this.#protocol === 'pipeline') connection.flush()
    }
    connection.sync()
    connection.stream.uncork()
  }

  readonly #onNotice = (notice: NoticeMessage): void => this.#emit({ kind: 'notice', notice })

  readonly #onParsed = (): void => void (this.#isParsed ||= !this.#isPrelude)

  readonly #onCopyOut = ({ binary }: { binary: boolean }): void => {
    this.#isBinaryCopy = binary
    this.#begin([{ name: 'copy', typeOid: textOid, typeModifier: -1, tableOid: 0, columnNumber: 0 }])
  }

  handleRowDescription(message: RowDescription): void {
    this.#begin(fieldsOf(message))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#isPrelude) this.#take(fields)
  }

  /** A row, whole, with the end of its line (Postgres documentation, 54.2.6). */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#take([this.#isBinaryCopy ? `\\x${chunk.toString('hex')}` : chunk.toString('utf8').replace(/\r?\n$/, '')])
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { command, rowCount } = readTag(text)
    this.#complete(command, rowCount)
  }

  handlePortalSuspended(): void {
    this.#complete('SELECT', null)
  }

  handleEmptyQuery(): void {
    // a text of nothing but comments has no result
    this.#done += 1
  }

  handleCopyInResponse(connection: Protocol): void {
    this.#needsInput = true
    connection.sendCopyFail('no data')
    // the one before was taken for a part of the copy
    if (this.#protocol !== 'simple') connection.sync()
  }

  /** Also called, late, when the connection is lost. */
  handleError(error: Error): void {
    const refused = (): void => this.#end(() => this.#reject(this.#failureOf(error)))
    const connection = this.#connection
    if (connection === undefined || !(error instanceof pg.DatabaseError)) return refused()
    // the driver sends no more events, but this message contains the transaction state
    const done = (): void => {
      connection.off('readyForQuery', done)
      connection.off('end', done)
      refused()
    }
    connection.once('readyForQuery', done)
    connection.once('end', done)
  }

  handleReadyForQuery(): void {
    this.#end(this.#resolve)
  }

  #failureOf(error: Error): unknown {
    if (this.#needsInput) return new AppError('database_error', {}, { message: needsInputMessage, cause: error })
    if (this.#protocol !== 'simple' && error instanceof pg.DatabaseError && error.position !== undefined) {
      error.position = String(Number(error.position) + (this.#commands[this.#done]?.offset ?? 0))
    }
    const isUnparsed =
      (this.#protocol === 'extended' || this.#protocol === 'guarded') &&
      !this.#isParsed &&
      error instanceof pg.DatabaseError &&
      error.code === syntaxError
    return isUnparsed ? new Unparsed(error.message, { cause: error }) : error
  }

  #begin(fields: readonly ExecutedField[]): void {
    this.#hasFields = true
    this.#emit({ kind: 'fields', fields })
  }

  #take(row: (string | null)[]): void {
    this.#seen += 1
    if (this.#seen > this.#rowLimit || this.#isAbandoned) return
    this.#rows.push(row)
    for (const value of row) this.#characters += value?.length ?? 0
    if (this.#rows.length >= batchRows || this.#characters >= batchCharacters) this.#flush()
    // comes after what the socket has in hand
    else this.#flushing ??= setImmediate(() => this.#flush())
  }

  #flush(): void {
    clearImmediate(this.#flushing)
    this.#flushing = undefined
    if (this.#rows.length === 0) return
    const rows = this.#rows
    this.#rows = []
    this.#characters = 0
    this.#send({ kind: 'rows', rows })
  }

  #complete(command: string, rowCount: number | null): void {
    const now = performance.now()
    if (this.#isPrelude) {
      // it comes together with the end of its statement, to which its time is counted
      this.#isPrelude = false
      return
    }
    const notice = encodingNotice(this.#commands[this.#done]?.text ?? '')
    const rolledBack = this.#fates?.complete(command, this.#commands[this.#done]?.words)
    this.#done += 1
    const isTruncated = this.#hasFields && this.#seen > this.#rowLimit
    this.#emit({ kind: 'completed', command, rowCount, isTruncated, durationMs: now - this.#statementStartedAt })
    if (rolledBack) this.#emit({ kind: 'rolledBack', ...rolledBack })
    if (notice !== null) this.#emit({ kind: 'notice', notice })
    this.#isPrelude = this.#guardsEncoding && this.#done < this.#commands.length
    this.#statementStartedAt = now
    this.#hasFields = false
    this.#seen = 0
  }

  #end(settle: () => void): void {
    this.#client.off('notice', this.#onNotice)
    this.#connection?.off('parseComplete', this.#onParsed)
    this.#connection?.off('copyOutResponse', this.#onCopyOut)
    this.#flush()
    this.#send(settle)
  }

  /** In the order in which things came: rows that wait go first. */
  #emit(event: StreamedEvent): void {
    this.#flush()
    this.#send(event)
  }

  #send(next: StreamedEvent | (() => void)): void {
    if (this.#isWaiting) this.#queue.push(next)
    else this.#pass(next)
  }

  #pass(next: StreamedEvent | (() => void)): void {
    if (typeof next === 'function') return next()
    if (this.#isAbandoned) return
    const taken = this.#onEvent(next)
    if (taken === undefined) return
    this.#isWaiting = true
    this.#connection?.stream.pause()
    const goOn = (): void => {
      this.#isWaiting = false
      while (this.#queue.length > 0) {
        this.#pass(this.#queue.shift()!)
        if (this.#isWaiting) return
      }
      this.#connection?.stream.resume()
    }
    taken.then(goOn, () => {
      this.#isAbandoned = true
      goOn()
    })
  }
}
