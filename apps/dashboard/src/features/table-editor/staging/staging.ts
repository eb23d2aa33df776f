import type { CellInput, RowKey } from '@colonnade/pg-meta'
import type { ChangeErrorWords } from '../changes/explain-change-error.ts'

/** Names a row: the values of its key as JSON, or `new:…` of one that is not saved yet. */
export type RowId = string

/** One cell that is to get another value. `base` is the value that was there when the person looked: another one is a conflict. */
export interface CellChange {
  readonly row: RowId
  /** Null for a row that is not saved yet. */
  readonly key: RowKey | null
  readonly column: string
  readonly base: string | null
  readonly input: CellInput
}

export interface StagedCell {
  readonly input: CellInput
  readonly base: string | null
}

/** What is to become of one row. */
export type StagedRow =
  | { readonly kind: 'update'; readonly key: RowKey; readonly cells: ReadonlyMap<string, StagedCell> }
  | { readonly kind: 'insert'; readonly values: ReadonlyMap<string, CellInput> }
  | { readonly kind: 'delete'; readonly key: RowKey; readonly cells: readonly (string | null)[] | null }

/** A cell that someone else also changed; `theirs` is undefined if the row was removed. */
export interface CellConflict {
  readonly row: RowId
  readonly column: string
  readonly theirs: string | null | undefined
}

/** Why the last attempt to save was refused, at the row (and columns) where that is known. */
export interface SaveFailure {
  readonly row: RowId | null
  readonly words: ChangeErrorWords
}

/**
 * Changes of one table that are shown and not saved. Every call that changes something is one step of undo. With `isImmediate` each
 * step is saved immediately.
 */
export interface Staging {
  readonly rows: ReadonlyMap<RowId, StagedRow>
  /** Ids of the rows to insert, in the order in which they are shown: above the others. */
  readonly inserts: readonly RowId[]
  readonly conflicts: readonly CellConflict[]
  readonly failure: SaveFailure | null
  readonly isSaving: boolean
  readonly isImmediate: boolean
  /** Cells that were saved a moment ago, by the rows' ids as they are now; null is the whole of a new row. */
  readonly saved: ReadonlyMap<RowId, ReadonlySet<string> | null>
  /** Time of the changes restored from an earlier visit, in milliseconds since 1970; null without any. */
  readonly restoredFrom: number | null
  /** Whether the browser has room to keep the changes until the next visit. */
  readonly isKept: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes cells: one, or all that were pasted or filled, as one step. What is as it was drops out. */
  readonly set: (changes: readonly CellChange[]) => void
  /** Adds rows; columns that are left out take their defaults. Gives their ids. */
  readonly insert: (rows: readonly ReadonlyMap<string, CellInput>[]) => readonly RowId[]
  readonly remove: (rows: readonly { readonly row: RowId; readonly key: RowKey | null; readonly cells: readonly (string | null)[] | null }[]) => void
  /** Takes back what is staged for a row, or for one of its cells. */
  readonly revert: (row: RowId, column?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Drops everything, as one step that can be undone. */
  readonly discard: () => void
  readonly setImmediate: (isImmediate: boolean) => void
  /** Saves everything, or some rows, in one transaction; false when it was refused: `conflicts` or `failure` then say why. */
  readonly save: (rows?: readonly RowId[]) => Promise<boolean>
  /** Somebody else wrote a row, whose cells are these now, or removed it (null): what is staged on other values is in conflict before it is saved. */
  readonly notice: (row: RowId, cells: readonly (string | null)[] | null) => void
  /** Resolves a conflict with your value or theirs. */
  readonly resolve: (conflict: CellConflict, keep: 'mine' | 'theirs') => void
}
