import type { Clusters } from '@colonnade/clusters'
import type { ProjectStatus } from '@colonnade/contracts'
import { AppError, type Failpoint, type Logger, toAppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcileConcurrency, reconcileRetryDelayMs, stepAttempts, stepDeadlineMs, stepRetryDelayMs } from '../../limits.ts'
import type { ProjectConnections } from '../queries/connections.ts'
import { createAdminConnection } from './admin-connection.ts'
import { announce } from './announcements.ts'
import { createJournalQueue, type JournalQueue } from './journal-queue.ts'
import { listLiving, loadProject, type Progress, type ProjectRow, record, reviveUnhealthy } from './journal.ts'
import { planNext, type Plan, type Step } from './plan.ts'
import { steps, type StepTools } from './steps.ts'
import type { NewEvent } from './store.ts'

/** Brings every project to the state that its row asks for, one step at a time. */
export interface Reconciler {
  /** Somebody wishes something else of the project: look at it soon. */
  kick(ref: string): void
  /** Looks at every project once, and from then on whenever a cluster changes its state. Resolves when all have been looked at. */
  start(): Promise<void>
  /** Called whenever a project has become ACTIVE_HEALTHY, until the returned function is called. */
  watch(listener: (ref: string) => void): () => void
  /** Resolves when nothing is being done for the project. */
  idle(ref: string): Promise<void>
  /** Finishes the steps under way and takes no new ones. */
  close(): Promise<void>
}

export interface ReconcilerParts {
  readonly database: Database
  readonly clusters: Clusters
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly connections: ProjectConnections
  /** Name of the newest bootstrap migration: what every project's database should have. */
  readonly bootstrapVersion: string
}

interface ReconcilerTools extends ReconcilerParts {
  readonly becameActive: (ref: string) => void
}

