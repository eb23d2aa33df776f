import type { Fleet } from '@colonnade/clusters'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError, type Failpoint, type Logger, toAppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { copyDeadlineMs, reconcileConcurrency, stepDeadlineMs } from '../../../kernel/limits.ts'
import { attemptStep, createRuns, type Run } from '@colonnade/reconciling'
import type { ProjectConnections } from '@colonnade/project-pool'
import type { WakeListeners } from '../wake-listeners/wake-listeners.ts'
import { createAdminConnection } from './admin-connection.ts'
import { announcePromotion } from './promotions/announce.ts'
import { announce } from './announcements.ts'
import { createJournalQueue, type JournalQueue } from './journal-queue.ts'
import { listLiving, loadProject, type Progress, type ProjectRow, record, reviveUnhealthy } from './journal.ts'
import { freeAt } from '../../../kernel/servers/free-room.ts'
import { type Plan, planNext, type Step } from './plan.ts'
import { steps, type StepTools } from './steps.ts'
import type { NewEvent } from './store.ts'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasReconciler {
  readonly reconciler: Reconciler
}

/** Brings every project to the state that its row asks for, one step at a time. */
export interface Reconciler {
  /** Looks at a project soon, because its row has changed. */
  kick(ref: string): void
  /** Does the same for a project that will be removed, and notifies the other parts. */
  remove(ref: string): void
  /** Looks at every project once, and then whenever a cluster changes its state. Resolves after the first look. */
  start(): Promise<void>
  /** Called whenever a project has become ACTIVE_HEALTHY, until the returned function is called. */
  watch(listener: (ref: string) => void): () => void
  /** Resolves when no work is in progress for the project. */
  idle(ref: string): Promise<void>
  /** Finishes the steps in progress and starts no new ones. */
  close(): Promise<void>
}

export interface ReconcilerParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly connections: ProjectConnections
  readonly wakeListeners: WakeListeners
  /** Name of the newest bootstrap migration: what every project's database should have. */
  readonly bootstrapVersion: string
  readonly keepAwake: StepTools['keepAwake']
  readonly secrets: StepTools['secrets']
  readonly offsite: StepTools['offsite']
  readonly storedFiles: StepTools['storedFiles']
  readonly collectActiveUsers: StepTools['collectActiveUsers']
  readonly followAwoken: StepTools['followAwoken']
  readonly forgetProject: StepTools['forgetProject']
  /** Runs after a promotion: the project's replicas follow the new primary. */
  readonly promotionEnded: (ref: string) => void
  /** Runs when a project is being removed, so that clients no longer reach it. */
  readonly removalBegan: (ref: string) => void
}

/** Steps that start a server, which takes minutes if it has much to recover. */
const comesUp: ReadonlySet<Step> = new Set(['start', 'wake', 'restart', 'resize'])

interface ReconcilerTools extends ReconcilerParts {
  readonly becameActive: (ref: string) => void
}

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { clusters, database, logger } = parts
  const listeners = new Set<(ref: string) => void>()
  const tools = { ...parts, becameActive: (ref: string) => listeners.forEach((listener) => listener(ref)) }
  const runs = createRuns({ logger, reconcile: (ref, run, stopping) => reconcile(tools, ref, run, stopping) })
  let unwatch = (): void => {}

  return {
    kick: (ref) => runs.kick(ref),
    remove(ref) {
      runs.kick(ref)
      parts.removalBegan(ref)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    idle: (ref) => runs.idle(ref),
    async start() {
      unwatch = clusters.watch(({ ref, state }) => {
        if (state === 'running' || state === 'crashed' || state === 'failed' || state === 'stopped') runs.look(ref)
      })
      await reviveUnhealthy(database)
      const refs = await listLiving(database)
      const next = async (): Promise<void> => {
        for (let ref = refs.shift(); ref !== undefined; ref = refs.shift()) {
          runs.look(ref)
          await runs.idle(ref)
        }
      }
      await Promise.all(Array.from({ length: reconcileConcurrency }, next))
    },
    async close() {
      unwatch()
      await runs.close()
    },
  }
}

/** Plans and takes steps until the plan is to wait. The row is read again only after a request. */
async function reconcile(parts: ReconcilerTools, ref: string, run: Run, stopping: AbortSignal): Promise<void> {
  await using admin = createAdminConnection(parts.clusters, ref)
  await using journal = createJournalQueue()
  let project: ProjectRow | undefined
  while (!stopping.aborted) {
    if (project === undefined || run.isRequested) {
      await journal.flush()
      run.isRequested = false
      project = await loadProject(parts.database, ref)
    }
    if (!project || project.status === 'REMOVED') return
    const cluster = await parts.clusters.status(ref)
    const plan = planNext(stateOf(project), cluster.state, parts.bootstrapVersion)
    // before its server takes the place
    const isAsleep = plan.kind === 'settled' && project.sleep === 'asleep' && plan.status === project.status
    if (isAsleep && cluster.address) await parts.wakeListeners.open(ref, cluster.address)
    else parts.wakeListeners.close(ref)
    if (plan.kind === 'settled') {
      await journal.flush()
      await settle(parts, project, plan, cluster.problem)
      return
    }
    if (run.isRequested) continue
    const request = new AbortController()
    run.onRequest = () => void leaveStep(parts, ref, plan.step, request)
    const signal = AbortSignal.any([stopping, request.signal])
    const progress = await takeStep({ ...parts, admin, journal, signal }, project, plan, signal)
    delete run.onRequest
    if (progress === null && !request.signal.aborted) return
    project =
      progress === null || progress.status !== undefined || progress.promotion !== undefined
        ? undefined
        : { ...project, ...progress, promotion: project.promotion, status: plan.status }
  }
  await journal.flush()
}

