import { AppError, type ErrorCode, newId, systemRandom } from '@colonnade/core'
import { browserDatabase, type KeptRun } from '../documents/local/browser-database.ts'
import type { DocumentKey } from '../documents/local/local-document.ts'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { afterRunMs } from '../limits.ts'
import { noOutput, type SqlRunState } from '../run/run-state.ts'
import { sqlRunStore, type SqlRunStore } from '../run/run-store.ts'
import { cutOutput, runsToDrop } from './cut-output.ts'
import { forgetLeftRun, leaveRun, type LeftRun, leftRuns } from './left-runs.ts'
import { keptRunsText } from './messages.ts'
import { maxLeftSize, maxResultSize } from './run-limits.ts'

type Person = Pick<DocumentKey, 'person' | 'ref'>
type Ended = Extract<SqlRunState, { kind: 'done' | 'failed' }>

const watched = new Map<string, { readonly of: Person; readonly store: SqlRunStore }>()
/** Runs that have ended and are not in the database yet. */
const waiting = new Map<string, (maxSize: number) => LeftRun>()
const listeners = new Set<() => void>()

/** Told when a run has been kept. */
export function onRunKept(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores the runs of a snippet from now on as they end, also after its page is closed. */
export function keepRunsOf({ person, ref, id }: DocumentKey): void {
  const name = `${person} ${ref} ${id}`
  if (watched.has(name)) return
  const of = { person, ref }
  const store = sqlRunStore(ref, id)
  if (watched.size === 0) addEventListener('pagehide', leaveRuns)
  watched.set(name, { of, store })
  let wasRunning = store.get().kind === 'running'
  store.subscribe(() => {
    const run = store.get()
    const at = Date.now()
    const isEnd = wasRunning && (run.kind === 'done' || run.kind === 'failed')
    wasRunning = run.kind === 'running'
    if (!isEnd) return
    const key = newId(systemRandom)
    waiting.set(key, (maxSize) => recordOf(key, of, run, at, maxSize))
    // a run that is not remembered is no reason to disturb anybody
    whenIdle(() => void keepRun(key).catch(() => undefined), afterRunMs)
  })
}

/** The page goes: what has ended and was not written is left behind for the next one, and so is that what runs was given up. */
function leaveRuns({ persisted }: PageTransitionEvent): void {
  for (const record of waiting.values()) leaveRun(record(maxLeftSize))
  // a page that may come back goes on with what it runs
  if (persisted) return
  for (const { of, store } of watched.values()) {
    const run = store.get()
    if (run.kind !== 'running') continue
    const { key, part, options, output, startedAt } = run
    const error = new AppError('query_cancelled', {}, { message: keptRunsText.leftPage })
    const ended: Ended = { kind: 'failed', key, part, options, output, tookMs: performance.now() - startedAt, transaction: 'none', error }
    leaveRun(recordOf(newId(systemRandom), of, ended, Date.now(), maxLeftSize))
  }
}

function recordOf(id: string, of: Person, run: Ended, at: number, maxSize: number): LeftRun {
  const { output, size } = cutOutput(run.output, maxSize)
  const last = run.output.statements.at(-1)
  const kept: KeptRun = {
    id,
    ...of,
    text: run.part.text,
    at,
    tookMs: run.tookMs,
    rows: last?.rowCount ?? null,
    command: last?.command ?? '',
    ...(last?.isRolledBack && { isRolledBack: true }),
    rowLimit: run.options.rowLimit,
    transaction: run.transaction,
    error: run.kind === 'failed' ? { code: run.error.code, message: run.error.message, details: run.error.details } : null,
    size: size + run.part.text.length,
  }
  return { run: kept, output }
}

async function keepRun(key: string): Promise<void> {
  const record = waiting.get(key)
  const database = await browserDatabase()
  if (database === null || record === undefined) return void waiting.delete(key)
  const kept = record(maxResultSize)
  await write(kept)
  waiting.delete(key)
  await prune(kept.run)
  for (const listener of listeners) listener()
}

async function write({ run, output }: LeftRun): Promise<void> {
  const database = await browserDatabase()
  const writing = database?.transaction(['runs', 'results'], 'readwrite')
  if (writing === undefined) return
  await Promise.all([writing.objectStore('runs').put(run), writing.objectStore('results').put(output, run.id), writing.done])
  forgetLeftRun(run)
}

async function prune(of: Person): Promise<void> {
  const database = await browserDatabase()
  if (database === null) return
  const doomed = runsToDrop(await all(of), Date.now())
  const writing = database.transaction(['runs', 'results'], 'readwrite')
  await Promise.all([
    ...[...doomed].flatMap((id) => [writing.objectStore('runs').delete(id), writing.objectStore('results').delete(id)]),
    writing.done,
  ])
}

async function all({ person, ref }: Person): Promise<KeptRun[]> {
  const database = await browserDatabase()
  return (await database?.getAllFromIndex('runs', 'moment', IDBKeyRange.bound([person, ref, 0], [person, ref, Number.MAX_VALUE]))) ?? []
}

/** Runs of the last day, newest first. */
export async function listRuns(of: Person): Promise<readonly KeptRun[]> {
  for (const left of leftRuns(of)) await write(left)
  await prune(of)
  return (await all(of)).toReversed()
}

/** A run as it ended, with what is kept of its answer. */
export async function readRun({ id, text, tookMs, rowLimit, transaction = 'none', error }: KeptRun): Promise<Ended> {
  const database = await browserDatabase()
  const output = (await database?.get('results', id)) ?? noOutput
  const common = {
    key: id,
    part: { text, offset: 0, start: { line: 1, column: 1 }, isSelection: false },
    options: { rowLimit, timeoutMs: 0 },
    output,
    tookMs,
    transaction,
  }
  if (error === null) return { ...common, kind: 'done', durationMs: tookMs }
  return { ...common, kind: 'failed', error: new AppError(error.code as ErrorCode, error.details, { message: error.message }) }
}

/** Forgets all runs of a person in a project. */
export async function forgetRuns(of: Person): Promise<void> {
  const database = await browserDatabase()
  for (const { run } of leftRuns(of)) forgetLeftRun(run)
  const runs = await all(of)
  const writing = database?.transaction(['runs', 'results'], 'readwrite')
  for (const { id } of runs) {
    await writing?.objectStore('runs').delete(id)
    await writing?.objectStore('results').delete(id)
  }
  for (const listener of listeners) listener()
}
