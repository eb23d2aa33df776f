import type { DeployedFunction, ExceededLimit, FunctionLimits, ShutdownReason } from '@colonnade/projects'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'undici'
import type { FunctionsContext } from '../context.ts'
import type { ChainCounter } from '../egress/own-api.ts'
import { killMs, logLinesMost, logWindowMs, runtimeResidentBytes, unloadMs } from '../limits.ts'
import type { WorkerEvent } from '../sandboxes/events.ts'
import { measure } from '../sandboxes/measures.ts'
import { type Sandbox, startSandbox } from '../sandboxes/sandbox.ts'
import { CpuWatch } from './cpu-watch.ts'

/** What a worker runs. */
export interface WorkerOrder {
  readonly ref: string
  readonly deployed: DeployedFunction
  readonly environmentRevision: string
  readonly limits: FunctionLimits
}

/** Receives the events of a worker. */
export interface WorkerKeeper {
  /** Called when it has no requests or background work left. */
  onIdle(worker: Worker): void
  onEnd(worker: Worker): void
}

/** Maps our shutdown reasons to those of the `beforeunload` event. */
const unloadReasons: Readonly<Partial<Record<ShutdownReason, string>>> = { wall_clock: 'wall_clock', evicted: 'early_drop' }

const oneRegion = 'local'

/** One process of a function, from its start to its end. */
export class Worker {
  readonly order: WorkerOrder
  readonly executionId = randomUUID()
  /** Resolves once it listens; false for one that never will. */
  readonly booted: Promise<boolean>
  readonly ended: Promise<void>
  readonly startedAt = performance.now()
  readonly cpu: CpuWatch
  /** Ids of the requests in it. */
  readonly active = new Set<string>()
  state: 'starting' | 'ready' | 'draining' | 'ended' = 'starting'
  /** Why it ends, once it does. */
  reason: ShutdownReason | null = null
  peakBytes = 0
  answers = 0
  idleSince = performance.now()
  dispatcher: Pool | null = null
  readonly #context: FunctionsContext
  readonly #keeper: WorkerKeeper
  readonly #booting = Promise.withResolvers<boolean>()
  readonly #ending = Promise.withResolvers<void>()
  readonly #timers: NodeJS.Timeout[] = []
  #sandbox: Sandbox | null = null
  #isBusy = false
  #isKilled = false
  #window = { endsAt: 0, lines: 0 }

  constructor(context: FunctionsContext, countChain: ChainCounter, order: WorkerOrder, keeper: WorkerKeeper) {
    this.#context = context
    this.#keeper = keeper
    this.order = order
    this.booted = this.#booting.promise
    this.ended = this.#ending.promise
    this.cpu = new CpuWatch(order.limits.cpuMs)
    const { wallClockMs } = order.limits
    this.#after(context.times.bootMs, () => void (this.state === 'starting' && this.kill('boot_failed')))
    this.#after(wallClockMs / 2, () => this.drain('wall_clock'))
    this.#after(wallClockMs, () => this.kill('wall_clock'))
    void this.#run(countChain)
  }

  get socket(): string {
    return this.#sandbox!.socket
  }

  /** Whether it does anything that its end would cut off. */
  get isIdle(): boolean {
    return this.active.size === 0 && !this.#isBusy
  }

  /** The limit that ended it; null for any other end. */
  get exceeded(): ExceededLimit | null {
    const { memoryBytes, cpuMs, wallClockMs } = this.order.limits
    if (this.reason === 'memory') return { name: 'memory', most: memoryBytes }
    if (this.reason === 'cpu') return { name: 'cpu', most: cpuMs }
    return this.reason === 'wall_clock' ? { name: 'duration', most: wallClockMs } : null
  }

  /** Whether it may get another request. */
  get isOpen(): boolean {
    return this.state === 'starting' || this.state === 'ready'
  }

  begin(requestId: string): void {
    if (this.isIdle) this.cpu.begin(1)
    else this.cpu.add()
    this.active.add(requestId)
  }

  finish(requestId: string): void {
    this.active.delete(requestId)
    this.#rest()
  }

