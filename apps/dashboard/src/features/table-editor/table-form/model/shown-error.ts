import type { FormPath, TableBase } from '../statements/changes.ts'
import { constraintsOf } from '../statements/constraint-changes.ts'
import type { TableDraft } from './table-draft.ts'

/** Whether the form has a place for what is wrong at a path, also for columns to drop; `column` is the only one that a column's panel shows. */
export function hasPlace(path: FormPath, draft: TableDraft, base: TableBase | null, column: string | null): boolean {
  const isAt = (part: string) => path === part || path.startsWith(`${part}:`)
  if (column !== null) {
    const keys = constraintsOf(draft).filter(({ kind, key }) =>
      kind === 'check' ? key.column === column : kind === 'foreign' && key.columns.includes(column),
    )
    return isAt(`column:${column}`) || keys.some(({ key }) => isAt(`key:${key.id}`))
  }
  if (['name', 'schema', 'columns', 'rls', 'realtime', 'replica', 'unlogged', 'partition', 'companions'].includes(path)) return true
  return (
    [...draft.columns, ...(base?.draft.columns ?? [])].some(({ id }) => isAt(`column:${id}`)) ||
    constraintsOf(draft).some(({ key }) => isAt(`key:${key.id}`)) ||
    draft.indexes.some(({ id }) => isAt(`index:${id}`)) ||
    draft.newPartitions.some(({ id }) => isAt(`partition:${id}`))
  )
}
