import type { BatchWire, Row } from './batch-query.ts'

/** Takes rows of a statement while they come, instead of all of them at the end. */
export interface RowSink {
  /** Called before the first row, with how to go on after `row` has returned false. */
  start(resume: () => void): void
  /** Takes a row. When it returns false, the connection is read no further, so that Postgres waits as well. */
  row(row: Row): boolean
}

/** The rows of a statement with a sink, as `batchMessage` asks for them. */
export class RowStream {
  readonly #sink: RowSink
  readonly #stream: BatchWire['stream']
  #stage: 'first' | 'lifting' | 'rest' | 'over' = 'first'

  constructor(sink: RowSink, stream: BatchWire['stream']) {
    this.#sink = sink
    this.#stream = stream
    sink.start(() => stream.resume())
  }

  handleDataRow(row: Row): void {
    if (this.#stage !== 'lifting' && !this.#sink.row(row)) this.#stream.pause()
  }

  /** Returns whether the statement is over. */
  handleEnd(): boolean {
    this.#stage = this.#stage === 'first' ? 'lifting' : this.#stage === 'lifting' ? 'rest' : 'over'
    return this.#stage === 'over'
  }
}
