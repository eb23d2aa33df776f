import type { CellInput, RowKey } from '@colonnade/pg-meta'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { isSame } from '../changes/cell-draft.ts'
import { stagedChangesText } from './messages.ts'
import type { CellChange, RowId, StagedCell, StagedRow } from './staging.ts'

/** What is staged for one table at one time. */
export interface StagedChanges {
  readonly rows: ReadonlyMap<RowId, StagedRow>
  /** Ids of the rows to insert, in the order in which they are shown. */
  readonly inserts: readonly RowId[]
}

export interface Doomed {
  readonly row: RowId
  readonly key: RowKey | null
  readonly cells: readonly (string | null)[] | null
}

export const nothingStaged: StagedChanges = { rows: new Map(), inserts: [] }

/** Cells get other values. Those that get back what was there drop out, and rows to delete stay as they are. */
export function setCells(staged: StagedChanges, changes: readonly CellChange[]): StagedChanges {
  return changes.reduce(setCell, staged)
}

function setCell(staged: StagedChanges, { row, key, column, base, input }: CellChange): StagedChanges {
  const before = staged.rows.get(row)
  if (before?.kind === 'delete') return staged
  if (before?.kind === 'insert') {
    // what is left out takes its default
    return withRow(staged, row, { kind: 'insert', values: withEntry(before.values, column, input.kind === 'default' ? undefined : input) })
  }
  if (key === null) return staged
  const cell = before?.cells.get(column)
  // the value that was seen first counts: another one by now is a conflict
  const seen = cell === undefined ? base : cell.base
  const next = isSame(input, seen) ? undefined : { input, base: seen }
  return withRow(staged, row, updateOf(before?.key ?? key, withEntry(before?.cells ?? noCells, column, next)))
}

/** Adds rows to insert above those that there are. */
export function insertRows(staged: StagedChanges, rows: readonly (readonly [RowId, ReadonlyMap<string, CellInput>])[]): StagedChanges {
  const next = new Map(staged.rows)
  for (const [id, values] of rows) next.set(id, { kind: 'insert', values: new Map([...values].filter(([, { kind }]) => kind !== 'default')) })
  return { rows: next, inserts: [...rows.map(([id]) => id), ...staged.inserts] }
}

/** Marks rows for deletion. A new row is discarded. */
export function removeRows(staged: StagedChanges, doomed: readonly Doomed[]): StagedChanges {
  const rows = new Map(staged.rows)
  for (const { row, key, cells } of doomed) {
    if (rows.get(row)?.kind === 'insert' || key === null) rows.delete(row)
    else if (rows.get(row)?.kind !== 'delete') rows.set(row, { kind: 'delete', key, cells })
  }
  return withInserts(rows, staged)
}

/** Takes back what is staged for a row, or for one of its cells. */
export function revertRow(staged: StagedChanges, row: RowId, column?: string): StagedChanges {
  const before = staged.rows.get(row)
  if (before === undefined) return staged
  if (column === undefined || before.kind === 'delete') return withRow(staged, row, undefined)
  if (before.kind === 'insert') return withRow(staged, row, { kind: 'insert', values: withEntry(before.values, column, undefined) })
  return withRow(staged, row, updateOf(before.key, withEntry(before.cells, column, undefined)))
}

/**
 * A cell's change, or the deletion of its row, compares with another value from now on: one that a person was shown. `place` is the
 * column's among the row's cells.
 */
export function rebaseCell(staged: StagedChanges, row: RowId, column: string, base: string | null, place: number): StagedChanges {
  const before = staged.rows.get(row)
  if (before?.kind === 'delete') return withRow(staged, row, { ...before, cells: before.cells?.with(place, base) ?? null })
  const cell = before?.kind === 'update' ? before.cells.get(column) : undefined
  if (before?.kind !== 'update' || cell === undefined) return staged
  const next = isSame(cell.input, base) ? undefined : { ...cell, base }
  return withRow(staged, row, updateOf(before.key, withEntry(before.cells, column, next)))
}

/** What a save did to a row. */
export interface SavedRow {
  readonly row: RowId
  /** As it was when the save began. */
  readonly staged: StagedRow
  /** The row as it is now; null of one that was deleted. */
  readonly now: { readonly id: RowId; readonly key: RowKey; readonly valueOf: (column: string) => string | null } | null
}

/** Drops what was saved. What was changed while the save ran stays staged, on top of what was saved. */
export function settleSaved(staged: StagedChanges, saved: readonly SavedRow[]): StagedChanges {
  const rows = new Map(staged.rows)
  for (const { row, staged: before, now } of saved) {
    const present = rows.get(row)
    rows.delete(row)
    if (present === undefined || present === before || now === null) continue
    const left = leftOf(before, present, now)
    if (left !== null) rows.set(now.id, left)
  }
  return withInserts(rows, staged)
}

function leftOf(before: StagedRow, present: StagedRow, now: NonNullable<SavedRow['now']>): StagedRow | null {
  if (present.kind === 'delete') return { ...present, key: now.key }
  const cells: [string, StagedCell][] = []
  if (present.kind === 'update' && before.kind === 'update') {
    for (const [column, cell] of present.cells) {
      if (cell !== before.cells.get(column)) cells.push([column, { input: cell.input, base: now.valueOf(column) }])
    }
  }
  if (present.kind === 'insert' && before.kind === 'insert') {
    for (const [column, input] of present.values) {
      if (input !== before.values.get(column)) cells.push([column, { input, base: now.valueOf(column) }])
    }
  }
  const changed = cells.filter(([, { input, base }]) => !isSame(input, base))
  return changed.length === 0 ? null : { kind: 'update', key: now.key, cells: new Map(changed) }
}

export interface StagedCount {
  readonly cells: number
  readonly updates: number
  readonly inserts: number
  readonly deletes: number
}

/** Returns the keys of the rows to delete. */
export function deletedKeys({ rows }: Pick<StagedChanges, 'rows'>): RowKey[] {
  return [...rows.values()].flatMap((staged) => (staged.kind === 'delete' ? [staged.key] : []))
}

export function countStaged({ rows }: StagedChanges): StagedCount {
  const count = { cells: 0, updates: 0, inserts: 0, deletes: 0 }
  for (const row of rows.values()) {
    if (row.kind === 'update') {
      count.updates += 1
      count.cells += row.cells.size
    } else count[row.kind === 'insert' ? 'inserts' : 'deletes'] += 1
  }
  return count
}

/** Confirms what a save did: "2 rows saved, 1 row deleted". Empty where it did nothing. */
export function savedText({ updates, inserts, deletes }: Omit<StagedCount, 'cells'>): string {
  const saved = updates + inserts
  return [saved > 0 ? [stagedChangesText.saved(rowsText(saved, true))] : [], deletes > 0 ? [stagedChangesText.deleted(rowsText(deletes, true))] : []]
    .flat()
    .join(', ')
}

const noCells: ReadonlyMap<string, StagedCell> = new Map()

function updateOf(key: RowKey, cells: ReadonlyMap<string, StagedCell>): StagedRow | undefined {
  return cells.size === 0 ? undefined : { kind: 'update', key, cells }
}

function withRow(staged: StagedChanges, row: RowId, next: StagedRow | undefined): StagedChanges {
  if (next === undefined && !staged.rows.has(row)) return staged
  return withInserts(withEntry(staged.rows, row, next), staged)
}

function withInserts(rows: ReadonlyMap<RowId, StagedRow>, { inserts }: StagedChanges): StagedChanges {
  const left = inserts.filter((id) => rows.get(id)?.kind === 'insert')
  return { rows, inserts: left.length === inserts.length ? inserts : left }
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}
