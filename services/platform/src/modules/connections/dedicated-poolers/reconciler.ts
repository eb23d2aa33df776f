import { AppError, type Failpoint, type Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { PoolerAddress } from '../../../kernel/pooler.ts'
import { stepDeadlineMs } from '../../../kernel/limits.ts'
import { attemptStep, createRuns } from '@colonnade/reconciling'
import { insertForMembers } from '../../installation/notifications/store.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasDedicatedPoolers {
  readonly dedicatedPoolers: DedicatedPoolerReconciler
}

/** Opens and closes dedicated poolers as requested. */
export interface DedicatedPoolerReconciler {
  /** Updates a project's pooler after a change of its row. */
  kick(ref: string): void
  /** Resolves when no work is in progress for a project. */
  idle(ref: string): Promise<void>
  /** Updates poolers without their ports, and those of deleted projects. */
  round(): Promise<void>
  /** Opens the requested poolers, once there is a shared pooler to open them. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface DedicatedPoolerParts {
  readonly database: Database
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly pooler: () => PoolerAddress | null
}

export function createDedicatedPoolerReconciler(parts: DedicatedPoolerParts): DedicatedPoolerReconciler {
  const { database, logger } = parts
  let isStarted = false
  const runs = createRuns({ logger, reconcile: (ref, _run, stopping) => reconcile(parts, ref, stopping) })
  const look = async (which: 'all' | 'unsettled'): Promise<string[]> => {
    const refs = await store.listPoolers(database, which)
    for (const ref of refs) runs.look(ref)
    return refs
  }
  return {
    kick: (ref) => runs.kick(ref),
    idle: (ref) => runs.idle(ref),
    async round() {
      if (isStarted) await look('unsettled')
    },
    async start() {
      isStarted = true
      const refs = await look('all')
      await Promise.all(refs.map((ref) => runs.idle(ref)))
    },
    close: () => runs.close(),
  }
}

/** Results of a step to store. */
interface Done {
  record(): Promise<void>
}
type Step = (parts: DedicatedPoolerParts, ref: string, pooler: store.PoolerRow) => Promise<Done>

/** Ports live no longer than the process: both steps apply the row, whatever was open before. */
const steps: Readonly<Record<'open' | 'close', Step>> = {
  async open({ database, pooler }, ref, { pool_mode: poolMode, session_port: sessionPort, transaction_port: transactionPort }) {
    const dedicated = pooler()?.dedicated
    if (!dedicated) throw refused(messages.noPooler)
    const avoid = await store.listPortsOfOthers(database, ref)
    const { session, transaction } = await dedicated.open(ref, { poolMode, sessionPort, transactionPort, avoid }).catch((cause: unknown) => {
      throw refused(messages.portsFailed(cause instanceof Error ? cause.message : String(cause)), cause)
    })
    return { record: () => store.recordPorts(database, ref, { session: session.port, transaction: transaction?.port ?? null }) }
  },
  async close({ database, pooler }, ref) {
    await pooler()?.dedicated.close(ref)
    return { record: () => store.deletePooler(database, ref) }
  },
}

/** Fails without a retry, because a caller waits. */
function refused(message: string, cause?: unknown): AppError {
  return new AppError('addon_not_available', {}, { message, cause })
}

async function reconcile(parts: DedicatedPoolerParts, ref: string, stopping: AbortSignal): Promise<void> {
  const { database, logger, failpoint } = parts
  const pooler = await store.findPooler(database, ref)
  if (!pooler) return
  const name = pooler.is_wanted ? 'open' : 'close'
  const step = { logger, failpoint, stopping, name: `dedicated-poolers.${name}`, of: ref, deadlineMs: stepDeadlineMs }
  const outcome = await attemptStep(step, () => steps[name](parts, ref, pooler))
  if (outcome === null) return
  if (outcome instanceof AppError) {
    if (pooler.is_wanted) return giveUp(database, ref, pooler, outcome.message)
    throw outcome
  }
  await outcome.record()
  await failpoint(`dedicated-poolers.${name}.recorded`)
}

/** Records the problem until the next try. Members are notified once, not every minute. */
async function giveUp(database: Database, ref: string, { state, organization_id, project_name }: store.PoolerRow, problem: string): Promise<void> {
  await database.transaction(async (tx) => {
    await store.recordProblem(tx, ref, problem)
    if (state === 'FAILED') return
    await insertForMembers(tx, {
      organizationId: organization_id,
      projectRef: ref,
      priority: 'Warning',
      title: messages.down.title(project_name),
      message: messages.down.message(problem),
      actions: [{ label: messages.down.action, action_type: 'open_project' }],
    })
  })
}
