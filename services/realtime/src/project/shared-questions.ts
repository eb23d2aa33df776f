/**
 * Asks the same question once for all who wait for its answer. Whoever comes while it is being answered waits for the next time: an answer is
 * never older than the question.
 */
export class SharedQuestions<Answer> {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Promise<Answer>>()

  ask(key: string, question: () => Promise<Answer>): Promise<Answer> {
    const waiting = this.#next.get(key)
    if (waiting !== undefined) return waiting
    const next = this.#askAfter(key, question)
    this.#next.set(key, next)
    return next
  }

  async #askAfter(key: string, question: () => Promise<Answer>): Promise<Answer> {
    await this.#running.get(key)
    this.#next.delete(key)
    const answer = question()
    const over = Promise.allSettled([answer])
    this.#running.set(key, over)
    try {
      return await answer
    } finally {
      if (this.#running.get(key) === over) this.#running.delete(key)
    }
  }
}
