import {
  blankColumn,
  type CheckDraft,
  type ColumnDraft,
  type DraftId,
  type ForeignKeyDraft,
  type IndexDraft,
  type PartitionDraft,
  type TableDraft,
} from './table-draft.ts'

/** The next id that no part of a draft has. */
export function nextId(draft: TableDraft): DraftId {
  const all = [...draft.columns, ...draft.uniques, ...draft.checks, ...draft.foreignKeys, ...draft.indexes, ...draft.newPartitions]
  const ids = [...all.map(({ id }) => id), draft.primaryKey?.id ?? '']
  return `new:${Math.max(0, ...ids.flatMap((id) => (id.startsWith('new:') ? [Number(id.slice(4))] : []))) + 1}`
}

/** Adds a column below the one named, or at the end. */
export function addColumn(draft: TableDraft, change: Partial<ColumnDraft> = {}, below?: DraftId): TableDraft {
  const column = { ...blankColumn(nextId(draft)), ...change }
  const place = below === undefined ? -1 : draft.columns.findIndex(({ id }) => id === below)
  return { ...draft, columns: place < 0 ? [...draft.columns, column] : draft.columns.toSpliced(place + 1, 0, column) }
}

export function changeColumn(draft: TableDraft, id: DraftId, change: Partial<ColumnDraft>): TableDraft {
  return { ...draft, columns: draft.columns.map((column) => (column.id === id ? { ...column, ...change } : column)) }
}

/** Takes a column away, and out of all that names it; what named nothing else goes too. */
export function removeColumn(draft: TableDraft, id: DraftId): TableDraft {
  const without = <Key extends { readonly columns: readonly DraftId[] }>(keys: readonly Key[]) =>
    keys.map((key) => ({ ...key, columns: key.columns.filter((column) => column !== id) })).filter(({ columns }) => columns.length > 0)
  return {
    ...draft,
    columns: draft.columns.filter((column) => column.id !== id),
    primaryKey: draft.primaryKey === null ? null : (without([draft.primaryKey])[0] ?? null),
    uniques: without(draft.uniques),
    checks: draft.checks.filter(({ column }) => column !== id),
    // a pair of columns with one missing is no longer a foreign key
    foreignKeys: draft.foreignKeys.filter(
      ({ columns, target }) => !columns.includes(id) && !(target?.kind === 'self' && target.columns.includes(id)),
    ),
    indexes: draft.indexes.filter(({ columns }) => !columns.includes(id)),
    partitionBy: draft.partitionBy === null ? null : { ...draft.partitionBy, columns: draft.partitionBy.columns.filter((column) => column !== id) },
  }
}

/** Brings back a column of the table that was taken away, in its place and with what was about it. */
export function restoreColumn(draft: TableDraft, before: TableDraft, column: ColumnDraft): TableDraft {
  const place = before.columns.findIndex(({ id }) => id === column.id)
  const back = <Key extends { readonly id: DraftId; readonly columns: readonly (DraftId | null)[] }>(now: readonly Key[], old: readonly Key[]) => [
    ...now.map((key) => old.find((other) => other.id === key.id && other.columns.includes(column.id)) ?? key),
    ...old.filter((key) => key.columns.includes(column.id) && !now.some(({ id }) => id === key.id)),
  ]
  const isKey = before.primaryKey?.columns.includes(column.id) ?? false
  return {
    ...draft,
    columns: draft.columns.toSpliced(place, 0, column),
    primaryKey: isKey ? before.primaryKey : draft.primaryKey,
    uniques: back(draft.uniques, before.uniques),
    checks: [...draft.checks, ...before.checks.filter((check) => check.column === column.id)],
    foreignKeys: back(draft.foreignKeys, before.foreignKeys),
    indexes: back(draft.indexes, before.indexes),
  }
}

