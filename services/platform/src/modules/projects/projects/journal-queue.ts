/** Writes entries of one project's journal in order, while the work continues. */
export interface JournalQueue extends AsyncDisposable {
  /** After a failed write, later entries are dropped too: steps that aren't recorded as done are repeated. */
  write(line: () => Promise<void>): void
  /** Resolves when everything is written, and rejects with the first failure. */
  flush(): Promise<void>
}

export function createJournalQueue(): JournalQueue {
  let last = Promise.resolve()
  return {
    write(line) {
      last = last.then(line)
      last.catch(() => {}) // the next flush reports it
    },
    flush: () => last,
    async [Symbol.asyncDispose]() {
      await last.catch(() => {})
    },
  }
}
