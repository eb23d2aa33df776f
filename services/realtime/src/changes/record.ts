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
}

/** A change, and the table that it is of. */
export interface TableChange extends Change {
  readonly relation: Relation
}

/** What a change is told with. */
export interface ChangeInput {
  readonly change: Change
  readonly view: TableView
  readonly select: readonly string[] | null
}

/** A column's value before or after a change; undefined for what wasn't sent. */
export function valueOf({ columns, row, old }: Change, name: string, which: 'row' | 'old'): string | null | undefined {
  const at = columns.findIndex((column) => column.name === name)
  if (at === -1) return undefined
  if (which === 'row') {
    const value = row?.value(at)
    // a large value that wasn't touched is in the old row of a full identity
    return value === undefined && old?.isKeyOnly === false ? old.row.value(at) : value
  }
  if (old === null) return columns[at]!.isKey ? row?.value(at) : undefined
  return old.isKeyOnly && !columns[at]!.isKey ? undefined : old.row.value(at)
}

/** Writes what is told of a change to a role, as JSON: `data` of its message. */
export function dataOf({ change, view, select }: ChangeInput): string {
  const keys = view.columns.filter(({ isKey }) => isKey)
  const head = `"schema":${JSON.stringify(view.schema)},"table":${JSON.stringify(view.name)},"commit_timestamp":${JSON.stringify(change.at.toISOString())},"type":"${change.kind}"`
  const failed = (error: string): string => `{${head},"columns":[],"errors":${JSON.stringify([error])}}`
  if (change.kind !== 'DELETE' && keys.length === 0) return failed('Error 400: Bad Request, no primary key')
  if (change.kind !== 'DELETE' && keys.some(({ isReadable }) => !isReadable)) return failed('Error 401: Unauthorized')
  const told = view.columns.filter(({ name, isKey, isReadable }) => isReadable && (select === null || isKey || select.includes(name)))
  const whole = write(change, view, told, head, null, false)
  return Buffer.byteLength(whole) <= changeBytesMost ? whole : write(change, view, told, head, 'Error 413: Payload Too Large', true)
}

function write(change: Change, view: TableView, told: readonly TableColumn[], head: string, error: string | null, isShort: boolean): string {
  const columns = told.map(({ name, type }) => `{"name":${JSON.stringify(name)},"type":${JSON.stringify(type)}}`)
  const values = (which: 'row' | 'old', of: readonly TableColumn[]): string => {
    const written = of.flatMap((column) => {
      const value = valueOf(change, column.name, which)
      if (value === undefined || (isShort && value !== null && Buffer.byteLength(value) > shortValueBytes)) return []
      return [`${JSON.stringify(column.name)}:${jsonOf(value, column)}`]
    })
    return `{${written.join(',')}}`
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
