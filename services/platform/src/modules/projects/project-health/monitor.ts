import { sampleSeconds, samplesKeptMinutes } from '@colonnade/contracts/projects/project-health'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformContext } from '../../../kernel/context.ts'
import { adviceConcurrency, adviceIntervalMs, lintsDeadlineMs, sampleConcurrency, sampleDeadlineMs } from '../../../kernel/limits.ts'
import { readLints } from '../../data/lints/advisors.ts'
import { askServer, neutralDatabase } from '../../../kernel/servers/ask-server.ts'
import { readServer } from './readings.ts'
import { insertSample, pruneSamples } from './store.ts'
import { listActive, type WatchedProject } from '../projects/store.ts'
import { watchAdvice, watchArchiving, watchConnections, watchDisk } from './watch-over.ts'
import type { HasReconciler } from '../projects/reconciler.ts'

/** This module's part of a context. */
export interface HasMonitor {
  readonly monitor: Monitor
}

/** Monitors active projects: takes samples, runs the advisors, and sends notifications. */
export interface Monitor {
  /** Starts its rounds, and samples each project that becomes active. */
  start(): void
  /** Stops its rounds, and resolves when none is in progress. */
  close(): Promise<void>
  /** Runs one round of samples. Resolves when each project has responded or timed out. */
  sampleAll(): Promise<void>
  /** Runs one round of the advisors. */
  adviseAll(): Promise<void>
}

/** Delay of the advisors after a start, so that projects start first. */
const firstAdviceMs = 10 * 60_000

export function createMonitor(ctx: Pick<PlatformContext<HasReconciler>, 'database' | 'clusters' | 'logger' | 'clock' | 'parts'>): Monitor {
  const { database, clusters, logger, clock } = ctx
  const stopping = new AbortController()
  const working = new Set<Promise<void>>()
  const ending: Array<() => void> = []

  /** The next round retries failures, and other projects don't wait. */
  const follow = async (what: string, work: () => Promise<void>): Promise<void> => {
    const done = work().catch((error: unknown) => logger.warn(`${what} failed`, { error }))
    working.add(done)
    await done
    working.delete(done)
  }
  /** External servers have their own monitoring. */
  const listRunHere = async (ref?: string): Promise<WatchedProject[]> => (await listActive(database, ref)).filter(({ is_run_here }) => is_run_here)
  const each = async (
    concurrency: number,
    work: (project: WatchedProject) => Promise<void>,
    which: (project: WatchedProject) => boolean = () => true,
  ): Promise<void> => {
    const projects = (await listRunHere()).filter(which)
    const next = async (): Promise<void> => {
      for (let project = projects.shift(); project && !stopping.signal.aborted; project = projects.shift()) await attempt(project, work)
    }
    await Promise.all(Array.from({ length: concurrency }, next))
  }
  const attempt = async (project: WatchedProject, work: (project: WatchedProject) => Promise<void>): Promise<void> => {
    // the reconciler reports servers that stop or crash
    await work(project).catch((error: unknown) => logger.debug('project not watched', { ref: project.ref, error }))
  }

  const sample = async (project: WatchedProject): Promise<void> => {
    const { ref } = project
    const reading = await askServer(clusters, { ref, database: neutralDatabase, deadlineMs: sampleDeadlineMs, signal: stopping.signal }, readServer)
    await insertSample(database, ref, clock.date(), reading)
    await watchConnections(database, project)
    if (!project.has_pitr) await watchArchiving(database, project, reading)
  }
  const sampleAll = async (): Promise<void> => {
    await each(sampleConcurrency, sample)
    await pruneSamples(database, new Date(clock.now() - samplesKeptMinutes * 60_000))
    await watchDisk(database, await clusters.machine.volume())
  }
  const sampleOne = async (ref: string): Promise<void> => {
    for (const project of await listRunHere(ref)) await attempt(project, sample)
  }
  const advise = async (project: WatchedProject): Promise<void> => {
    const question = { ref: project.ref, deadlineMs: lintsDeadlineMs, signal: stopping.signal }
    await watchAdvice(database, project, await askServer(clusters, question, (server) => readLints(server, { projectSeconds: project.age })))
  }
  const adviseAll = async (): Promise<void> => {
    await each(adviceConcurrency, advise, ({ origins }) => origins.length === 0)
    // findings of their sources are known by then; one may be the source of the next
    await each(1, advise, ({ origins }) => origins.length > 0)
  }

  /** A round starts when its time has come and the previous one has ended; long rounds skip some. */
  const repeat = async (what: string, everyMs: number, firstMs: number, round: () => Promise<void>): Promise<void> => {
    for (let waitMs = firstMs; ;) {
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      const startedAt = performance.now()
      await follow(what, round)
      waitMs = everyMs - ((performance.now() - startedAt) % everyMs)
    }
  }

  return {
    sampleAll,
    adviseAll,
    start() {
      ending.push(ctx.parts.reconciler.watch((ref) => void follow('sample', () => sampleOne(ref))))
      void repeat('round of samples', sampleSeconds * 1_000, sampleSeconds * 1_000, sampleAll)
      void repeat('round of advisors', adviceIntervalMs, firstAdviceMs, adviseAll)
    },
    async close() {
      stopping.abort()
      for (const end of ending) end()
      await Promise.all(working)
    },
  }
}
