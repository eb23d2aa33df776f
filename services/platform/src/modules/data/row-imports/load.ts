import { copyIn, isServerError } from '@colonnade/pg'
import type pg from 'pg'
import { badRowError, otherError, refusedRow, type RefusedRow } from './bad-row.ts'
import { interruptible } from './interruptible.ts'
import type { UnpackedRecords } from './reading/packed-records.ts'
import type { Encoding, Records } from './records.ts'
import { SentRecords } from './sent-records.ts'
import type { Target } from './store.ts'

export interface Load {
  readonly client: pg.Client
  readonly target: Target
  readonly encoding: Encoding<UnpackedRecords>
  /** Called with the number of sent rows. */
  readonly onRows: (count: number) => void
}

/**
 * Loads a file with one COPY, and stops at the first invalid row.
 *
 * @returns the number of rows in the target
 * @throws AppError `import_row_invalid`, `import_file_invalid`, by SQLSTATE
 */
export async function loadOrStop(load: Load, source: AsyncIterable<Buffer>): Promise<number> {
  const { client, target, encoding, onRows } = load
  const sent = new SentRecords()
  const copy = await copyIn(client, target.copy(encoding))
  let rows: number
  try {
    for await (const records of interruptible(encoding.read(source), copy.failure)) {
      const [stop] = records.unreadable.keys()
      const to = stop ?? records.count
      if (to > 0) {
        const data = records.encode(0, to)
        sent.add(records, 0, to, data)
        await copy.write(data)
        onRows(to)
      }
      if (stop !== undefined) {
        // the data sent before may contain an invalid row that the server hasn't read yet
        await copy.end()
        throw badRowError({ line: records.lineOf(stop), ...records.unreadable.get(stop)! })
      }
    }
    rows = await copy.end()
  } catch (error) {
    await copy.fail('the file ends here')
    throw explained(error, load, sent)
  }
  if (target.merge === null) return rows
  return mergeOrStop(load, target.merge)
}

function explained(error: unknown, { target }: Load, sent: SentRecords): Error {
  const refused = isServerError(error) ? refusedRow(error, target.relation, target.copyColumns) : undefined
  return refused === undefined ? otherError(error) : told(refused, target, refused.sentLine === null ? undefined : sent.find(refused.sentLine))
}

function told(refused: RefusedRow, target: Target, found: { readonly records: Records; readonly index: number } | undefined): Error {
  const { value, reason, sqlstate } = refused
  return badRowError({ line: found?.records.lineOf(found.index) ?? null, column: columnName(refused, target), value, reason }, sqlstate)
}

/** Returns the target's name for the COPY's name. */
export function columnName({ column }: RefusedRow, { copyColumns, columns }: Target): string | null {
  if (column === null) return null
  const index = copyColumns.indexOf(column)
  return index === -1 ? column : columns[index]!
}

/** Moves the staged rows to the target. If that fails, retries with fewer and fewer rows, to find the first one that fails. */
async function mergeOrStop({ client, target }: Load, merge: NonNullable<Target['merge']>): Promise<number> {
  const attempt = async (upToLine?: number): Promise<number> => {
    await client.query('savepoint merging')
    try {
      const { rowCount } = await client.query(merge(upToLine))
      if (upToLine !== undefined) await client.query('rollback to merging')
      return rowCount ?? 0
    } catch (error) {
      if (isServerError(error)) await client.query('rollback to merging')
      throw error
    }
  }
  try {
    return await attempt()
  } catch (error) {
    let refused = refusedRow(error, target.relation, target.copyColumns)
    if (refused === undefined) throw error
    const { rows } = await client.query<{ first: unknown; last: unknown }>(target.lines)
    let low = Number(rows[0]!.first)
    let high = Number(rows[0]!.last)
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const failure = await attempt(middle).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (failure === undefined) low = middle + 1
      else {
        refused = refusedRow(failure, target.relation, target.copyColumns)
        if (refused === undefined) throw failure
        high = middle
      }
    }
    throw badRowError({ line: low, column: refused.column, value: refused.value, reason: refused.reason }, refused.sqlstate)
  }
}
