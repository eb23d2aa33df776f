/** Work in a line per name: what is asked of one cluster is done one after the other, of several at once. */
export interface Queues {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Resolves when all lines are empty. */
  idle(): Promise<void>
}

export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(name, work) {
      const result = (last.get(name) ?? Promise.resolve()).then(work)
      const settled = result.catch(() => {})
      last.set(name, settled)
      void settled.then(() => last.get(name) === settled && last.delete(name))
      return result
    },
    async idle() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
