import type { Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { PoolerAddress } from '../../context.ts'
import { createRuns } from '../../reconciling/runs.ts'
import { insertForMembers } from '../notifications/store.ts'
import * as store from './store.ts'

/** Opens and closes the poolers of single projects, as is wanted of them. */
export interface DedicatedPoolerReconciler {
  /** What is wanted of a project's pooler has changed. */
  kick(ref: string): void
  /** Resolves when nothing is being done for a project. */
  idle(ref: string): Promise<void>
  /** Looks at those that are not as they are wanted: whose ports could not be had, and whose projects are gone. */
  round(): Promise<void>
  /** Opens those that are wanted; from now on there is a pooler to open them. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface DedicatedPoolerParts {
  readonly database: Database
  readonly logger: Logger
  readonly pooler: () => PoolerAddress | null
}

export function createDedicatedPoolerReconciler({ database, logger, pooler }: DedicatedPoolerParts): DedicatedPoolerReconciler {
  let isStarted = false
  /** Until it is tried again. Members are told once, not each minute. */
  const giveUp = (ref: string, { state, organization_id, project_name }: store.PoolerRow, problem: string): Promise<void> =>
    database.transaction(async (tx) => {
      await store.recordProblem(tx, ref, problem)
      if (state === 'FAILED') return
      await insertForMembers(tx, {
        organizationId: organization_id,
        projectRef: ref,
        priority: 'Warning',
        title: `The dedicated pooler of ${project_name} does not listen`,
        message: `${problem}. It is tried again every minute; until then clients get there through the shared pooler.`,
        actions: [{ label: 'Open project', action_type: 'open_project' }],
      })
    })
  const reconcile = async (ref: string): Promise<void> => {
    const wanted = await store.findPooler(database, ref)
    if (!wanted) return
    const dedicated = pooler()?.dedicated
    if (!wanted.is_wanted) {
      await dedicated?.close(ref)
      return store.deletePooler(database, ref)
    }
    if (!dedicated) return giveUp(ref, wanted, 'No pooler runs in this installation')
    const { pool_mode: poolMode, session_port: sessionPort, transaction_port: transactionPort } = wanted
    try {
      const avoid = await store.listPortsOfOthers(database, ref)
      const ways = await dedicated.open(ref, { poolMode, sessionPort, transactionPort, avoid })
      await store.recordPorts(database, ref, { session: ways.session.port, transaction: ways.transaction?.port ?? null })
    } catch (error) {
      logger.warn('dedicated pooler not opened', { ref, error })
      await giveUp(ref, wanted, `Its ports could not be opened: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const runs = createRuns({ logger, reconcile })
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
