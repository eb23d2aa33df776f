import type { ImportProgress } from '@colonnade/contracts/data/row-imports'
import { isAppError } from '@colonnade/core'
import { toast } from '@colonnade/ui'
import { dataApi, dataApiOver } from '../../../../scope/data-client.ts'
import { unlessLocked } from '../../../../scope/production-lock/unless-locked.ts'
import { xhrFetch } from '../../../../lib/xhr-fetch.ts'
import { progressPauseMs } from '../limits.ts'
import type { ImportDraft } from '../plan/draft.ts'
import type { ImportPlanInput } from '../plan/import-plan.ts'
import { explainImportError, type ImportFailure } from './explain-import-error.ts'
import { importRunText } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { doneText } from './pace.ts'

export interface ImportOrder {
  readonly projectRef: string
  readonly plan: ImportPlanInput
  /** What the form had, so that one can change it and try again. */
  readonly draft: ImportDraft
}

export type RunState =
  | { readonly kind: 'running'; readonly isCancelling: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure }

/** One import, from its start until somebody has seen how it ended. */
export interface ImportRun {
  readonly order: ImportOrder
  /** Names it on the server; null until the server has agreed to it. */
  readonly key: string | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** Bytes of the file that were sent. */
  readonly sent: number
  readonly progress: ImportProgress | null
  readonly state: RunState
}

const runs = new Map<string, ImportRun>()
const listeners = new Set<() => void>()
const endings = new Set<(run: ImportRun) => void>()
/** Who shows how a run goes: then a failure needs no other word. */
const attendants = new Set<symbol>()

/** Imports outlive the panel they were started in: one at a time for each project, whatever page is shown. */
export const importRuns = {
  of: (projectRef: string): ImportRun | null => runs.get(projectRef) ?? null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Called for each run that ends, however it does. */
  onEnd: (listener: (run: ImportRun) => void): (() => void) => {
    endings.add(listener)
    return () => endings.delete(listener)
  },
  /** For what shows how runs go, while it is there. */
  attend: (): (() => void) => {
    const attendant = Symbol('attendant')
    attendants.add(attendant)
    return () => attendants.delete(attendant)
  },
}

/** Starts an import; the project must have none that runs. It ends in its state: this never rejects. */
export async function startImport(order: ImportOrder): Promise<void> {
  const { projectRef, plan, draft } = order
  set(projectRef, {
    order,
    key: null,
    startedAt: Date.now(),
    endedAt: null,
    sent: 0,
    progress: null,
    state: { kind: 'running', isCancelling: false },
  })
  window.addEventListener('beforeunload', askFirst)
  try {
    const { key } = await unlessLocked(projectRef, (confirmed) =>
      dataApi.rowImports.create({ params: { ref: projectRef }, body: { ...plan, ...confirmed } }),
    )
    change(projectRef, { key })
    if (isCancelling(projectRef)) throw new DOMException('Cancelled', 'AbortError')
    const stopFollowing = follow(projectRef, key)
    try {
      const progress = await upload(projectRef, key, draft.file)
      end(projectRef, { kind: 'done' }, progress)
    } finally {
      stopFollowing()
    }
  } catch (error) {
    if (isCancelling(projectRef)) end(projectRef, { kind: 'cancelled' })
    else end(projectRef, { kind: 'failed', failure: explainImportError(error, order) })
  }
}

/** The reply to the upload, or the server's later answer if the reply was lost. */
async function upload(ref: string, key: string, file: File): Promise<ImportProgress> {
  const over = dataApiOver(xhrFetch((sent) => change(ref, { sent })))
  const abort = new AbortController()
  uploads.set(ref, abort)
  try {
    return await over.rowImports.upload({ params: { ref, key }, file, signal: abort.signal })
  } catch (error) {
    if (!isAppError(error, 'unavailable') || isCancelling(ref)) throw error
    return await outcomeOf(ref, key, file, error)
  } finally {
    uploads.delete(ref)
  }
}

const uploads = new Map<string, AbortController>()
/** How long the server may take to answer the upload of a cancelled import. */
const cancelPatienceMs = 5_000

/** Asks the server to take everything back. Whether it still could shows in how the run ends. */
export async function cancelImport(projectRef: string): Promise<void> {
  const run = runs.get(projectRef)
  if (run === undefined || run.state.kind !== 'running' || run.state.isCancelling) return
  change(projectRef, { state: { kind: 'running', isCancelling: true } })
  if (run.key === null) return
  // hanging up takes everything back too, should the server not be reached in another way
  const upload = uploads.get(projectRef)
  setTimeout(() => upload?.abort(), cancelPatienceMs)
  await dataApi.rowImports.remove({ params: { ref: projectRef, key: run.key } }).catch(() => upload?.abort())
}

/** Forgets a run that has ended. */
export function dismissImport(projectRef: string): void {
  if (runs.get(projectRef)?.state.kind === 'running') return
  runs.delete(projectRef)
  tell()
}

/** Asks the server again and again how far it is. Gives what stops it. */
function follow(ref: string, key: string): () => void {
  let isOver = false
  const look = async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, progressPauseMs))
      if (isOver) return
      // a poll that fails says nothing about the import
      const progress = await dataApi.rowImports.retrieve({ params: { ref, key } }).catch(() => null)
      if (!isOver && progress !== null) change(ref, { progress })
    }
  }
  void look()
  return () => {
    isOver = true
  }
}

function isCancelling(ref: string): boolean {
  const state = runs.get(ref)?.state
  return state?.kind === 'running' && state.isCancelling
}

function end(ref: string, state: RunState, progress?: ImportProgress): void {
  change(ref, { state, endedAt: Date.now(), ...(progress && { progress }) })
  if (![...runs.values()].some((run) => run.state.kind === 'running')) window.removeEventListener('beforeunload', askFirst)
  const run = runs.get(ref)
  if (run === undefined) return
  for (const listener of endings) listener(run)
  // bad rows need more than a word, and have it where the run is shown
  const isTold = attendants.size > 0 && (run.progress?.bad_rows ?? 0) > 0
  if (state.kind === 'done' && !isTold) toast.success(`${run.order.plan.table}: ${doneText(run)}`)
  if (state.kind === 'failed' && attendants.size === 0) toast.error(importRunText.failed(run.order.plan.table, state.failure.title))
}

function change(ref: string, part: Partial<ImportRun>): void {
  const run = runs.get(ref)
  if (run !== undefined) set(ref, { ...run, ...part })
}

function set(ref: string, run: ImportRun): void {
  runs.set(ref, run)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** The file comes from this page: closing it would end the import. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
