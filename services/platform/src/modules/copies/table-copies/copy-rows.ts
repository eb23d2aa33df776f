import { copyIn, copyOut, databaseError } from '@colonnade/pg'
import type { SideClient } from './sides.ts'

export interface Sent {
  readonly rows: number
  readonly bytes: number
}

export interface RowCopy {
  /** Writes to standard output. */
  readonly read: string
  /** Reads from standard input. */
  readonly write: string
  readonly signal: AbortSignal
  readonly onProgress: (sent: Sent) => Promise<void>
}

const lineFeed = '\n'.charCodeAt(0)

/** Streams rows from one server to the other, at the pace of the slower one. @throws AppError of the server that failed first */
export async function copyRows(
  source: SideClient,
  target: SideClient,
  { read, write, signal, onProgress }: RowCopy,
): Promise<Sent & { written: number }> {
  const into = await copyIn(target.client, write).catch((error: unknown) => {
    throw databaseError(error)
  })
  let [rows, bytes] = [0, 0]
  let failure: unknown
  try {
    const sent = await copyOut(source.client, read, {
      async write(chunk) {
        try {
          signal.throwIfAborted()
          await into.write(chunk)
          bytes += chunk.length
          // COPY escapes line feeds inside rows
          for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) rows += 1
          await onProgress({ rows, bytes })
        } catch (error) {
          failure ??= error
          // the branch would send the rest in vain
          void source.client.end().catch(() => {})
          throw error
        }
      },
    })
    return { rows: sent, bytes, written: await into.end() }
  } catch (error) {
    await into.fail('cancelled').catch(() => {})
    throw databaseError(failure ?? error)
  }
}
