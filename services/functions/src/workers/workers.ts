import type { DeployedFunction, Known, ShutdownReason } from '@colonnade/projects'
import { toAppError } from '@colonnade/core'
import type { FunctionsContext } from '../context.ts'
import { createChainCounter } from '../egress/own-api.ts'
import { FunctionError } from '../invocations/errors.ts'
import { activeMost, backOffMs, isolationMs, measureMs, stopMs, waitingMs } from '../limits.ts'
import { Slots } from './slots.ts'
import { Worker, type WorkerKeeper, type WorkerOrder } from './worker.ts'

/** A worker with a place for a request in it. */
export interface Lease {
  readonly worker: Worker
  /** It was started for this request, or was still starting. */
  readonly isCold: boolean
  /** It has answered: its function works. */
  answered(): void
  release(): void
}

/** The workers of all projects. */
export interface Workers extends AsyncDisposable {
  /**
   * Finds a worker that listens, or starts one.
   *
   * @throws FunctionError `BOOT_ERROR`, `WORKER_RESOURCE_LIMIT`, `NO_WORKER`
   */
  lease(ref: string, known: Known, deployed: DeployedFunction, requestId: string, signal: AbortSignal): Promise<Lease>
  /** Ends all workers of a project. */
  end(ref: string, reason: ShutdownReason): void
}

/** The workers of one function. */
interface FunctionWorkers {
  readonly ref: string
  readonly id: string
  readonly workers: Set<Worker>
  /** Asks for the next one, which several requests wait for together. */
  starting: Promise<Worker> | null
  /** Deaths in a row of workers that answered nothing. */
  failures: number
  retryAt: number
  /** Until then each request has a worker of its own: of several in one that is killed, only one is guilty. */
  isolatedUntil: number
  /** Called when one of them becomes idle, or ends. */
  readonly waiting: Set<() => void>
}

