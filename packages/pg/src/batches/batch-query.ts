import pg from 'pg'

/** One statement of a batch. */
export interface BatchStatement {
  /** Known on a connection under this name once it was parsed there; empty for one that is parsed each time. */
  readonly name: string
  readonly text: string
  /** Texts as Postgres reads them, or bytes for `bytea`; null for NULL. */
  readonly values: readonly (string | Uint8Array | null)[]
}

type Row = readonly (string | null)[]

/** Rows of each statement of a batch, in its order; values as Postgres writes them. */
export type BatchRows = readonly (readonly Row[])[]

/** The parts of `pg`'s connection that a batch writes with; its types leave them out. */
export interface BatchWire {
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { readonly name: string; readonly text: string; readonly types?: readonly number[] }): void
  bind(message: { readonly statement: string; readonly values: readonly unknown[]; readonly valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
  close(message: { readonly type: 'S'; readonly name: string }): void
  sync(): void
}

/** What `pg` calls on a query that it runs; its types leave them out as well. */
interface QueryHandlers {
  submit(wire: BatchWire): null
  handleRowDescription(): void
  handleDataRow(message: { readonly fields: Row }): void
  handleCommandComplete(): void
  handleEmptyQuery(): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** Texts go as they are; of bytes `pg` knows buffers only, which it sends in the binary format. */
const asIs = (value: unknown): unknown =>
  value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value

/**
 * Statements under one Sync, which Postgres runs as one implicit transaction (PostgreSQL documentation, 54.2.3): all of it is undone when
 * one fails. The outcome counts at ReadyForQuery, because deferred constraints are checked at the Sync.
 */
export class BatchQuery extends (pg.Query as unknown as new (config: { readonly text: string }) => object) implements QueryHandlers {
  readonly #statements: readonly BatchStatement[]
  readonly #known: ReadonlySet<string>
  readonly #forgotten: readonly string[]
  readonly #settle: { resolve(rows: BatchRows): void; reject(error: Error): void }
  #rows: Row[][]
  /** `pg` asks for it. */
  readonly callback = (): void => {}

  /**
   * @param known names that this connection has parsed
   * @param forgotten names that it is to forget
   */
  constructor(
    statements: readonly BatchStatement[],
    known: ReadonlySet<string>,
    forgotten: readonly string[],
    settle: { resolve(rows: BatchRows): void; reject(error: Error): void },
  ) {
    super({ text: '' })
    this.#statements = statements
    this.#known = known
    this.#forgotten = forgotten
    this.#settle = settle
    this.#rows = [[]]
  }

  submit(wire: BatchWire): null {
    wire.stream.cork()
    for (const name of this.#forgotten) wire.close({ type: 'S', name })
    for (const { name, text, values } of this.#statements) {
      if (name === '' || !this.#known.has(name)) {
        // a batch that failed may have parsed it, and a name can't be given twice
        if (name !== '') wire.close({ type: 'S', name })
        wire.parse({ name, text })
      }
      wire.bind({ statement: name, values, valueMapper: asIs })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
    return null
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.at(-1)!.push(fields)
  }

  handleCommandComplete(): void {
    this.#rows.push([])
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
