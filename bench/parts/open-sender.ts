import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HostileOrder, HostileOutcome } from './hostile-sender.ts'

/** Starts the thread of a hostile sender. One order at a time. */
export function openSender(): AsyncDisposable & { send(order: HostileOrder): Promise<HostileOutcome> } {
  const worker = new Worker(new URL('hostile-sender.ts', import.meta.url))
  return {
    async send(order) {
      const answered = once(worker, 'message') as Promise<[HostileOutcome]>
      worker.postMessage(order, [])
      const [outcome] = await answered
      return outcome
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
