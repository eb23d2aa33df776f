import pg from 'pg'
import { batchMessage, type BatchStatement } from './batch-message.ts'
import { RowStream } from './row-stream.ts'

export type Row = readonly (string | null)[]

/** Rows of each statement of a batch, in its order; values as Postgres writes them. */
export type BatchRows = readonly (readonly Row[])[]

/** The part of `pg`'s connection that a batch writes to; its types leave it out. */
export interface BatchWire {
  readonly stream: {
    readonly writable: boolean
    write(bytes: Uint8Array): boolean
    cork(): void
    uncork(): void
    pause(): unknown
    resume(): unknown
  }
}

/** What `pg` calls on a query that it runs; its types leave them out as well. */
interface QueryHandlers {
  submit(wire: BatchWire): null
  handleRowDescription(): void
  handleDataRow(message: { readonly fields: Row }): void
  handlePortalSuspended(): void
  handleCommandComplete(): void
  handleEmptyQuery(): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/**
 * `pg` pipelines its own queries only. What its constructor does for each of them, before anything is asked, costs as much as parsing a
 * request, and nothing of it is needed here.
 */
const BareQuery = function () {} as unknown as new () => object
BareQuery.prototype = pg.Query.prototype

/**
 * Statements under one Sync, which Postgres runs as one implicit transaction (PostgreSQL documentation, 54.2.3): all of it is undone when
 * one fails. The outcome counts at ReadyForQuery, because deferred constraints are checked at the Sync.
 */
export class BatchQuery extends BareQuery implements QueryHandlers {
  readonly #statements: readonly BatchStatement[]
  readonly #isKnown: (name: string) => boolean
  readonly #forgotten: readonly string[]
  readonly #settle: { resolve(rows: BatchRows): void; reject(error: Error): void }
  readonly #rows: Row[][] = [[]]
  /** Of the statement with a sink, and its place. */
  #stream: RowStream | null = null
  #streamAt = -1

  /**
   * @param isKnown whether the connection has parsed a statement under this name
   * @param forgotten names that it is to forget
   */
  constructor(
    statements: readonly BatchStatement[],
    isKnown: (name: string) => boolean,
    forgotten: readonly string[],
    settle: { resolve(rows: BatchRows): void; reject(error: Error): void },
  ) {
    super()
    this.#statements = statements
    this.#isKnown = isKnown
    this.#forgotten = forgotten
    this.#settle = settle
  }

  submit({ stream }: BatchWire): null {
    this.#streamAt = this.#statements.findIndex(({ sink }) => sink !== undefined)
    if (this.#streamAt !== -1) this.#stream = new RowStream(this.#statements[this.#streamAt]!.sink!, stream)
    // if the socket has ended, its close event rejects the batch
    if (!stream.writable) return null
    const pieces = batchMessage(this.#statements, this.#isKnown, this.#forgotten)
    if (pieces.length > 1) stream.cork()
    for (const piece of pieces) stream.write(piece)
    if (pieces.length > 1) stream.uncork()
    return null
  }

  /** `pg` asks for it. */
  callback(): void {}

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: Row }): void {
    if (this.#isStreaming()) this.#stream!.handleDataRow(fields)
    else this.#rows.at(-1)!.push(fields)
  }

  handlePortalSuspended(): void {
    this.#stream?.handleEnd()
  }

  handleCommandComplete(): void {
    if (!this.#isStreaming() || this.#stream!.handleEnd()) this.#rows.push([])
  }

  #isStreaming(): boolean {
    return this.#stream !== null && this.#rows.length === this.#streamAt + 1
  }

  handleEmptyQuery(): void {
    this.#rows.push([])
  }

  handleError(error: Error): void {
    this.#settle.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#rows)
  }
}
