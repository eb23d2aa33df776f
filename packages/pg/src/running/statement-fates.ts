/** Statements of a text, by their places among those that are done (from 0). */
export interface StatementRange {
  readonly first: number
  readonly count: number
}

/**
 * Follows which of the statements that are done can still be rolled back, from what the server says: command tags, and the state of the
 * transaction once it is ready for the next message.
 */
export class StatementFates {
  #done = 0
  #firstOpen = 0
  #hasSavepoint = false

  /** The statements that are neither committed nor rolled back yet; null when there are none. */
  get open(): StatementRange | null {
    return this.#done > this.#firstOpen ? { first: this.#firstOpen, count: this.#done - this.#firstOpen } : null
  }

  /**
   * Notes that a statement is done.
   *
   * @param words the first words of the statement where they are known: its tag alone doesn't tell ROLLBACK TO a savepoint from ROLLBACK
   * @returns the statements before it that it has rolled back
   */
  complete(command: string, words: readonly string[] = []): StatementRange | null {
    const before = this.open
    this.#done += 1
    if (command === 'SAVEPOINT') this.#hasSavepoint = true
    const isRollback = command === 'ROLLBACK' && !words.includes('to') && (words.length > 0 || !this.#hasSavepoint)
    if (!isRollback && command !== 'COMMIT' && command !== 'PREPARE TRANSACTION') return null
    this.settle()
    return isRollback ? before : null
  }

  /** Notes that everything so far is committed or rolled back. */
  settle(): void {
    this.#firstOpen = this.#done
    this.#hasSavepoint = false
  }

  /** Notes that the transaction was rolled back. Returns the statements that went with it. */
  rollBack(): StatementRange | null {
    const { open } = this
    this.settle()
    return open
  }
}