export function createWorkers(context: FunctionsContext): Workers {
  const all = new Map<string, FunctionWorkers>()
  const countChain = createChainCounter(() => performance.now())
  let isClosing = false

  const everyWorker = function* (): Generator<Worker> {
    for (const { workers } of all.values()) yield* workers
  }
  const evict = (ref: string | null): void => {
    let longest: Worker | null = null
    for (const worker of everyWorker()) {
      if (worker.state !== 'ready' || !worker.isIdle || (ref !== null && worker.order.ref !== ref)) continue
      if (longest === null || worker.idleSince < longest.idleSince) longest = worker
    }
    longest?.drain('evicted')
  }
  const slots = new Slots(context.workersMost, evict)

  const wake = ({ waiting }: FunctionWorkers): void => {
    for (const resolve of waiting) resolve()
  }
  const keeper: WorkerKeeper = {
    onIdle(worker) {
      wake(placeOf(worker.order.ref, worker.order.deployed.id))
      slots.askForRoom()
    },
    onEnd(worker) {
      const place = placeOf(worker.order.ref, worker.order.deployed.id)
      place.workers.delete(worker)
      const now = performance.now()
      if (worker.reason === 'cpu' || worker.reason === 'memory') place.isolatedUntil = now + isolationMs
      else if ((worker.reason === 'exit' || worker.reason === 'boot_failed') && worker.answers === 0) {
        place.retryAt = now + Math.min(backOffMs.least * 2 ** place.failures, backOffMs.most)
        place.failures += 1
      }
      slots.free(worker.order.ref)
      wake(place)
      if (place.workers.size === 0 && place.starting === null && place.failures === 0 && place.isolatedUntil < now)
        all.delete(keyOf(place.ref, place.id))
    },
  }
  const keyOf = (ref: string, id: string): string => `${ref} ${id}`
  const placeOf = (ref: string, id: string): FunctionWorkers => {
    const key = keyOf(ref, id)
    const found = all.get(key)
    if (found !== undefined) return found
    const made = { ref, id, workers: new Set<Worker>(), starting: null, failures: 0, retryAt: 0, isolatedUntil: 0, waiting: new Set<() => void>() }
    all.set(key, made)
    return made
  }
  const start = (place: FunctionWorkers, order: WorkerOrder): Worker => {
    const worker = new Worker(context, countChain, order, keeper)
    place.workers.add(worker)
    return worker
  }
  const isCurrent = (worker: Worker, { deployed, environmentRevision }: WorkerOrder): boolean =>
    worker.order.deployed.version === deployed.version &&
    worker.order.environmentRevision === environmentRevision &&
    isSame(worker.order.deployed.allowedHosts, deployed.allowedHosts)

  /** Takes a place before anybody else can. */
  const enter = (worker: Worker, requestId: string): Worker => {
    worker.begin(requestId)
    return worker
  }
  /** The usual way: one worker for all requests at once. */
  const shared = async (place: FunctionWorkers, order: WorkerOrder, requestId: string, signal: AbortSignal): Promise<Worker> => {
    for (const worker of place.workers)
      if (worker.isOpen && isCurrent(worker, order) && worker.active.size < activeMost) return enter(worker, requestId)
    refuseEarly(place)
    place.starting ??= slots
      .take(order.ref, order.limits.maxWorkers, new AbortController().signal)
      .then(() => start(place, order))
      .finally(() => (place.starting = null))
    const worker = await abortable(place.starting, signal)
    return worker.isOpen ? enter(worker, requestId) : shared(place, order, requestId, signal)
  }
  const alone = async (place: FunctionWorkers, order: WorkerOrder, requestId: string, signal: AbortSignal): Promise<Worker> => {
    const until = performance.now() + waitingMs
    for (;;) {
      for (const worker of place.workers) if (worker.isOpen && isCurrent(worker, order) && worker.active.size === 0) return enter(worker, requestId)
      refuseEarly(place)
      if (slots.tryTake(order.ref, order.limits.maxWorkers)) return enter(start(place, order), requestId)
      if (place.workers.size === 0) {
        await slots.take(order.ref, order.limits.maxWorkers, signal)
        return enter(start(place, order), requestId)
      }
      await nextChange(place, until - performance.now(), signal)
    }
  }
  const refuseEarly = (place: FunctionWorkers): void => {
    if (isClosing) throw new FunctionError('NO_WORKER')
    if (place.failures > 0 && performance.now() < place.retryAt) throw new FunctionError('BOOT_ERROR')
  }

  const measuring = setInterval(() => {
    for (const worker of everyWorker()) if (!worker.isIdle || worker.state === 'starting') void worker.look()
  }, measureMs).unref()
  const round = setInterval(() => {
    const now = performance.now()
    const refs = new Set<string>()
    for (const worker of everyWorker()) {
      refs.add(worker.order.ref)
      if (!worker.isIdle) continue
      void worker.look()
      if (worker.state === 'ready' && now - worker.idleSince > worker.order.limits.idleMs) worker.drain('idle')
    }
    for (const ref of refs)
      void lookAfter(ref).catch((error: unknown) => context.logger.debug('project not looked up', { ref, error: toAppError(error) }))
  }, context.times.roundMs).unref()
  /** Functions change and go without a word to their workers. */
  const lookAfter = async (ref: string): Promise<void> => {
    const known = await context.known.find(ref)
    for (const worker of everyWorker()) {
      if (worker.order.ref !== ref) continue
      const deployed = known?.project.state === 'active' ? known.functions.functions.find(({ id }) => id === worker.order.deployed.id) : undefined
      const environmentRevision = known?.functions.environmentRevision
      if (deployed === undefined || !isCurrent(worker, { ...worker.order, deployed, environmentRevision: environmentRevision! }))
        worker.drain('superseded')
    }
  }

  return {
    async lease(ref, { functions: { environmentRevision, limits } }, deployed, requestId, signal) {
      const place = placeOf(ref, deployed.id)
      const order = { ref, deployed, environmentRevision, limits }
      for (const worker of place.workers) if (worker.isOpen && !isCurrent(worker, order)) worker.drain('superseded')
      const isIsolated = performance.now() < place.isolatedUntil
      const worker = await (isIsolated ? alone : shared)(place, order, requestId, signal)
      const isCold = worker.state === 'starting'
      if (isCold && !(await abortable(worker.booted, signal).catch(() => false))) {
        worker.finish(requestId)
        const { executionId, exceeded: limit } = worker
        throw new FunctionError(limit === null ? 'BOOT_ERROR' : 'WORKER_RESOURCE_LIMIT', { executionId, limit })
      }
      let isOver = false
      return {
        worker,
        isCold,
        answered() {
          worker.answers += 1
          place.failures = 0
        },
        release() {
          if (isOver) return
          isOver = true
          worker.finish(requestId)
        },
      }
    },
    end(ref, reason) {
      for (const worker of everyWorker()) if (worker.order.ref === ref) worker.drain(reason)
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      clearInterval(measuring)
      clearInterval(round)
      const left = [...everyWorker()]
      for (const worker of left) worker.drain('stop')
      const late = setTimeout(() => {
        for (const worker of left) worker.kill('stop')
      }, stopMs)
      await Promise.all(left.map((worker) => worker.ended))
      clearTimeout(late)
    },
  }
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one === other || (one !== null && other !== null && one.join() === other.join())
}

/** Resolves at the next change among a function's workers. @throws FunctionError `NO_WORKER` where none comes in time */
async function nextChange({ waiting }: FunctionWorkers, withinMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = (): void => reject(new FunctionError('NO_WORKER'))
  const timer = setTimeout(giveUp, Math.max(withinMs, 0))
  signal.addEventListener('abort', giveUp)
  waiting.add(resolve)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    waiting.delete(resolve)
    signal.removeEventListener('abort', giveUp)
  }
}

/** Gives up waiting when the client does. */
async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new FunctionError('NO_WORKER'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
