import { AppError, type ErrorCode, newId, systemRandom } from '@colonnade/core'
import { browserDatabase, type KeptRun } from '../documents/browser-database.ts'
import type { DocumentKey } from '../documents/local-document.ts'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { afterRunMs } from '../limits.ts'
import { noOutput, type SqlRunState } from '../run/run-state.ts'
import { sqlRunStore } from '../run/run-store.ts'
import { cutOutput, runsToDrop } from './cut-output.ts'
import { maxResultSize } from './run-limits.ts'

type Person = Pick<DocumentKey, 'person' | 'ref'>
type Ended = Extract<SqlRunState, { kind: 'done' | 'failed' }>

const watched = new Set<string>()
const listeners = new Set<() => void>()

/** Told when a run has been kept. */
export function onRunKept(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From now on the runs of a text are kept as they end, also when nobody looks at it any more. */
export function keepRunsOf({ person, ref, id }: DocumentKey): void {
  const name = `${person} ${ref} ${id}`
  if (watched.has(name)) return
  watched.add(name)
  const store = sqlRunStore(ref, id)
  let wasRunning = store.get().kind === 'running'
  store.subscribe(() => {
    const run = store.get()
    const at = Date.now()
    const isEnd = wasRunning && (run.kind === 'done' || run.kind === 'failed')
    wasRunning = run.kind === 'running'
    // a run that is not remembered is no reason to disturb anybody
    if (isEnd) whenIdle(() => void keepRun({ person, ref }, run, at).catch(() => undefined), afterRunMs)
  })
}

async function keepRun({ person, ref }: Person, run: Ended, at: number): Promise<void> {
  const database = await browserDatabase()
  if (database === null) return
  const { output, size } = cutOutput(run.output, maxResultSize)
  const last = run.output.statements.at(-1)
  const kept: KeptRun = {
    id: newId(systemRandom),
    person,
    ref,
    text: run.part.text,
    at,
    tookMs: run.tookMs,
    rows: last?.rowCount ?? null,
    command: last?.command ?? '',
    rowLimit: run.options.rowLimit,
    error: run.kind === 'failed' ? { code: run.error.code, message: run.error.message, details: run.error.details } : null,
    size: size + run.part.text.length,
  }
  const writing = database.transaction(['runs', 'results'], 'readwrite')
  await Promise.all([writing.objectStore('runs').put(kept), writing.objectStore('results').put(output, kept.id), writing.done])
  await prune({ person, ref })
  for (const listener of listeners) listener()
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
  await prune(of)
  return (await all(of)).toReversed()
}

/** A run as it ended, with what is kept of its answer. */
export async function readRun({ id, text, tookMs, rowLimit, error }: KeptRun): Promise<Ended> {
  const database = await browserDatabase()
  const output = (await database?.get('results', id)) ?? noOutput
  const common = {
    part: { text, offset: 0, start: { line: 1, column: 1 }, isSelection: false },
    options: { rowLimit, timeoutMs: 0 },
    output,
    tookMs,
    transaction: 'none' as const,
  }
  if (error === null) return { ...common, kind: 'done', durationMs: tookMs }
  return { ...common, kind: 'failed', error: new AppError(error.code as ErrorCode, error.details, { message: error.message }) }
}

/** Forgets all runs of a person in a project. */
export async function forgetRuns(of: Person): Promise<void> {
  const database = await browserDatabase()
  const runs = await all(of)
  const writing = database?.transaction(['runs', 'results'], 'readwrite')
  for (const { id } of runs) {
    await writing?.objectStore('runs').delete(id)
    await writing?.objectStore('results').delete(id)
  }
  for (const listener of listeners) listener()
}
