import type { Fleet } from '@colonnade/clusters'
import { sleepAfterMinutes } from '@colonnade/contracts/projects/sleeps'
import { AppError, type Clock, type Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { PoolerAddress } from '../../../kernel/pooler.ts'
import { sampleConcurrency, sleepLookMs } from '../../../kernel/limits.ts'
import { notActive } from '../projects/not-active.ts'
import type { Reconciler } from '../projects/reconciler.ts'
import { countOutsiders } from './outsiders.ts'
import * as store from './store.ts'
import type { Uses } from '@colonnade/project-pool'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasSleeper {
  readonly sleeper: Sleeper
}

/** Suspends idle projects, and wakes them on connect. */
export interface Sleeper {
  /**
   * Wakes a sleeping project, once for all concurrent callers, and keeps it awake until the returned function is called. Does nothing to a
   * project that isn't active.
   *
   * @throws AppError `project_wake_failed`
   */
  use(ref: string, reason: store.WakeReason): Promise<() => void>
  /** Suspends a project regardless of its settings. @throws AppError `project_not_active`, `project_busy` with what uses it */
  putToSleep(ref: string): Promise<void>
  /** Suspends each project that has been idle for as long as its setting says. */
  round(): Promise<void>
  /** Starts looking for idle projects. */
  start(): void
  /** Stops looking, and resolves when no project is waking up or falling asleep. */
  close(): Promise<void>
}

export interface SleeperParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly reconciler: Reconciler
  readonly uses: Uses
  readonly clock: Clock
  readonly logger: Logger
  readonly pooler: () => Pick<PoolerAddress, 'evict'> | null
}

export function createSleeper({ database, clusters, reconciler, uses, clock, logger, pooler }: SleeperParts): Sleeper {
  /** Projects known to be awake; only this process suspends any. */
  const awake = new Set<string>()
  const waking = new Map<string, Promise<void>>()
  /** The current change of each project's sleep, one at a time. */
  const lines = new Map<string, Promise<unknown>>()
  const stopping = new AbortController()
  let rounds = Promise.resolve()

  const inLine = <T>(ref: string, work: () => Promise<T>): Promise<T> => {
    const before = lines.get(ref) ?? Promise.resolve()
    const done = before.then(work, work)
    lines.set(ref, done)
    const leave = (): void => {
      if (lines.get(ref) === done) lines.delete(ref)
    }
    done.then(leave, leave)
    return done
  }
  const wake = async (ref: string, reason: store.WakeReason): Promise<void> => {
    let found = await store.requestWake(database, ref, reason)
    if (!found) return uses.forget(ref)
    if (found.sleep !== 'awake') {
      reconciler.kick(ref)
      await reconciler.idle(ref)
      found = await store.findSleep(database, ref)
      if (found?.sleep !== 'awake' || found.status === 'UNHEALTHY') {
        const why = found?.problem?.message ?? messages.notStarted
        throw new AppError('project_wake_failed', { ref }, { message: messages.notWokenBecause(why) })
      }
    }
    awake.add(ref)
  }
  const ensureAwake = (ref: string, reason: store.WakeReason): Promise<void> => {
    const running = waking.get(ref) ?? inLine(ref, () => wake(ref, reason)).finally(() => waking.delete(ref))
    waking.set(ref, running)
    return running
  }
  /** Returns whether it falls asleep. Later callers wait until that is stored, and then wake it. */
  const fallAsleep = (ref: string): Promise<boolean> =>
    inLine(ref, async () => {
      if (uses.count(ref) > 0) return false
      awake.delete(ref)
      const memory = await clusters
        .need(ref, 'machine')
        .memory(ref)
        .catch(() => null)
      if (uses.count(ref) > 0 || !(await store.requestSleep(database, ref, memory))) return false
      reconciler.kick(ref)
      return true
    })
  const lookAt = async ({ ref, plan, sleep_after_minutes: minutes }: store.Sleepy): Promise<void> => {
    const after = sleepAfterMinutes(plan, minutes === null ? 'plan' : minutes === 0 ? 'never' : minutes)
    if (after === null || uses.count(ref) > 0 || clock.now() - uses.lastAt(ref) < after * 60_000) return
    // only the server knows of clients that don't use the pooler
    if ((await countOutsiders(clusters, ref, stopping.signal)) > 0) return uses.touch(ref)
    await fallAsleep(ref)
  }
  const round = async (): Promise<void> => {
    const sleepy = await store.listSleepy(database)
    const next = async (): Promise<void> => {
      for (let project = sleepy.shift(); project && !stopping.signal.aborted; project = sleepy.shift()) {
        const { ref } = project
        await lookAt(project).catch((error: unknown) => logger.warn('project not suspended', { ref, error }))
      }
    }
    await Promise.all(Array.from({ length: sampleConcurrency }, next))
  }
  return {
    round,
    async use(ref, reason) {
      const release = uses.begin(ref)
      try {
        if (!awake.has(ref)) await ensureAwake(ref, reason)
        return release
      } catch (error) {
        release()
        throw error
      }
    },
    async putToSleep(ref) {
      const found = await store.findSleep(database, ref)
      if (found?.status !== 'ACTIVE_HEALTHY') {
        throw notActive(ref, found?.status ?? 'REMOVED')
      }
      if (found.sleep === 'awake') {
        if ((await store.findChoice(database, ref)).has_replicas) {
          throw new AppError('project_busy', { kept_awake_by: 'replicas' }, { message: messages.replicas })
        }
        const connections = await countOutsiders(clusters, ref, stopping.signal)
        // connections that the pooler holds for its next client don't count as use
        pooler()?.evict(ref)
        if (uses.count(ref) > 0 || connections > 0) {
          throw new AppError('project_busy', { connections }, { message: messages.inUse })
        }
        if (!(await fallAsleep(ref))) {
          throw new AppError('project_busy', {}, { message: messages.keptAwake })
        }
      }
      await reconciler.idle(ref)
    },
    start() {
      const repeat = async (): Promise<void> => {
        for (;;) {
          await delay(sleepLookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
          if (stopping.signal.aborted) return
          await round().catch((error: unknown) => logger.warn('idle projects not suspended', { error }))
        }
      }
      rounds = repeat()
    },
    async close() {
      stopping.abort()
      await rounds
      await Promise.allSettled(lines.values())
    },
  }
}
