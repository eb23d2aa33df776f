import pg from 'pg'

/** One statement of a batch. */
export interface BatchStatement {
  /** Known on a connection under this name once it was parsed there; empty for one that is parsed each time. */
  readonly name: string
  readonly text: string
  /** Texts as Postgres reads them, or bytes for `bytea`; null for NULL. */
  readonly values: readonly (string | Uint8Array | null)[]
}

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
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
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
  readonly #answering: number
  readonly #known: ReadonlySet<string>
  readonly #forgotten: readonly string[]
  readonly #settle: { resolve(row: readonly (string | null)[] | null): void; reject(error: Error): void }
  #completed = 0
  #row: readonly (string | null)[] | null = null
  /** `pg` asks for it. */
  readonly callback = (): void => {}

  /**
   * @param answering the place of the statement whose first row is the outcome
   * @param known names that this connection has parsed
   * @param forgotten names that it is to forget
   */
  constructor(
    statements: readonly BatchStatement[],
    answering: number,
    known: ReadonlySet<string>,
    forgotten: readonly string[],
    settle: { resolve(row: readonly (string | null)[] | null): void; reject(error: Error): void },
  ) {
    super({ text: '' })
    this.#statements = statements
    this.#answering = answering
    this.#known = known
    this.#forgotten = forgotten
    this.#settle = settle
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

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#completed === this.#answering) this.#row ??= fields
  }

  handleCommandComplete(): void {
    this.#completed += 1
  }

  handleEmptyQuery(): void {
    this.#completed += 1
  }

  handleError(error: Error): void {
    this.#settle.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#row)
  }
}
