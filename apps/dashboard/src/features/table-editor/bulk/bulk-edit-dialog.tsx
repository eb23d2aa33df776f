import { type EntityColumn } from '@colonnade/pg-meta'
import { getRowsUpdateSql, type BulkInput } from '@colonnade/pg-meta/bulk-changes'
import { Button, CodeBlock, Dialog, IconButton, SearchSelect, Select, Skeleton, Spinner, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { messageOf } from '../../../lib/error-notice.tsx'
import { lockedReason } from '../changes/editability.ts'
import { ValueEditor } from '../editors/value-editor.tsx'
import type { ValueShape } from '../editors/value-shape.ts'
import { meantInput } from '../row-form/row-draft.ts'
import { useShapes } from '../row-form/use-shapes.ts'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import type { TableScope } from '../table-scope.ts'
import { runBulk, targetCountQuery } from './bulk-queries.ts'
import { BulkSize, isSizeConfirmed } from './bulk-size.tsx'
import { filtersOf, type BulkTarget } from './bulk-target.ts'
import { bulkEditDialogText } from './messages.ts'

export interface BulkDialogProps {
  readonly scope: TableScope
  readonly target: BulkTarget
  readonly onClose: () => void
  /** The rows are no longer as they were. */
  readonly onChanged: () => void
}

interface Assignment {
  readonly column: EntityColumn
  readonly input: BulkInput
}

/** Sets columns of many rows at once, after their number and the SQL were shown. */
export function BulkEditDialog({ scope, target, onClose, onChanged }: BulkDialogProps) {
  const { entity } = scope
  const { data: rows, error } = useQuery(targetCountQuery(scope, target))
  const [assignments, setAssignments] = useState<readonly Assignment[]>([])
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly problem: string | null }>({ isRunning: false, problem: null })
  const open = entity.columns.filter((column) => lockedReason(column) === null)
  const left = open.filter((column) => !assignments.some((assignment) => assignment.column.name === column.name))
  const shapeOf = useShapes(scope, open)
  const statement = statementOf(scope, target, assignments)
  const run = async () => {
    if (rows === undefined || statement.sql === null) return
    setState({ isRunning: true, problem: null })
    try {
      await runBulk(
        scope,
        statement.sql,
        rows,
        assignments.map(({ column }) => column.name),
      )
      toast.success(bulkEditDialogText.updated(rowsText(rows, true)))
      onChanged()
      onClose()
    } catch (problem) {
      setState({ isRunning: false, problem: messageOf(problem) })
    }
  }
  const isReady = rows !== undefined && rows > 0 && statement.sql !== null && isSizeConfirmed(rows, typed) && !state.isRunning
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        target.kind === 'selection'
          ? bulkEditDialogText.editSelectedRows
          : target.filters.length > 0
            ? bulkEditDialogText.editAllMatchingRows
            : bulkEditDialogText.editAllRows(entity.name)
      }
      className="w-[44rem]"
      footer={
        <>
          <Button onClick={onClose}>{bulkEditDialogText.cancel}</Button>
          <Button variant="primary" disabled={!isReady} onClick={() => void run()}>
            {state.isRunning && <Spinner />}
            {rows === undefined ? bulkEditDialogText.changeRows : bulkEditDialogText.update(rowsText(rows, true))}
          </Button>
        </>
      }
    >
      {error !== null && <p role="alert">{messageOf(error)}</p>}
      {rows === undefined && error === null ? (
        <Skeleton className="h-5 w-40" />
      ) : (
        rows !== undefined && <p className="font-medium tabular-nums">{rowsText(rows, true)}</p>
      )}
      {assignments.map(({ column, input }, index) => (
        <AssignmentField
          key={column.id}
          column={column}
          shape={shapeOf(column)}
          input={input}
          onChange={(next) => setAssignments(assignments.with(index, { column, input: next }))}
          onRemove={() => setAssignments(assignments.toSpliced(index, 1))}
        />
      ))}
      {left.length > 0 && (
        <div className="w-64">
          <SearchSelect
            value=""
            onValueChange={(name) => {
              const column = left.find((candidate) => candidate.name === name)
              if (column) setAssignments([...assignments, { column, input: { kind: 'text', text: '' } }])
            }}
            options={[
              { value: '', label: bulkEditDialogText.setColumn },
              ...left.map(({ name, type }) => ({ value: name, label: name, hint: type })),
            ]}
            searchLabel={bulkEditDialogText.searchColumns}
            emptyText={bulkEditDialogText.noSuchColumn}
          />
        </div>
      )}
      {statement.sql !== null && <CodeBlock code={statement.sql} label={bulkEditDialogText.sql} isWrapped className="max-h-48 overflow-y-auto" />}
      {statement.problem !== null && <p className="text-xs text-danger">{statement.problem}</p>}
      {rows !== undefined && <BulkSize rows={rows} typed={typed} onType={setTyped} />}
      {state.problem !== null && (
        <p role="alert" className="text-danger">
          {state.problem}
        </p>
      )}
    </Dialog>
  )
}

