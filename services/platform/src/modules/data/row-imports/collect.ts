import { copyIn, isServerError } from '@colonnade/pg'
import { type BadRow, refusedRow } from './bad-row.ts'
import { batchBytes, batchRows, retriedBytesMax } from './limits.ts'
import { columnName, type Load } from './load.ts'
import type { UnpackedRecords } from './reading/packed-records.ts'
import { linesOf } from './sent-records.ts'

interface Row {
  readonly records: UnpackedRecords
  readonly index: number
  readonly data: Buffer
}

interface Refused {
  readonly row: Row
  readonly bad: BadRow
}

/** Receives an invalid row and its record from the file. @throws to end the import */
export type Reject = (bad: BadRow, record: string) => Promise<void>

/**
 * Loads a file in batches, each in a savepoint, and sets aside invalid rows: found by the line that the server reports, or else by bisection.
 * Retries rows that reference missing rows at the end, which may have been loaded by then.
 *
 * @returns the number of rows in the target
 */
export async function loadAndCollect(load: Load, source: AsyncIterable<Buffer>, reject: Reject): Promise<number> {
  const { client, encoding } = load
  // errors of deferred constraints can't be attributed to a row
  await client.query('set constraints all immediate')
  const batches = new Batches(load, reject)
  for await (const records of encoding.read(source)) {
    for (let index = 0; index < records.count; index += 1) {
      const unreadable = records.unreadable.get(index)
      if (unreadable) await reject({ line: records.lineOf(index), ...unreadable }, records.textOf(index))
      else await batches.add({ records, index, data: records.encode(index, index + 1) })
    }
  }
  return batches.end()
}

class Batches {
  readonly #load: Load
  readonly #reject: Reject
  #batch: Row[] = []
  #batchBytes = 0
  #retried: Refused[] = []
  #retriedBytes = 0
  #rows = 0

  constructor(load: Load, reject: Reject) {
    this.#load = load
    this.#reject = reject
  }

  async add(row: Row): Promise<void> {
    this.#batch.push(row)
    this.#batchBytes += row.data.length
    if (this.#batch.length >= batchRows || this.#batchBytes >= batchBytes) await this.#flush()
  }

  async end(): Promise<number> {
    await this.#flush()
    for (let before = Number.POSITIVE_INFINITY; this.#retried.length > 0 && this.#retried.length < before;) {
      const again = this.#retried
      before = again.length
      this.#retried = []
      this.#retriedBytes = 0
      await this.#bring(again.map(({ row }) => row))
    }
    for (const refused of this.#retried) await this.#refuse(refused)
    return this.#rows
  }

  async #flush(): Promise<void> {
    const rows = this.#batch
    this.#batch = []
    this.#batchBytes = 0
    await this.#bring(rows)
  }

  async #bring(rows: readonly Row[]): Promise<void> {
    const parts = [rows]
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (part.length === 0) continue
      const failure = await this.#attempt(part)
      if (failure === null) continue
      const { index, bad, sqlstate } = failure
      if (index === null && part.length > 1) {
        const half = part.length >> 1
        parts.push(part.slice(half), part.slice(0, half))
        continue
      }
      const at = index ?? 0
      await this.#putAside({ row: part[at]!, bad: { ...bad, line: part[at]!.records.lineOf(part[at]!.index) } }, sqlstate)
      parts.push(part.slice(at + 1), part.slice(0, at))
    }
  }

  /** Returns null if all rows were loaded; otherwise the error, with the row if the server reports it. */
  async #attempt(rows: readonly Row[]): Promise<{ index: number | null; bad: BadRow; sqlstate: string } | null> {
    const { client, target, encoding, onRows } = this.#load
    await client.query('savepoint bringing')
    try {
      const copy = await copyIn(client, target.copy(encoding))
      await copy.write(Buffer.concat(rows.map(({ data }) => data)))
      let brought = await copy.end()
      if (target.merge !== null) {
        brought = (await client.query(target.merge())).rowCount ?? 0
        await client.query(target.clear)
      }
      await client.query('release bringing')
      this.#rows += brought
      onRows(rows.length)
      return null
    } catch (error) {
      const refused = isServerError(error) ? refusedRow(error, target.relation, target.copyColumns) : undefined
      if (refused === undefined) throw error
      await client.query('rollback to bringing')
      const { sentLine, value, reason, sqlstate } = refused
      return {
        index: sentLine === null ? null : indexAt(rows, sentLine),
        bad: { line: null, column: columnName(refused, target), value, reason },
        sqlstate,
      }
    }
  }

  async #putAside(refused: Refused, sqlstate: string): Promise<void> {
    const mayComeYet = sqlstate === '23503' && this.#retriedBytes < retriedBytesMax
    if (!mayComeYet) return this.#refuse(refused)
    const records = refused.row.records.detached(refused.row.index)
    const data = records.encode(0, 1)
    this.#retried.push({ ...refused, row: { records, index: 0, data } })
    this.#retriedBytes += data.length + records.bytesOf(0).length
  }

  #refuse({ row: { records, index }, bad }: Refused): Promise<void> {
    return this.#reject(bad, records.textOf(index))
  }
}

/** Returns the row that ends with a line of the sent data. */
function indexAt(rows: readonly Row[], line: number): number | null {
  let at = 0
  for (const [index, { records, data }] of rows.entries()) {
    at += linesOf(records, data, index === 0 ? data.length : 0)
    if (at >= line) return index
  }
  return null
}
