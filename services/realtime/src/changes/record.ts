import type { OldRow, Relation, RelationColumn, Tuple } from '@colonnade/pg'
import { changeBytesMost, shortValueBytes } from '../limits.ts'
import { jsonOf } from './json.ts'
import type { EventName } from './subscription.ts'
import type { TableColumn, TableView } from './tables.ts'

/** A change of a row, as the log has it. */
export interface Change {
  readonly kind: EventName
  readonly at: Date
  /** Columns of the rows, in their order. */
  readonly columns: readonly RelationColumn[]
  readonly row: Tuple | null
  readonly old: OldRow | null
  /** Values that it leaves out, because they are large and weren't touched: read from the row since. */
  late?: Map<string, string | null>
}

/** A change, and the table that it is of. */
export interface TableChange extends Change {
  /** The lower half of its transaction's id. */
  readonly transaction: number
  readonly relation: Relation
}

/** A change with the parts that its message needs. */
export interface ChangeInput {
  readonly change: Change
  readonly view: TableView
  readonly select: readonly string[] | null
  readonly written: WrittenValues
}

/** JSON of values that only Postgres can write, by their type and text. */
export type WrittenValues = ReadonlyMap<string, string>

export function writtenKey({ sqlType }: TableColumn, text: string): string {
  return `${sqlType} ${text}`
}

/** A column's value before or after a change; undefined for what wasn't sent. */
export function valueOf({ columns, row, old, late }: Change, name: string, which: 'row' | 'old'): string | null | undefined {
  const at = columns.findIndex((column) => column.name === name)
  if (at === -1) return undefined
  if (which === 'row') {
    const value = row?.value(at)
    if (value !== undefined || row === null) return value
    // a large value that wasn't touched is in the old row of a full identity
    return old?.isKeyOnly === false ? old.row.value(at) : late?.get(name)
  }
  if (old === null) return columns[at]!.isKey ? row?.value(at) : undefined
  return old.isKeyOnly && !columns[at]!.isKey ? undefined : old.row.value(at)
}

/** Returns a change's message for a role, as JSON: its `data`. */
export function dataOf({ change, view, select, written }: ChangeInput): string {
  const keys = view.columns.filter(({ isKey }) => isKey)
  const head = `"schema":${JSON.stringify(view.schema)},"table":${JSON.stringify(view.name)},"commit_timestamp":${JSON.stringify(change.at.toISOString())},"type":"${change.kind}"`
  const failed = (error: string): string => `{${head},"columns":[],"errors":${JSON.stringify([error])}}`
  if (change.kind !== 'DELETE' && keys.length === 0) return failed('Error 400: Bad Request, no primary key')
  if (change.kind !== 'DELETE' && keys.some(({ isReadable }) => !isReadable)) return failed('Error 401: Unauthorized')
  const told = view.columns.filter(({ name, isKey, isReadable }) => isReadable && (select === null || isKey || select.includes(name)))
  const write = (error: string | null): string => writeData(change, view, told, written, head, error)
  const whole = write(null)
  return Buffer.byteLength(whole) <= changeBytesMost ? whole : write('Error 413: Payload Too Large')
}

/** Writes the data; with an error, only its short values. */
function writeData(
  change: Change,
  view: TableView,
  told: readonly TableColumn[],
  written: WrittenValues,
  head: string,
  error: string | null,
): string {
  const columns = told.map(({ name, type }) => `{"name":${JSON.stringify(name)},"type":${JSON.stringify(type)}}`)
  const values = (which: 'row' | 'old', of: readonly TableColumn[]): string => {
    const shown = of.flatMap((column) => {
      const value = valueOf(change, column.name, which)
      if (value === undefined || (error !== null && value !== null && Buffer.byteLength(value) > shortValueBytes)) return []
      const json = column.isForeign && value !== null ? written.get(writtenKey(column, value)) : undefined
      return [`${JSON.stringify(column.name)}:${json ?? jsonOf(value, column)}`]
    })
    return `{${shown.join(',')}}`
  }
  // with policies, nobody knows who could see a row that is gone
  const isKeyOnly = change.kind === 'DELETE' && (view.visibility !== 'all' || !view.isFull)
  const old = told.filter(({ isKey }) => !isKeyOnly || isKey)
  const parts = [
    head,
    `"columns":[${columns.join(',')}]`,
    ...(change.kind === 'DELETE' ? [] : [`"record":${values('row', told)}`]),
    ...(change.kind === 'INSERT' ? [] : [`"old_record":${values('old', old)}`]),
    `"errors":${error === null ? 'null' : JSON.stringify([error])}`,
  ]
  return `{${parts.join(',')}}`
}
