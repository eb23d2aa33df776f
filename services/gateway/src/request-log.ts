import type { Logger } from '@colonnade/core'
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { logFileBytes, logFlushBytes, logFlushMs, logWaitingBytesMost } from './limits.ts'

/** A request to a service of a project, named as the logs of the ecosystem name it. */
export interface RequestRow {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly source: 'edge_logs'
  readonly request_id: string
  readonly method: string
  /** Without values: what follows the question mark is kept apart. */
  readonly path: string
  readonly search: string
  readonly status: number
  readonly duration_ms: number
  readonly role: string | null
  readonly user_id: string | null
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Keeps rows of requests. Writing never waits and never fails: a request doesn't depend on its log. */
export interface RequestLog extends AsyncDisposable {
  write(ref: string, row: RequestRow): void
  /** Removes a project's files, and what waits to be written to them. */
  remove(ref: string): Promise<void>
}

interface Waiting {
  lines: string[]
  bytes: number
  dropped: number
}

/** Writes NDJSON files `<folder>/<ref>/edge.ndjson`, of bounded size: a full one replaces the one before, `edge.1.ndjson`. */
export function createFileLog(folder: string, logger: Logger): RequestLog {
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const taken = [...waiting]
    waiting.clear()
    if (taken.length > 0) writing = writing.then(() => writeAll(taken))
  }
  const writeAll = async (taken: readonly (readonly [string, Waiting])[]): Promise<void> => {
    for (const [ref, { lines, dropped }] of taken) {
      const gap = dropped === 0 ? [] : [JSON.stringify({ source: 'edge_logs', dropped })]
      await append(join(folder, ref), [...lines, ...gap].join('\n')).catch((error: unknown) => logger.warn('request log not written', { ref, error }))
    }
  }
  return {
    write(ref, row) {
      const line = JSON.stringify(row)
      const held = waiting.get(ref) ?? { lines: [], bytes: 0, dropped: 0 }
      waiting.set(ref, held)
      if (held.bytes + line.length > logWaitingBytesMost) {
        held.dropped += 1
        return
      }
      held.lines.push(line)
      held.bytes += line.length
      if (held.bytes >= logFlushBytes) flush()
      else timer ??= setTimeout(flush, logFlushMs).unref()
    },
    async remove(ref) {
      waiting.delete(ref)
      writing = writing.then(() => rm(join(folder, ref), { recursive: true, force: true }))
      const removing = writing
      // others are written all the same
      writing = removing.catch(() => {})
      await removing
    },
    async [Symbol.asyncDispose]() {
      flush()
      await writing
    },
  }
}

async function append(folder: string, text: string): Promise<void> {
  const path = join(folder, 'edge.ndjson')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size >= logFileBytes) await rename(path, join(folder, 'edge.1.ndjson'))
  await appendFile(path, `${text}\n`, { mode: 0o600 })
}
