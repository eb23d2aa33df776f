import { setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadAnswer } from './thread-pool.ts'

const niceness = 10

/** Lets this thread run after whatever answers people. */
export function lowerPriority(): void {
  // on Linux alone a priority is a thread's own
  if (process.platform === 'linux') setPriority(niceness)
}

/** Serves the requests of a `ThreadPool` in its thread. `work` may name buffers of its answer that are moved instead of copied. */
export function serveThread<Request>(work: (request: Request, transfer: (buffer: Transferable) => void) => unknown): void {
  lowerPriority()
  parentPort!.on('message', (request: Request) => {
    const moved: Transferable[] = []
    let reply: ThreadAnswer
    try {
      reply = { answer: work(request, (buffer) => moved.push(buffer)) }
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      reply = { refused: { name, message } }
    }
    parentPort!.postMessage(reply, moved)
  })
}