function statementOf(
  { entity }: TableScope,
  target: BulkTarget,
  assignments: readonly Assignment[],
): { readonly sql: string | null; readonly problem: string | null } {
  if (assignments.length === 0) return { sql: null, problem: null }
  const values = Object.fromEntries(assignments.map(({ column, input }) => [column.name, input.kind === 'sql' ? input : meantInput(column, input)]))
  try {
    return { sql: getRowsUpdateSql({ table: entity, filters: filtersOf(entity, target), values }).sql, problem: null }
  } catch (error) {
    const isBegun = assignments.every(({ input }) => input.kind !== 'sql' || input.sql.trim() !== '')
    return { sql: null, problem: isBegun ? messageOf(error) : null }
  }
}

interface AssignmentFieldProps extends Assignment {
  readonly shape: ValueShape
  readonly onChange: (input: BulkInput) => void
  readonly onRemove: () => void
}

function AssignmentField({ column, shape, input, onChange, onRemove }: AssignmentFieldProps) {
  const hasDefault = column.default_value !== null || column.is_identity
  const kinds = [
    { value: 'text', label: bulkEditDialogText.value },
    ...(column.is_nullable ? [{ value: 'null', label: bulkEditDialogText.null } as const] : []),
    ...(hasDefault ? [{ value: 'default', label: bulkEditDialogText.default } as const] : []),
    { value: 'sql', label: bulkEditDialogText.sqlExpression },
  ] as const
  return (
    <fieldset aria-label={column.name} className="flex flex-col gap-1.5 rounded-md border p-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">
          {column.name} <span className="font-mono text-2xs font-normal text-faint">{column.type}</span>
        </span>
        <Select
          size="sm"
          className="w-36"
          label={bulkEditDialogText.newValue(column.name)}
          value={input.kind}
          onValueChange={(kind) => onChange(kind === 'sql' ? { kind, sql: '' } : kind === 'text' ? { kind, text: '' } : { kind })}
          options={kinds}
        />
        <IconButton label={bulkEditDialogText.leave(column.name)} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {input.kind === 'text' && (
        <ValueEditor
          shape={shape}
          label={column.name}
          value={input.text}
          onChange={(text) => onChange(text === null ? { kind: 'null' } : { kind: 'text', text })}
        />
      )}
      {input.kind === 'sql' && (
        <CodePanel
          label={bulkEditDialogText.expressionFor(column.name)}
          language="sql"
          rows={2}
          hasLineNumbers={false}
          isWrapped
          placeholder={bulkEditDialogText.expressionPlaceholder(column.name)}
          value={input.sql}
          onChange={(sql) => onChange({ kind: 'sql', sql })}
        />
      )}
    </fieldset>
  )
}
