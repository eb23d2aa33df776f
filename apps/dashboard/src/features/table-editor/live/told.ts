import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { isPrintedOtherwise, type EntityColumn } from '@colonnade/pg-meta'

/** Reported changes of a table's rows. */
export interface Told {
  /** Rows that were changed or removed, or are new; null: any may have been. */
  readonly ids: ReadonlySet<string> | null
  readonly isInserted: boolean
}

/** `columns` are those of the key by which rows are known here, in the order of their ids (see `RowWindow`), and `all` those of the table. */
export function toldBy(event: RowChangeEvent, columns: readonly string[], all: readonly EntityColumn[] = []): Told {
  if (event.kind !== 'changes' || event.is_cut) return { ids: null, isInserted: true }
  const places = columns.map((name) => event.columns.indexOf(name))
  const isOther = all.some((column) => columns.includes(column.name) && isPrintedOtherwise(column))
  const isVague = isOther || places.includes(-1) || event.changes.some(({ kind, key }) => kind === 'truncate' || key === null)
  if (isVague) return { ids: null, isInserted: true }
  const keys = event.changes.flatMap(({ key, previous_key }) => [key, previous_key].filter((each) => each !== null))
  return {
    ids: new Set(keys.map((key) => JSON.stringify(places.map((place) => key[place])))),
    isInserted: event.changes.some(({ kind }) => kind === 'insert'),
  }
}
