import { AppError } from '@colonnade/core'
import { availableParallelism } from 'node:os'
import { type Transferable, Worker } from 'node:worker_threads'

export interface ThreadPoolOptions {
  /** Threads at once; one fewer than the machine has cores, and at least one, unless given. */
  readonly threads?: number
  /** A task that takes longer is stopped with its thread. */
  readonly deadlineMs: number
  /** Of each thread's heap. A task that needs more is stopped with its thread. */
  readonly heapMb: number
}

interface Task {
  readonly request: unknown
  readonly transfer: readonly Transferable[]
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** What a thread posts for each request: the answer, or why there is none. */
export type ThreadAnswer = { readonly answer: unknown } | { readonly refused: { readonly message: string; readonly name: string } }

const stackMb = 4
/** A thread without work ends after this. */
const idleMs = 30_000

/**
 * Runs work on what people send in threads, so that the process goes on answering everybody else. Owners take turns: one that sends much
 * waits for itself. The script serves requests with `serveThread`.
 */
export class ThreadPool {
  readonly #script: URL
  readonly #options: Required<ThreadPoolOptions>
  readonly #queues = new Map<string, Task[]>()
  readonly #idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout }[] = []
  #running = 0

  constructor(script: URL, options: ThreadPoolOptions) {
    this.#script = script
    this.#options = { threads: Math.max(1, availableParallelism() - 1), ...options }
  }

  /**
   * Resolves with what the script answers. `transfer` moves buffers of the request instead of copying them.
   *
   * @throws Error with the name and message that the script threw; AppError `too_complex` when the task ran out of time or memory
   */
  run<Answer>(owner: string, request: unknown, transfer: readonly Transferable[] = []): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const queue = this.#queues.get(owner) ?? []
    this.#queues.set(owner, queue)
    queue.push({ request, transfer, resolve, reject })
    this.#startNext()
    return promise
  }

  #startNext(): void {
    if (this.#running >= this.#options.threads) return
    for (const [owner, queue] of this.#queues) {
      const task = queue.shift()!
      // to the end of the line
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
      this.#running += 1
      this.#perform(task)
      return
    }
  }

  #perform({ request, transfer, resolve, reject }: Task): void {
    const worker = this.#takeWorker()
    const finish = (settle: () => void, isUsable: boolean): void => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      this.#running -= 1
      if (isUsable) this.#keep(worker)
      else void worker.terminate()
      settle()
      this.#startNext()
    }
    const giveUp = (cause?: unknown): void => finish(() => reject(new AppError('too_complex', {}, { cause })), false)
    const timer = setTimeout(giveUp, this.#options.deadlineMs)
    const onMessage = (message: ThreadAnswer): void => {
      if ('answer' in message) return finish(() => resolve(message.answer as never), true)
      const { name, message: text } = message.refused
      finish(() => reject(Object.assign(new Error(text), { name })), true)
    }
    const onError = (error: Error): void => {
      // what the script did not expect is our fault; running out of memory is the task's
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') giveUp(error)
      else finish(() => reject(error), false)
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.ref()
    worker.postMessage(request, transfer)
  }

  #takeWorker(): Worker {
    const idle = this.#idle.pop()
    if (idle === undefined) {
      const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb, stackSizeMb: stackMb } })
      // one that ends without work is missed by nobody
      return worker.on('error', () => {}).on('exit', () => this.#drop(worker))
    }
    clearTimeout(idle.timer)
    return idle.worker
  }

  #keep(worker: Worker): void {
    worker.unref()
    const idle = { worker, timer: setTimeout(() => this.#drop(worker), idleMs).unref() }
    this.#idle.push(idle)
  }

  #drop(worker: Worker): void {
    const at = this.#idle.findIndex((idle) => idle.worker === worker)
    if (at === -1) return
    clearTimeout(this.#idle[at]!.timer)
    this.#idle.splice(at, 1)
    void worker.terminate()
  }
}