  /** Gives it no more requests; it ends when those that it has are over. */
  drain(reason: ShutdownReason): void {
    if (!this.isOpen) return
    const wasStarting = this.state === 'starting'
    this.state = 'draining'
    this.reason = reason
    if (this.isIdle && !wasStarting) this.#unload()
    else if (wasStarting) void this.booted.then(() => this.#rest())
  }

  kill(reason: ShutdownReason): void {
    if (this.state === 'ended') return
    this.state = 'draining'
    this.reason = reason
    this.#isKilled = true
    this.#sandbox?.kill('SIGKILL')
  }

  /** Takes its measure, and ends it where it takes more than its share. */
  async look(): Promise<void> {
    const sandbox = this.#sandbox
    if (sandbox === null || this.state === 'ended') return
    const found = await measure(sandbox.pid)
    if (found === null) return
    this.peakBytes = Math.max(this.peakBytes, found.memoryBytes)
    if (found.memoryBytes > this.order.limits.memoryBytes + runtimeResidentBytes) return this.kill('memory')
    const verdict = this.cpu.look(found.cpuMs)
    // it has its own time to boot
    if (this.state === 'starting') return
    if (verdict === 'over') this.kill('cpu')
    else if (verdict === 'ask') sandbox.send({ kind: 'ping' })
  }

  async #run(countChain: ChainCounter): Promise<void> {
    const { projects, bundlesFolder, ownApi, ownDatabase, logger, ground } = this.#context
    const { ref, deployed, limits } = this.order
    try {
      const [environment, opened] = await Promise.all([projects.functionEnvironment(ref), ground()])
      const url = environment?.['SUPABASE_URL']
      const sandbox = await startSandbox(opened, {
        ref,
        bundle: join(bundlesFolder, deployed.bundle),
        entrypoint: deployed.entrypoint,
        environment: { ...environment, ...this.#ownEnvironment() },
        memoryBytes: limits.memoryBytes,
        allowedHosts: deployed.allowedHosts,
        ownApi: url === undefined ? null : { url, answer: ownApi, countChain },
        ownDatabase,
        hear: (event) => this.#hear(event),
      })
      this.#sandbox = sandbox
      this.dispatcher = new Pool('http://function', {
        socketPath: sandbox.socket,
        headersTimeout: this.#context.times.answerMs,
        bodyTimeout: 0,
        keepAliveTimeout: limits.wallClockMs,
      })
      // it was to end before it had begun
      if (this.#isKilled) sandbox.kill('SIGKILL')
      const { isOutOfMemory } = await sandbox.ended
      if (this.reason === null || isOutOfMemory) this.reason = isOutOfMemory ? 'memory' : this.state === 'starting' ? 'boot_failed' : 'exit'
    } catch (error) {
      logger.error('worker not started', { ref, slug: deployed.slug, error })
      this.reason = 'boot_failed'
    }
    this.#end()
  }

  #ownEnvironment(): Record<string, string> {
    const { ref, deployed } = this.order
    return {
      SUPABASE_FUNCTION_SLUG: deployed.slug,
      SB_REGION: oneRegion,
      SB_EXECUTION_ID: this.executionId,
      DENO_DEPLOYMENT_ID: `${ref}_${deployed.id}_${deployed.version}`,
      COLONNADE_FUNCTION_VERSION: String(deployed.version),
    }
  }

  #hear(event: WorkerEvent): void {
    if (event.kind === 'listening') this.#listen()
    else if (event.kind === 'pong') this.cpu.hear()
    // one that fails as it boots may go on, or ends of its own
    else if (event.kind === 'fault') void (this.state === 'ready' && this.drain('fault'))
    else if (event.kind === 'background') {
      this.#isBusy = event.isBusy
      this.#rest()
    } else if (this.#mayPrint()) {
      const [only] = this.active.size === 1 ? this.active : []
      this.#write({ kind: 'line', level: event.level, text: event.text, request_id: event.request ?? only ?? null })
    }
  }

  #listen(): void {
    if (this.state === 'starting') this.state = 'ready'
    this.idleSince = performance.now()
    this.#write({ kind: 'boot', boot_ms: Math.round(performance.now() - this.startedAt) })
    // what it took to boot is nobody's
    void this.look().then(() => this.cpu.begin(this.active.size))
    this.#booting.resolve(true)
  }

  /** What is printed past the console is bounded as well. */
  #mayPrint(): boolean {
    const now = performance.now()
    if (now > this.#window.endsAt) this.#window = { endsAt: now + logWindowMs, lines: 0 }
    this.#window.lines += 1
    // the worker says itself how many it left out
    return this.#window.lines <= logLinesMost + 1
  }

  #rest(): void {
    if (!this.isIdle || this.state === 'ended') return
    this.idleSince = performance.now()
    this.cpu.begin(1)
    if (this.state === 'draining') this.#unload()
    else this.#keeper.onIdle(this)
  }

  #unload(): void {
    const sandbox = this.#sandbox
    if (sandbox === null) return
    sandbox.send({ kind: 'unload', reason: unloadReasons[this.reason!] ?? 'termination' })
    this.#after(unloadMs, () => sandbox.kill('SIGTERM'))
    this.#after(killMs, () => sandbox.kill('SIGKILL'))
  }

  #end(): void {
    this.state = 'ended'
    for (const timer of this.#timers) clearTimeout(timer)
    void this.dispatcher?.destroy().catch(() => {})
    this.#write({ kind: 'shutdown', reason: this.reason!, cpu_ms: this.cpu.cpuMs, memory_bytes: this.peakBytes })
    this.#booting.resolve(false)
    this.#ending.resolve()
    this.#keeper.onEnd(this)
  }

  #write(row: DistributiveOmit<Parameters<FunctionsContext['log']['write']>[1], 'slug' | 'version' | 'execution_id'>): void {
    const { ref, deployed } = this.order
    this.#context.log.write(ref, { ...row, slug: deployed.slug, version: deployed.version, execution_id: this.executionId })
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms).unref())
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