/** Moves a column by so many places, as far as there are. */
export function moveColumn(draft: TableDraft, id: DraftId, by: number): TableDraft {
  const from = draft.columns.findIndex((column) => column.id === id)
  const to = Math.min(Math.max(from + by, 0), draft.columns.length - 1)
  if (from < 0 || from === to) return draft
  return { ...draft, columns: draft.columns.toSpliced(from, 1).toSpliced(to, 0, draft.columns[from]!) }
}

/** Puts a column into the primary key, behind those that are in it, or takes it out. */
export function setInKey(draft: TableDraft, id: DraftId, isInKey: boolean): TableDraft {
  const key = draft.primaryKey ?? { id: nextId(draft), origin: null, name: '', isInherited: false, columns: [] }
  const columns = key.columns.filter((column) => column !== id)
  if (isInKey) return { ...draft, primaryKey: { ...key, columns: [...columns, id] } }
  return { ...draft, primaryKey: columns.length === 0 ? null : { ...key, columns } }
}

/** Whether a unique constraint is about a column alone. */
export function isUniqueAlone(draft: TableDraft, id: DraftId): boolean {
  return draft.uniques.some(({ columns }) => columns.length === 1 && columns[0] === id)
}

export function setUniqueAlone(draft: TableDraft, id: DraftId, isUnique: boolean): TableDraft {
  if (isUnique) return addUnique(draft, [id])
  return { ...draft, uniques: draft.uniques.filter(({ columns, isInherited }) => isInherited || columns.length !== 1 || columns[0] !== id) }
}

export function addUnique(draft: TableDraft, columns: readonly DraftId[]): TableDraft {
  const unique = { id: nextId(draft), origin: null, name: '', isInherited: false, columns, nullsNotDistinct: false }
  return { ...draft, uniques: [...draft.uniques, unique] }
}

export function addCheck(draft: TableDraft, change: Partial<CheckDraft> = {}): TableDraft {
  const check = { id: nextId(draft), origin: null, name: '', isInherited: false, expression: '', column: null, isValidated: true, ...change }
  return { ...draft, checks: [...draft.checks, check] }
}

export function addForeignKey(draft: TableDraft, change: Partial<ForeignKeyDraft> = {}): TableDraft {
  const key: ForeignKeyDraft = {
    id: nextId(draft),
    origin: null,
    name: '',
    isInherited: false,
    columns: [null],
    target: null,
    onUpdate: 'NO ACTION',
    onDelete: 'NO ACTION',
    isValidated: true,
    isDeferrable: false,
    isInitiallyDeferred: false,
    ...change,
  }
  return { ...draft, foreignKeys: [...draft.foreignKeys, key] }
}

export function addIndex(draft: TableDraft, change: Partial<IndexDraft> = {}): TableDraft {
  const index: IndexDraft = {
    id: nextId(draft),
    origin: null,
    name: '',
    isInherited: false,
    columns: [],
    method: 'btree',
    isUnique: false,
    definition: null,
    ...change,
  }
  return { ...draft, indexes: [...draft.indexes, index] }
}

/** Adds a new partition or, with `isAttached`, a table to attach. */
export function addPartition(draft: TableDraft, parts: number, isAttached = false): TableDraft {
  const ends = Array.from({ length: parts }, () => '')
  const attaches = isAttached ? { table: null } : null
  const partition: PartitionDraft = {
    id: nextId(draft),
    attaches,
    name: '',
    isDefault: false,
    from: ends,
    to: ends,
    values: '',
    modulus: '2',
    remainder: '0',
  }
  return { ...draft, newPartitions: [...draft.newPartitions, partition] }
}

type ListName = 'uniques' | 'checks' | 'foreignKeys' | 'indexes' | 'newPartitions'

/** Changes one entry of a list of a draft. */
export function changeIn<List extends ListName>(draft: TableDraft, list: List, id: DraftId, change: Partial<TableDraft[List][number]>): TableDraft {
  return { ...draft, [list]: draft[list].map((entry) => (entry.id === id ? { ...entry, ...change } : entry)) }
}

export function removeFrom(draft: TableDraft, list: ListName, id: DraftId): TableDraft {
  return { ...draft, [list]: draft[list].filter((entry) => entry.id !== id) }
}
