import { Button } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FoldedDependents } from '../../../../scope/drops/dependents-list.tsx'
import { dependentsQuery } from '../../../../scope/drops/drop-queries.ts'
import { useError, useTableForm } from '../form-context.ts'
import { restoreColumn } from '../model/edits.ts'
import type { ColumnDraft } from '../model/table-draft.ts'
import type { TableBase } from '../statements/changes.ts'
import { removedColumnsText } from './messages.ts'

/** The columns of the table that saving drops, with what that takes along. */
export function RemovedColumns() {
  const { draft, base } = useTableForm()
  if (base === null) return null
  const present = new Set(draft.columns.map(({ id }) => id))
  const removed = base.draft.columns.filter(({ id }) => !present.has(id))
  if (removed.length === 0) return null
  return (
    <ul aria-label={removedColumnsText.title} className="flex flex-col gap-2 px-4 pt-3">
      {removed.map((column) => (
        <RemovedColumn key={column.id} column={column} base={base} />
      ))}
    </ul>
  )
}

function RemovedColumn({ column, base }: { readonly column: ColumnDraft; readonly base: TableBase }) {
  const { projectRef, edit } = useTableForm()
  const error = useError(`column:${column.id}`)
  const { data = [] } = useQuery(dependentsQuery(projectRef, { id: base.definition.id, column: column.name }))
  const [taken, refusing] = [data.filter(({ how }) => how === 'belongs'), data.filter(({ how }) => how === 'depends')]
  return (
    <li className="flex flex-col gap-1 rounded-md border border-danger/30 px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate text-xs">
          <s className="font-mono">{column.name}</s> {removedColumnsText.dropped}
        </span>
        <Button size="sm" variant="ghost" className="h-6" onClick={() => edit((now) => restoreColumn(now, base.draft, column))}>
          {removedColumnsText.keep(column.name)}
        </Button>
      </div>
      {taken.length > 0 && <FoldedDependents label={removedColumnsText.alsoDrops} dependents={taken} />}
      {refusing.length > 0 && <FoldedDependents label={removedColumnsText.obstacles} dependents={refusing} />}
      {error !== undefined && (
        <p role="alert" className="text-xs break-words whitespace-pre-wrap text-danger">
          {error}
        </p>
      )}
    </li>
  )
}
