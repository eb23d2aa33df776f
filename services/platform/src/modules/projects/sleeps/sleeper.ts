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

/** A context's part of this module. */
export interface HasSleeper {
  readonly sleeper: Sleeper
}

/** Puts projects to sleep that nobody uses, and wakes them for who comes. */
export interface Sleeper {
  /**
   * Wakes a project that sleeps, once for all who come meanwhile, and keeps it awake until the returned function is called. What is not
   * active is left as it is: its status tells.
   *
   * @throws AppError `project_wake_failed`
   */
  use(ref: string, reason: store.WakeReason): Promise<() => void>
  /** Puts it to sleep whatever its setting says. @throws AppError `project_not_active`, `project_busy` with who uses it */
  putToSleep(ref: string): Promise<void>
  /** Puts to sleep each project that nobody has used for as long as its setting says. */
  round(): Promise<void>
  /** Begins its rounds. */
  start(): void
  /** Ends its rounds, and resolves when no project is being woken or put to sleep. */
  close(): Promise<void>
}

export interface SleeperParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly reconciler: Reconciler
  readonly uses: Uses
  readonly clock: Clock
  readonly logger: Logger
  readonly pooler: () => Pick<PoolerAddress, 'letGo'> | null
}

export function createSleeper({ database, clusters, reconciler, uses, clock, logger, pooler }: SleeperParts): Sleeper {
  /** Known to be awake: only this process puts any to sleep. */
  const awake = new Set<string>()
  const waking = new Map<string, Promise<void>>()
  /** The last change of each project's sleep that is under way: one at a time. */
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
    let found = await store.wishAwake(database, ref, reason)
    if (!found) return uses.forget(ref)
    if (found.sleep !== 'awake') {
      reconciler.kick(ref)
      await reconciler.idle(ref)
      found = await store.findSleep(database, ref)
      if (found?.sleep !== 'awake' || found.status === 'UNHEALTHY') {
        const why = found?.problem?.message ?? 'Its database server was not started'
        throw new AppError('project_wake_failed', { ref }, { message: `The project could not be woken: ${why}` })
      }
    }
    awake.add(ref)
  }
  const ensureAwake = (ref: string, reason: store.WakeReason): Promise<void> => {
    const running = waking.get(ref) ?? inLine(ref, () => wake(ref, reason)).finally(() => waking.delete(ref))
    waking.set(ref, running)
    return running
  }
  /** Whether it was wished asleep. Who comes from now on waits in line until the wish is written, and then wakes it. */
  const fallAsleep = (ref: string): Promise<boolean> =>
    inLine(ref, async () => {
      if (uses.count(ref) > 0) return false
      awake.delete(ref)
      const memory = await clusters
        .need(ref, 'machine')
        .memory(ref)
        .catch(() => null)
      if (uses.count(ref) > 0 || !(await store.wishAsleep(database, ref, memory))) return false
      reconciler.kick(ref)
      return true
    })
  const lookAt = async ({ ref, plan, sleep_after_minutes: minutes }: store.Sleepy): Promise<void> => {
    const after = sleepAfterMinutes(plan, minutes === null ? 'plan' : minutes === 0 ? 'never' : minutes)
    if (after === null || uses.count(ref) > 0 || clock.now() - uses.lastAt(ref) < after * 60_000) return
    // who connects past the pooler is seen by the server alone
    if ((await countOutsiders(clusters, ref, stopping.signal)) > 0) return uses.touch(ref)
    await fallAsleep(ref)
  }
  const round = async (): Promise<void> => {
    const sleepy = await store.listSleepy(database)
    const next = async (): Promise<void> => {
      for (let project = sleepy.shift(); project && !stopping.signal.aborted; project = sleepy.shift()) {
        const { ref } = project
        await lookAt(project).catch((error: unknown) => logger.warn('project not put to sleep', { ref, error }))
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
          throw new AppError(
            'project_busy',
            { kept_awake_by: 'replicas' },
            { message: 'Its read replicas keep the project awake: they stream from it. Drop them to put it to sleep' },
          )
        }
        const connections = await countOutsiders(clusters, ref, stopping.signal)
        // what the pooler keeps for the next client is no use of anybody
        pooler()?.letGo(ref)
        if (uses.count(ref) > 0 || connections > 0) {
          throw new AppError(
            'project_busy',
            { connections },
            { message: 'Somebody uses the project: it sleeps when connections and calls have ended' },
          )
        }
        if (!(await fallAsleep(ref))) {
          throw new AppError('project_busy', {}, { message: 'The project is kept awake: it is being changed, or somebody uses it' })
        }
      }
      await reconciler.idle(ref)
    },
    start() {
      const repeat = async (): Promise<void> => {
        for (;;) {
          await delay(sleepLookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
          if (stopping.signal.aborted) return
          await round().catch((error: unknown) => logger.warn('round of sleep failed', { error }))
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
