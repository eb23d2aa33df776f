import type { RefusedRow } from '@colonnade/contracts/auth/user-files/imported-user'
import { UnreadableFile } from '@colonnade/contracts/auth/user-files/imported-user'
import { sliceUsersMost } from '@colonnade/contracts/auth/user-files/limits'
import { readUsers, type UserFile } from '@colonnade/contracts/auth/user-files/read-users'
import type { UserImportOutcome } from '@colonnade/contracts/auth/user-imports'
import { isAppError } from '@colonnade/core'
import { refusedKept, retryMostMs, retryMs, sliceBytes, slicesAtOnce } from './limits.ts'
import { importTexts } from './messages.ts'

/** A row that was refused, as the file has it. */
export interface KeptRow extends RefusedRow {
  readonly text: string
}

/** How far a file has come. */
export interface Tally {
  readonly bytes: number
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly withoutPassword: number
  readonly refused: number
  /** In the order of the file, up to `refusedKept`. */
  readonly rows: readonly KeptRow[]
  /** The server doesn't answer right now. */
  readonly isWaiting: boolean
}

export const emptyTally: Tally = { bytes: 0, created: 0, updated: 0, skipped: 0, withoutPassword: 0, refused: 0, rows: [], isWaiting: false }

export interface Sending {
  readonly file: Blob
  readonly source: UserFile
  /** Checks or imports a slice. */
  readonly send: (slice: Blob) => Promise<UserImportOutcome>
  readonly onProgress: (tally: Tally) => void
  readonly signal: AbortSignal
}

interface Line {
  readonly line: number
  readonly json: string
  readonly text: string
}

/**
 * Reads a file and sends its users slice by slice. A slice without a response is sent again: existing users are matched, so no user is created twice.
 *
 * @throws UnreadableFile; what `send` throws; the signal's reason
 */
export async function sendUsers({ file, source, send, onProgress, signal }: Sending): Promise<Tally> {
  let tally = emptyTally
  const tell = (change: Partial<Tally>): void => {
    tally = { ...tally, ...change }
    onProgress(tally)
  }
  const refuse = (rows: readonly KeptRow[]): void => {
    const kept = [...tally.rows, ...rows].toSorted((a, b) => a.line - b.line).slice(0, refusedKept)
    tell({ refused: tally.refused + rows.length, rows: kept })
  }
  const bring = async (lines: readonly Line[]): Promise<void> => {
    const slice = new Blob([lines.map(({ json }) => json).join('\n')])
    try {
      const outcome = await untilAnswered(
        () => send(slice),
        signal,
        (isWaiting) => tell({ isWaiting }),
      )
      const texts = new Map(lines.map(({ line, text }) => [line, text]))
      tell({
        created: tally.created + outcome.created,
        updated: tally.updated + outcome.updated,
        skipped: tally.skipped + outcome.skipped,
        withoutPassword: tally.withoutPassword + outcome.without_password,
      })
      if (outcome.refused.length > 0) refuse(outcome.refused.map((row) => ({ ...row, text: texts.get(row.line) ?? '' })))
    } catch (error) {
      // a slow trigger of the project: fewer users take less time
      if (!isTimeout(error) || lines.length < 2) throw error
      const half = lines.length >> 1
      await bring(lines.slice(0, half))
      await bring(lines.slice(half))
    }
  }

  const underWay = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | null = null
  let lines: Line[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    while (underWay.size >= slicesAtOnce) await Promise.race(underWay)
    if (failure !== null) throw failure.error
    signal.throwIfAborted()
    const sent: Promise<void> = bring(lines)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => underWay.delete(sent))
    underWay.add(sent)
    lines = []
    bytes = 0
  }
  try {
    for await (const rows of readUsers(
      textOf(file, (read) => tell({ bytes: read })),
      source,
    )) {
      signal.throwIfAborted()
      const refused = rows.flatMap((row) => (row.kind === 'refused' ? [{ ...row.refused, text: row.text }] : []))
      if (refused.length > 0) refuse(refused)
      for (const row of rows) {
        if (row.kind === 'refused') continue
        const json = JSON.stringify(row.user)
        if (bytes + json.length * 2 > sliceBytes && lines.length > 0) await flush()
        lines.push({ line: row.user.line, json, text: row.text })
        bytes += json.length * 2
        if (lines.length === sliceUsersMost) await flush()
      }
    }
    if (lines.length > 0) await flush()
  } finally {
    await Promise.all(underWay)
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error
  return tally
}

const isTimeout = (error: unknown): boolean => isAppError(error, 'auth_refused') && error.details['auth_code'] === 'request_timeout'

/** Tries again while the server is away or has too much to do. */
async function untilAnswered<Reply>(ask: () => Promise<Reply>, signal: AbortSignal, onWaiting: (isWaiting: boolean) => void): Promise<Reply> {
  const since = Date.now()
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await ask()
      if (tries > 0) onWaiting(false)
      return reply
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = isAppError(error, 'unavailable') || isAppError(error, 'rate_limited') || isAppError(error, 'too_busy')
      if (!isPassing || Date.now() - since > retryMostMs) {
        onWaiting(false)
        throw error
      }
      onWaiting(true)
      await pause(retryMs[Math.min(tries, retryMs.length - 1)]!, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}

/** @throws UnreadableFile for what is no UTF-8 */
async function* textOf(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = file.stream().getReader()
  let read = 0
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new UnreadableFile(importTexts.notText)
    }
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      read += value.length
      yield decode(value)
      onRead(read)
    }
    yield decode()
  } finally {
    await reader.cancel().catch(() => {})
  }
}
