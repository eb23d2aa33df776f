import { Button } from '@colonnade/ui'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTableForm } from '../form-context.ts'
import { addColumn, changeColumn, isUniqueAlone, moveColumn, removeColumn, setInKey } from '../model/edits.ts'
import type { ColumnDraft, DraftId } from '../model/table-draft.ts'
import { ColumnDetails } from './column-details.tsx'
import { ColumnRow, type ColumnAction } from './column-row.tsx'
import { columnsSectionText } from './messages.ts'
import { RemovedColumns } from './removed-columns.tsx'

/** The columns, each a line that unfolds. Enter adds one; new ones are moved by their handle or with Alt and the arrow keys. */
export function ColumnsSection() {
  const { draft, base, edit, errors } = useTableForm()
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<DraftId>>(new Set())
  const isAdding = useRef(false)
  useEffect(() => {
    if (!isAdding.current) return
    isAdding.current = false
    list.current?.querySelector<HTMLInputElement>(`[data-column-row="${CSS.escape(newestOf(draft.columns))}"] input`)?.focus()
  }, [draft.columns])

  const act = useCallback(
    (id: DraftId, action: ColumnAction) => {
      switch (action.kind) {
        case 'change':
          return edit((now) => changeColumn(now, id, action.change))
        case 'key':
          return edit((now) => setInKey(now, id, action.isInKey))
        case 'move':
          return edit((now) => moveColumn(now, id, action.by))
        case 'move-to':
          return edit((now) =>
            moveColumn(now, id, now.columns.findIndex((column) => column.id === action.target) - now.columns.findIndex((column) => column.id === id)),
          )
        case 'remove':
          return edit((now) => removeColumn(now, id))
        case 'add-below':
          isAdding.current = true
          return edit((now) => addColumn(now, {}, id))
        case 'open':
          return setOpened((now) => {
            const next = new Set(now)
            if (!next.delete(id)) next.add(id)
            return next
          })
      }
    },
    [edit],
  )
  const add = () => {
    isAdding.current = true
    edit((now) => addColumn(now))
  }
  const inKey = new Set(draft.primaryKey?.columns)
  const hasErrors = Object.keys(errors).length > 0
  return (
    <section aria-label={columnsSectionText.columns} className="flex flex-col border-t pt-3">
      <div className="flex items-center justify-between px-4 pb-2">
        <h3 className="text-sm font-medium">
          {columnsSectionText.columns} <span className="ml-1 text-xs font-normal text-faint">{draft.columns.length.toLocaleString('en')}</span>
        </h3>
        <Button size="sm" onClick={add}>
          <Plus aria-hidden />
          {columnsSectionText.addColumn}
        </Button>
      </div>
      {errors['columns'] !== undefined && (
        <p role="alert" className="px-4 pb-2 text-xs text-danger">
          {errors['columns']}
        </p>
      )}
      <ol ref={list} className="flex flex-col border-t">
        {draft.columns.map((column) => {
          const isOpen = opened.has(column.id) || (hasErrors && hasFoldedError(column, errors))
          return (
            <li
              key={column.id}
              data-column-row={column.id}
              className={isOpen ? 'border-b bg-raised' : 'border-b [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]'}
            >
              <ColumnRow
                column={column}
                isInKey={inKey.has(column.id)}
                isUnique={isUniqueAlone(draft, column.id)}
                isOpen={isOpen}
                isMovable={base === null || column.origin === null}
                isThere={column.origin !== null}
                nameError={errors[`column:${column.id}:name`]}
                typeError={errors[`column:${column.id}:type`]}
                error={errors[`column:${column.id}`]}
                onAct={act}
              />
              {isOpen && <ColumnDetails column={column} />}
            </li>
          )
        })}
      </ol>
      <RemovedColumns />
    </section>
  )
}

/** The column that was added last. */
function newestOf(columns: readonly ColumnDraft[]): DraftId {
  const number = ({ id }: ColumnDraft) => (id.startsWith('new:') ? Number(id.slice(4)) : 0)
  return columns.reduce((newest, column) => (number(column) > number(newest) ? column : newest), columns[0]!).id
}

function hasFoldedError(column: ColumnDraft, errors: Readonly<Record<string, string>>): boolean {
  return ['source', 'nullable', 'comment', 'using'].some((field) => `column:${column.id}:${field}` in errors)
}
