import { fork, type ChildProcess } from 'node:child_process'
import { renderLimits } from './limits.ts'
import { renderMessages } from './messages.ts'
import { outOfMemoryStatus, type RenderFault, type RenderOutcome, type RenderTask } from './process/protocol.ts'
import { createTurns } from './turns.ts'

export type RenderRefusalCode = RenderFault | 'tooManyBytes' | 'tooMuchMemory' | 'tooLong' | 'busy'

/** An image that isn't rendered, in words for whoever asked. */
export class RenderRefused extends Error {
  readonly code: RenderRefusalCode

  constructor(code: RenderRefusalCode) {
    super(renderMessages[code])
    this.code = code
  }
}

export type Rendered = Extract<RenderOutcome['result'], { format: unknown }>

/** Renders images in processes of their own: what a broken image does to a library happens there. */
export interface Renderer extends AsyncDisposable {
  /**
   * Makes `target`, which doesn't exist yet.
   *
   * @param owner takes turns with the others
   * @param source puts the image where it can be read by its path, which is only done when its turn has come
   * @throws RenderRefused
   */
  render(owner: string, task: Omit<RenderTask, 'id' | 'source'>, source: () => Promise<string>): Promise<Rendered>
}

interface Job {
  readonly task: Omit<RenderTask, 'source'>
  readonly owner: string
  source(): Promise<string>
  resolve(rendered: Rendered): void
  reject(error: Error): void
}

interface Worker {
  readonly child: ChildProcess
  job: Job | null
  /** Ends it when it idles, or when its job takes too long. */
  timer: NodeJS.Timeout | undefined
  ending: RenderRefusalCode | null
}

export function createRenderer(
  limits: { readonly processes: number; readonly waiting: number; readonly timeMs: number; readonly idleMs: number } = renderLimits,
): Renderer {
  const turns = createTurns<Job>(limits.waiting)
  const workers = new Set<Worker>()
  let lastId = 0
  let isClosed = false

  const startWorker = (): Worker => {
    const child = fork(new URL('process/render-process.ts', import.meta.url), {
      // gives a compromised library nothing to read
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: Worker = { child, job: null, timer: undefined, ending: null }
    workers.add(worker)
    child.on('message', (outcome: RenderOutcome) => settle(worker, outcome))
    child.once('error', (error) => end(worker, error))
    child.once('exit', (status) => end(worker, status === outOfMemoryStatus ? new RenderRefused('tooMuchMemory') : null))
    return worker
  }
  const settle = (worker: Worker, { id, result }: RenderOutcome): void => {
    const { job } = worker
    if (job === null || job.task.id !== id) return
    if ('fault' in result) job.reject(new RenderRefused(result.fault))
    else if ('failure' in result) job.reject(new Error(`Rendering failed: ${result.failure}`))
    else job.resolve(result)
    rest(worker)
  }
  const end = (worker: Worker, reason: Error | null): void => {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    // a process that a file brought down is no fault of whoever asks next
    worker.job?.reject(worker.ending === null ? (reason ?? new RenderRefused('unsupported')) : new RenderRefused(worker.ending))
    worker.job = null
    proceed()
  }
  const begin = async (worker: Worker, job: Job): Promise<void> => {
    try {
      const source = await job.source()
      // it may have taken too long already
      if (worker.job !== job) return
      worker.child.send({ ...job.task, source } satisfies RenderTask, (error) => {
        if (error !== null) worker.child.kill('SIGKILL')
      })
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)))
      if (worker.job === job) rest(worker)
    }
  }
  const rest = (worker: Worker): void => {
    worker.job = null
    clearTimeout(worker.timer)
    worker.timer = setTimeout(() => {
      workers.delete(worker)
      worker.child.kill('SIGKILL')
    }, limits.idleMs).unref()
    proceed()
  }
  const proceed = (): void => {
    for (;;) {
      const idle = [...workers].find(({ job }) => job === null)
      if (isClosed || (idle === undefined && workers.size >= limits.processes)) return
      const busy = new Set([...workers].flatMap(({ job }) => (job === null ? [] : [job.owner])))
      const next = turns.next((owner) => busy.has(owner))
      if (next === null) return
      const worker = idle ?? startWorker()
      clearTimeout(worker.timer)
      worker.job = next.work
      worker.timer = setTimeout(() => {
        worker.ending = 'tooLong'
        worker.child.kill('SIGKILL')
      }, limits.timeMs)
      void begin(worker, next.work)
    }
  }

  return {
    async render(owner, task, source) {
      const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
      const job: Job = { task: { ...task, id: ++lastId }, owner, source, resolve, reject }
      turns.add(owner, job)?.reject(new RenderRefused('busy'))
      proceed()
      return promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (;;) {
        const waiting = turns.next(() => false)
        if (waiting === null) break
        waiting.work.reject(new RenderRefused('busy'))
      }
      const gone = [...workers].map(
        ({ child }) =>
          new Promise<void>((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve())),
      )
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}
