import type { Clock, Logger } from '@colonnade/core'
import type { FunctionLogRow, FunctionLogs } from '@colonnade/projects'
import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { logFileBytes, logFlushBytes, logFlushMs, logWaitingBytesMost } from '../limits.ts'

/** A row before it has its place in the log. */
export type NewRow = FunctionLogRow extends infer Row ? (Row extends FunctionLogRow ? Omit<Row, 'id' | 'timestamp'> : never) : never

/** Keeps what functions print and answer. Writing never waits and never fails: a request doesn't depend on its log. */
export interface FunctionLog extends AsyncDisposable {
  write(ref: string, row: NewRow): void
  readonly read: FunctionLogs
  /** Removes a project's files, and what waits to be written to them. */
  remove(ref: string): Promise<void>
}

interface Waiting {
  lines: string[]
  bytes: number
}

/** What is printed can fill its file, and then takes no row of a request away. */
const fileNames = { line: 'function-lines', invocation: 'function-calls', boot: 'function-calls', shutdown: 'function-calls' } as const
const names = ['function-lines', 'function-calls'] as const

/** Writes NDJSON files in `<folder>/<ref>/`, of bounded size: a full one replaces the one before. */
export function createFunctionLog(folder: string, clock: Clock, logger: Logger): FunctionLog {
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let last = 0

  /** Rows of one moment keep their order. */
  const nextId = (): string => {
    last = Math.max(last + 1, clock.now() * 1_000)
    return idOf(last)
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const taken = [...waiting]
    waiting.clear()
    if (taken.length > 0) writing = writing.then(() => writeAll(taken))
    return writing
  }
  const writeAll = async (taken: readonly (readonly [string, Waiting])[]): Promise<void> => {
    for (const [path, { lines }] of taken) {
      await append(join(folder, path), lines.join('')).catch((error: unknown) => logger.warn('function log not written', { path, error }))
    }
  }
  return {
    write(ref, row) {
      const path = `${ref}/${fileNames[row.kind]}`
      const held = waiting.get(path) ?? { lines: [], bytes: 0 }
      waiting.set(path, held)
      // the disk can't keep up: what is left out is the newest
      if (held.bytes > logWaitingBytesMost) return
      const line = `${JSON.stringify({ id: nextId(), timestamp: clock.date().toISOString(), ...row })}\n`
      held.lines.push(line)
      held.bytes += line.length
      if (held.bytes >= logFlushBytes) void flush()
      else timer ??= setTimeout(() => void flush(), logFlushMs).unref()
    },
    async read(ref, query) {
      await flush()
      const wanted = names.filter((name) => query.kinds === undefined || query.kinds.some((kind) => fileNames[kind] === name))
      const found = await Promise.all(wanted.map((name) => readRows(join(folder, ref, name), query)))
      const rows = found.flat().sort((one, other) => (one.id < other.id ? -1 : 1))
      return query.after === undefined ? rows.slice(-query.limit) : rows.slice(0, query.limit)
    },
    async remove(ref) {
      for (const name of names) waiting.delete(`${ref}/${name}`)
      const paths = names.flatMap((name) => filesOf(join(folder, ref, name)))
      const removing = writing.then(async () => void (await Promise.all(paths.map((path) => rm(path, { force: true })))))
      // others are written all the same
      writing = removing.catch(() => {})
      await removing
    },
    async [Symbol.asyncDispose]() {
      await flush()
    },
  }
}

/** Ids begin with the time, so they sort by it. */
function idOf(microseconds: number): string {
  return microseconds.toString(36).padStart(11, '0')
}

/** The newer one first. */
function filesOf(path: string): readonly [string, string] {
  return [`${path}.ndjson`, `${path}.1.ndjson`]
}

async function append(path: string, text: string): Promise<void> {
  const [newer, older] = filesOf(path)
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const size = await stat(newer).then(
    (found) => found.size,
    () => 0,
  )
  if (size >= logFileBytes) await rename(newer, older)
  await appendFile(newer, text, { mode: 0o600 })
}

/** Rows that are wanted, newest first, no more than could be shown. */
async function readRows(
  path: string,
  { slug, requestId, kinds, after, since, before, limit }: Parameters<FunctionLogs>[1],
): Promise<FunctionLogRow[]> {
  const rows: FunctionLogRow[] = []
  const oldest = since === undefined ? '' : `{"id":"${idOf(since * 1_000)}`
  const needles = [slug === undefined ? '' : `"slug":${JSON.stringify(slug)}`, requestId === undefined ? '' : JSON.stringify(requestId)]
  for (const file of filesOf(path)) {
    for (const line of linesBackwards(await readFile(file, 'utf8').catch(() => ''))) {
      // rows are in order, and most are older or others': only what could be wanted is parsed
      if (line.length >= oldest.length && line < oldest) return rows
      if (line === '' || !needles.every((needle) => line.includes(needle))) continue
      const row = parseRow(line)
      if (row === null || (before !== undefined && row.id >= before)) continue
      if (after !== undefined && row.id <= after) return rows
      if (slug !== undefined && row.slug !== slug) continue
      if (requestId !== undefined && (!('request_id' in row) || row.request_id !== requestId)) continue
      if (kinds !== undefined && !kinds.includes(row.kind)) continue
      rows.push(row)
      if (after === undefined && rows.length >= limit) return rows
    }
  }
  return rows
}

/** Splits no more of a file than is read. */
function* linesBackwards(text: string): Generator<string> {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    yield text.slice(start, end)
    end = start - 1
  }
}

/** null for a line that a crash has cut off. */
function parseRow(line: string): FunctionLogRow | null {
  try {
    return JSON.parse(line) as FunctionLogRow
  } catch {
    return null
  }
}
