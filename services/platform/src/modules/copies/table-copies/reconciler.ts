import { AppError } from '@colonnade/core'
import { attemptStep, createRuns, type Run } from '@colonnade/reconciling'
import { copyDeadlineMs } from '../../../kernel/limits.ts'
import type { Reconciler, ReconcilerParts } from '../../projects/projects/reconciler.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { copyTable } from './copy-table.ts'
import { messages } from './messages.ts'
import * as store from './store.ts'

/** This module's part of a context. */
export interface HasTableCopies {
  readonly tableCopies: TableCopyReconciler
}

/** Copies tables, by the IDs of the copies. */
export type TableCopyReconciler = Pick<Reconciler, 'kick' | 'idle' | 'start' | 'close'>

export interface TableCopyReconcilerParts extends Pick<ReconcilerParts, 'database' | 'clusters' | 'logger' | 'failpoint'> {
  readonly sleeper: Sleeper
}

export function createTableCopyReconciler(parts: TableCopyReconcilerParts): TableCopyReconciler {
  const runs = createRuns({ logger: parts.logger, reconcile: (id, run, stopping) => reconcile(parts, id, run, stopping) })
  return {
    kick: (id) => runs.kick(id),
    idle: (id) => runs.idle(id),
    async start() {
      for (const id of await store.listUnfinished(parts.database)) runs.look(id)
    },
    close: () => runs.close(),
  }
}

async function reconcile(parts: TableCopyReconcilerParts, id: string, run: Run, stopping: AbortSignal): Promise<void> {
  const { clusters, database, sleeper, logger, failpoint } = parts
  if ((await store.loadCopy(database, id))?.status !== 'COPYING') return
  const cancelled = new AbortController()
  const look = async (): Promise<void> => {
    if ((await store.loadCopy(database, id))?.status !== 'COPYING') cancelled.abort(new Error('cancelled'))
  }
  run.onRequest = () => void look().catch((error: unknown) => logger.warn('table copy not looked at', { id, error }))
  const signal = AbortSignal.any([stopping, cancelled.signal])
  const step = { logger, failpoint, stopping: signal, name: 'tableCopies.copy', of: id, deadlineMs: copyDeadlineMs }
  const outcome = await attemptStep(step, async () => {
    await copyTable({ clusters, database, sleeper, signal }, id)
    return {}
  })
  delete run.onRequest
  if (outcome instanceof AppError) await store.recordFailed(database, id, problemOf(outcome))
}

/** Errors for something that the table refers to: a type, function, sequence or schema. */
const missing = new Set(['42704', '42883', '42P01', '3F000'])

function problemOf({ message, details }: AppError): string {
  const reason = missing.has(String(details['sqlstate'])) ? messages.missing(message) : message
  return `${messages.unchanged}. ${reason}`
}
