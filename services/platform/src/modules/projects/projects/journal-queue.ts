/** Lines of one project's journal, written one after the other while the work goes on. */
export interface JournalQueue extends AsyncDisposable {
  /** After a line that could not be written none of the next ones is: what is then not known to be done is done again. */
  write(line: () => Promise<void>): void
  /** Resolves when all is written, and fails with what went wrong. */
  flush(): Promise<void>
}

export function createJournalQueue(): JournalQueue {
  let last = Promise.resolve()
  return {
    write(line) {
      last = last.then(line)
      last.catch(() => {}) // the next flush tells
    },
    flush: () => last,
    async [Symbol.asyncDispose]() {
      await last.catch(() => {})
    },
  }
}