/** Aborts a copy for any new request, and a long start for a stop or a delete. */
async function leaveStep({ database, logger }: ReconcilerTools, ref: string, step: Step, request: AbortController): Promise<void> {
  if (step === 'copy') return request.abort()
  if (!comesUp.has(step)) return
  try {
    if ((await loadProject(database, ref))?.desired !== 'active') request.abort()
  } catch (error) {
    // the request then waits for the end of the step
    logger.warn('request not read', { ref, error: toAppError(error) })
  }
}

/** Returns the progress of a step; null when it failed. */
async function takeStep(
  { database, logger, failpoint, journal, becameActive, promotionEnded, ...tools }: ReconcilerTools & StepTools & { journal: JournalQueue },
  project: ProjectRow,
  { step, status }: Extract<Plan, { kind: 'step' }>,
  stopping: AbortSignal,
): Promise<Progress | null> {
  const { ref } = project
  // sleeps have their own journal
  const isSleep = step === 'sleep' || step === 'wake'
  if (!isSleep) journal.write(() => record(database, project, { status }, { kind: 'step', status, step, state: 'started' }))
  const attempts = { logger, failpoint, stopping, name: `projects.${step}`, of: ref, deadlineMs: step === 'copy' ? copyDeadlineMs : stepDeadlineMs }
  const progress = await attemptStep(attempts, () => steps[step](tools, project))
  if (progress === null) return null
  if (progress instanceof AppError) {
    await journal.flush()
    await giveUp({ database, clusters: tools.clusters }, project, { step, status }, progress)
    return null
  }
  journal.write(async () => {
    if (isSleep) await record(database, project, progress, null)
    else await recordDone(database, project, progress, { kind: 'step', status: progress.status ?? status, step, state: 'done' })
    await failpoint(`projects.${step}.recorded`)
    if (progress.status === 'ACTIVE_HEALTHY') becameActive(ref)
    if (progress.promotion?.state === 'DONE' || progress.promotion?.state === 'FAILED') promotionEnded(ref)
  })
  return progress
}

async function recordDone(database: Database, project: ProjectRow, progress: Progress, event: NewEvent): Promise<void> {
  const { status, promotion } = progress
  if (status === undefined && promotion === undefined) return record(database, project, progress, event)
  await database.transaction(async (tx) => {
    await record(tx, project, progress, event)
    if (status !== undefined) await announce(tx, project, status, null)
    if (promotion !== undefined) await announcePromotion(tx, project, promotion)
  })
}

/** Settles a step that failed in a status that shows it. The next request tries again; so does free disk space, if that was missing. */
async function giveUp(
  { database, clusters }: Pick<ReconcilerParts, 'database' | 'clusters'>,
  project: ProjectRow,
  plan: { step: Step; status: ProjectStatus },
  error: AppError,
): Promise<void> {
  const log = Array.isArray(error.details['log']) ? error.details['log'].map(String) : []
  const { step } = plan
  // a failed addition leaves a healthy project healthy, and a project that can't be stopped is awake
  const isHealthy = plan.status === 'ACTIVE_HEALTHY' && step !== 'wake'
  const left: Progress = step === 'sleep' ? { sleep: 'awake' } : {}
  const failed = project.has_been_ready || project.desired !== 'active' ? 'UNHEALTHY' : 'INIT_FAILED'
  const status = isHealthy ? 'ACTIVE_HEALTHY' : failed
  const { message } = error
  const free = await freeAt(clusters, error)
  await database.transaction(async (tx) => {
    await record(tx, project, isHealthy ? left : { status, problem: { message, log }, gave_up_with_free: free }, {
      kind: 'step',
      status,
      step,
      state: 'failed',
      message,
    })
    if (!isHealthy) await announce(tx, project, status, message)
  })
}

async function settle(
  { database }: ReconcilerParts,
  project: ProjectRow,
  plan: Extract<Plan, { kind: 'settled' }>,
  problem: { readonly message: string; readonly log: readonly string[] } | null,
): Promise<void> {
  const message = plan.problem ?? problem?.message ?? null
  const shown = plan.status === 'UNHEALTHY' ? { message: message ?? messages.stopped, log: [...(problem?.log ?? [])] } : null
  if (plan.status === project.status) {
    // the members were already notified that it is unhealthy; only the reason is newer
    if (shown === null || message === null || message === project.problem?.message) return
    return record(database, project, { problem: shown }, { kind: 'status', status: plan.status, message })
  }
  await database.transaction(async (tx) => {
    await record(
      tx,
      project,
      {
        status: plan.status,
        problem: shown,
        gave_up_with_free: null,
        ...(plan.status === 'REMOVED' && { isRemoved: true, db_host: null, db_port: null }),
      },
      { kind: 'status', status: plan.status, message: shown?.message },
    )
    await announce(tx, project, plan.status, shown?.message ?? null)
  })
}

function stateOf(row: ProjectRow): Parameters<typeof planNext>[0] {
  return {
    desired: row.desired,
    status: row.status,
    sleep: row.sleep,
    compute: row.compute,
    computeApplied: row.compute_applied,
    restartsRequested: row.restarts_requested,
    restartsDone: row.restarts_done,
    passwordsRequested: row.passwords_requested,
    passwordsDone: row.passwords_done,
    bootstrapApplied: row.bootstrap_applied,
    hasBeenReady: row.has_been_ready,
    isRunHere: row.driver === 'embedded',
    isBranch: row.source_ref !== null,
    copiesRequested: row.copies_requested,
    copiesDone: row.copies_done,
    promotion: row.promotion?.state ?? null,
  }
}