/** What is being done for a project. */
interface Run {
  /** Whether to look once more afterwards. */
  again: boolean
  /** Whether its row was changed by a wish since it was read. */
  isWished: boolean
  done: Promise<void>
}

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { clusters, database, logger } = parts
  const running = new Map<string, Run>()
  const stopping = new AbortController()
  const listeners = new Set<(ref: string) => void>()
  const tools = { ...parts, becameActive: (ref: string) => listeners.forEach((listener) => listener(ref)) }
  let unwatch = (): void => {}

  const look = (ref: string): void => {
    if (stopping.signal.aborted) return
    const current = running.get(ref)
    if (current) {
      current.again = true
      return
    }
    const run: Run = { again: false, isWished: false, done: Promise.resolve() }
    running.set(ref, run)
    run.done = (async () => {
      do {
        run.again = false
        await reconcile(tools, ref, run, stopping.signal).catch(async (error: unknown) => {
          // the control plane's own database is away: nothing can be noted, so nothing is given up
          logger.error('reconcile failed', { ref, error })
          run.again = true
          await sleep(reconcileRetryDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
        })
      } while (run.again && !stopping.signal.aborted)
      running.delete(ref)
    })()
  }
  const kick = (ref: string): void => {
    look(ref)
    const run = running.get(ref)
    if (run) run.isWished = true
  }
  const idle = async (ref: string): Promise<void> => {
    for (let entry = running.get(ref); entry; entry = running.get(ref)) await entry.done
  }
  return {
    kick,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    idle,
    async start() {
      unwatch = clusters.watch(({ ref, state }) => {
        if (state === 'running' || state === 'crashed' || state === 'failed' || state === 'stopped') look(ref)
      })
      await reviveUnhealthy(database)
      const refs = await listLiving(database)
      const next = async (): Promise<void> => {
        for (let ref = refs.shift(); ref !== undefined; ref = refs.shift()) {
          look(ref)
          await idle(ref)
        }
      }
      await Promise.all(Array.from({ length: reconcileConcurrency }, next))
    },
    async close() {
      unwatch()
      stopping.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Plans and does, until the plan is to wait. The journal is written meanwhile, and read again only when a wish has come. */
async function reconcile(parts: ReconcilerTools, ref: string, run: Run, stopping: AbortSignal): Promise<void> {
  await using admin = createAdminConnection(parts.clusters, ref)
  await using journal = createJournalQueue()
  let project: ProjectRow | undefined
  while (!stopping.aborted) {
    if (project === undefined || run.isWished) {
      await journal.flush()
      run.isWished = false
      project = await loadProject(parts.database, ref)
    }
    if (!project || project.status === 'REMOVED') return
    const cluster = await parts.clusters.status(ref)
    const plan = planNext(stateOf(project), cluster.state, parts.bootstrapVersion)
    if (plan.kind === 'settled') {
      await journal.flush()
      await settle(parts, project, plan, cluster.problem)
      return
    }
    const progress = await takeStep({ ...parts, admin, journal }, project, plan, stopping)
    if (progress === null) return
    project = progress.status === undefined ? { ...project, ...progress, status: plan.status } : undefined
  }
  await journal.flush()
}

/** Returns what is then known to be done; null when it could not be. */
async function takeStep(
  { database, logger, failpoint, journal, becameActive, ...tools }: ReconcilerTools & StepTools & { journal: JournalQueue },
  project: ProjectRow,
  { step, status }: Extract<Plan, { kind: 'step' }>,
  stopping: AbortSignal,
): Promise<Progress | null> {
  const { ref } = project
  journal.write(() => record(database, project, { status }, { kind: 'step', status, step, state: 'started' }))
  for (let attempt = 1; ; attempt += 1) {
    await failpoint(`projects.${step}.before`)
    const progress = await withinDeadline(step, steps[step](tools, project)).catch(toAppError)
    if (progress instanceof AppError) {
      logger.warn('step failed', { ref, step, attempt, error: progress })
      if (stopping.aborted) return null
      if (attempt >= stepAttempts || !progress.retryable) {
        await journal.flush()
        await giveUp(database, project, { step, status }, progress)
        return null
      }
      await sleep(stepRetryDelayMs * attempt, undefined, { signal: stopping }).catch(() => {})
      continue
    }
    await failpoint(`projects.${step}.after`)
    journal.write(async () => {
      await recordDone(database, project, progress, { kind: 'step', status: progress.status ?? status, step, state: 'done' })
      await failpoint(`projects.${step}.recorded`)
      if (progress.status === 'ACTIVE_HEALTHY') becameActive(ref)
    })
    return progress
  }
}

async function recordDone(database: Database, project: ProjectRow, progress: Progress, event: NewEvent): Promise<void> {
  const { status } = progress
  if (status === undefined) return record(database, project, progress, event)
  await database.transaction(async (tx) => {
    await record(tx, project, progress, event)
    await announce(tx, project, status, null)
  })
}

/** A step that can't be done ends in a status that says so; a person's next request tries again. */
async function giveUp(database: Database, project: ProjectRow, plan: { step: Step; status: ProjectStatus }, error: AppError): Promise<void> {
  const log = Array.isArray(error.details['log']) ? error.details['log'].map(String) : []
  const { step } = plan
  // what was only to be added to a healthy project leaves it one
  const isHealthy = plan.status === 'ACTIVE_HEALTHY'
  const failed = project.has_been_ready || project.desired !== 'active' ? 'UNHEALTHY' : 'INIT_FAILED'
  const status = isHealthy ? plan.status : failed
  const { message } = error
  await database.transaction(async (tx) => {
    await record(tx, project, isHealthy ? {} : { status, problem: { message, log } }, { kind: 'step', status, step, state: 'failed', message })
    if (!isHealthy) await announce(tx, project, status, message)
  })
}

async function settle(
  { database }: ReconcilerParts,
  project: ProjectRow,
  plan: Extract<Plan, { kind: 'settled' }>,
  problem: { readonly message: string; readonly log: readonly string[] } | null,
): Promise<void> {
  if (plan.status === project.status) return
  const message = plan.problem ?? problem?.message ?? null
  const shown = plan.status === 'UNHEALTHY' ? { message: message ?? 'The database server stopped', log: [...(problem?.log ?? [])] } : null
  await database.transaction(async (tx) => {
    await record(
      tx,
      project,
      {
        status: plan.status,
        problem: shown,
        ...(plan.status === 'REMOVED' && { isRemoved: true, db_host: null, db_port: null }),
      },
      { kind: 'status', status: plan.status, message: shown?.message },
    )
    await announce(tx, project, plan.status, shown?.message ?? null)
  })
}

async function withinDeadline<T>(step: Step, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const deadline = sleep(stepDeadlineMs, undefined, { signal: timer.signal }).then(() => {
    throw new AppError('unavailable', { step }, { message: `Not done within ${stepDeadlineMs / 1000} seconds` })
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    timer.abort()
    deadline.catch(() => {})
  }
}

function stateOf(row: ProjectRow): Parameters<typeof planNext>[0] {
  return {
    desired: row.desired,
    status: row.status,
    compute: row.compute,
    computeApplied: row.compute_applied,
    restartsRequested: row.restarts_requested,
    restartsDone: row.restarts_done,
    passwordsRequested: row.passwords_requested,
    passwordsDone: row.passwords_done,
    bootstrapApplied: row.bootstrap_applied,
    hasBeenReady: row.has_been_ready,
  }
}
