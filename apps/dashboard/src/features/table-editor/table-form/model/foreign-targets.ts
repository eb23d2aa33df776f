import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import type { ForeignKeyDraft, ForeignTarget, TableDraft } from './table-draft.ts'
import { changeIn } from './edits.ts'
import { isSameType } from '../types/type-changes.ts'

/** A column that a foreign key can reference. `id` is its name, or within the same draft its id. */
export interface TargetColumn {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Whether it is the whole of a key or of a unique constraint. */
  readonly isKey: boolean
  /** Whether it is in the primary key. */
  readonly isPrimary: boolean
}

export function targetColumnsOf(target: ForeignTarget | null, draft: TableDraft, definition: DefinedTable | null): readonly TargetColumn[] {
  if (target === null) return []
  if (target.kind === 'self') {
    const keys = [...(draft.primaryKey === null ? [] : [draft.primaryKey]), ...draft.uniques]
    return draft.columns.map(({ id, name, type }) => ({
      id,
      name,
      type,
      isKey: keys.some(({ columns }) => columns.length === 1 && columns[0] === id),
      isPrimary: draft.primaryKey?.columns.includes(id) ?? false,
    }))
  }
  if (definition === null) return []
  const keys = definition.constraints.flatMap((constraint) => (constraint.type === 'primary' || constraint.type === 'unique' ? [constraint] : []))
  return (definition.columns ?? []).map(({ name, type }) => ({
    id: name,
    name,
    type: String(type),
    isKey: keys.some(({ columns }) => columns.length === 1 && columns[0] === name),
    isPrimary: keys.some((key) => key.type === 'primary' && key.columns.includes(name)),
  }))
}

/**
 * Returns the pairs that reference the other table's primary key: its columns with those of this table that are chosen already, or that match by
 * name ("artist_id", or "id") and type. Null when it has none, or they are chosen.
 */
export function pairUp(
  key: ForeignKeyDraft,
  targets: readonly TargetColumn[],
  draft: TableDraft,
): { readonly columns: readonly (string | null)[]; readonly ends: readonly string[] } | null {
  const primary = targets.filter(({ isPrimary }) => isPrimary)
  if (primary.every(({ id }, place) => key.target?.columns[place] === id)) return null
  const table = key.target?.kind === 'table' ? key.target.table : draft.name
  const taken = new Set<string>()
  const columns = primary.map(({ id, name, type }, place) => {
    const candidates = [name, `${table}_${name}`, `${table.replace(/s$/, '')}_${name}`]
    const present = key.columns[place] ?? null
    const found = draft.columns.find(
      (column) =>
        column.id !== id &&
        !taken.has(column.id) &&
        candidates.includes(column.name) &&
        isSameType(column.type, type) &&
        !(name === 'id' && column.name === 'id'),
    )
    const chosen = present ?? found?.id ?? null
    if (chosen !== null) taken.add(chosen)
    return chosen
  })
  return { columns, ends: primary.map(({ id }) => id) }
}

/**
 * Returns the draft whose foreign key references the primary key of a table that was chosen for it, once that table's definition is loaded. A newer
 * choice wins.
 */
export function withKeyOf(draft: TableDraft, id: string, chosen: ForeignTarget, definition: DefinedTable | null): TableDraft {
  const key = draft.foreignKeys.find((one) => one.id === id)
  if (key === undefined || key.target !== chosen) return draft
  const pairs = pairUp(key, targetColumnsOf(chosen, draft, definition), draft)
  return pairs === null ? draft : changeIn(draft, 'foreignKeys', id, { columns: pairs.columns, target: { ...chosen, columns: pairs.ends } })
}
