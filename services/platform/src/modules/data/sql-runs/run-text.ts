import type { SqlRunEvent } from '@colonnade/contracts/data/sql-runs'
import { AppError } from '@colonnade/core'
import { executeStream, type StatementRange, type StreamedEvent, type StreamOptions } from '@colonnade/pg'
import type pg from 'pg'
import { noticeOf } from '../queries/session.ts'
import type { ExecutedField } from '@colonnade/pg'
import type { QueryField } from '@colonnade/contracts/data/queries'
import { rowsEvent, type RunStream } from './run-stream.ts'

export interface TextRun extends StreamOptions {
  readonly query: string
  readonly namedFields: (fields: readonly ExecutedField[]) => QueryField[] | Promise<QueryField[]>
  /** Called with the tag of each statement, when it is done. */
  readonly onCommand?: (command: string) => void
}

/**
 * Runs a query and sends its results.
 *
 * @throws the error of Postgres, or `query_cancelled` if the reader disconnects
 */
export async function runText(client: pg.Client, out: RunStream, { query, namedFields, onCommand, ...options }: TextRun): Promise<void> {
  await executeStream(client, query, options, (event) => {
    if (event.kind === 'completed') onCommand?.(event.command)
    if (event.kind !== 'fields') return out.tell(lineOf(event))
    const fields = namedFields(event.fields)
    if (Array.isArray(fields)) return out.tell({ type: 'fields', fields })
    return fields.then((named) => out.tell({ type: 'fields', fields: named }))
  })
  if (out.signal.aborted) throw new AppError('query_cancelled')
}

function lineOf(event: Exclude<StreamedEvent, { kind: 'fields' }>): SqlRunEvent {
  switch (event.kind) {
    case 'rows':
      return rowsEvent(event.rows)
    case 'notice':
      return { type: 'notice', notice: noticeOf(event.notice) }
    case 'rolledBack':
      return rolledBackLine(event)
    case 'completed':
      return {
        type: 'completed',
        command: event.command,
        row_count: event.rowCount,
        truncated: event.isTruncated,
        duration_ms: milliseconds(event.durationMs),
      }
  }
}

function rolledBackLine({ first, count }: StatementRange): SqlRunEvent {
  return { type: 'rolled_back', first, count }
}

/** Reports the statements of a transaction that was rolled back after the query had ended. */
export function reportRolledBack(out: RunStream, range: StatementRange | null): void {
  if (range !== null) void out.tell(rolledBackLine(range))
}

/** To the microsecond. */
export function milliseconds(duration: number): number {
  return Math.round(duration * 1_000) / 1_000
}
