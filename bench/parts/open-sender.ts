import { Worker } from 'node:worker_threads'
import type { HostileOrder, HostileOutcome } from './hostile-sender.ts'

/** Starts the thread of a hostile sender. One order at a time. */
export function openSender(): AsyncDisposable & { send(order: HostileOrder): Promise<HostileOutcome> } {
  const worker = new Worker(new URL('hostile-sender.ts', import.meta.url))
  return {
    send(order) {
      const { promise, resolve, reject } = Promise.withResolvers<HostileOutcome>()
      worker.once('message', resolve).once('error', reject)
      worker.postMessage(order, [])
      return promise
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
