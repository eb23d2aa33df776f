/** Test files get this module anew, not as the environment has it, so that both only meet in the global object. */
const key = Symbol.for('colonnade.end-of-worker')
const place = globalThis as { [key]?: AsyncDisposableStack }

/** Called once per worker, by its environment, which disposes the stack. */
export function createEndOfWorker(): AsyncDisposableStack {
  return (place[key] = new AsyncDisposableStack())
}

/** Returns the stack of what stays open until the worker ends. Undefined outside Vitest, in a bench. */
export function endOfWorker(): AsyncDisposableStack | undefined {
  return place[key]
}
