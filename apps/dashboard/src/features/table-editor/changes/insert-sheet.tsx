import type { CellInput, Entity, EntityColumn } from '@colonnade/pg-meta'
import { Button, Sheet, toast } from '@colonnade/ui'
import { useId, useState } from 'react'
import { fixedReason } from './editability.ts'
import { explainChangeError, type ChangeErrorWords } from './explain-change-error.ts'
import { InsertField } from './insert-field.tsx'
import { insertRow } from './mutations.ts'
import { inputOfText, problemOf } from './cell-draft.ts'

export interface InsertSheetProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onInserted: () => void
}

/** A new row, a field for each column. */
export function InsertSheet({ projectRef, entity, isOpen, onOpenChange, onInserted }: InsertSheetProps) {
  const formId = useId()
  const [isPending, setIsPending] = useState(false)
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Insert a row into ${entity.name}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Insert row
          </Button>
        </>
      }
    >
      <InsertForm
        id={formId}
        projectRef={projectRef}
        entity={entity}
        onPending={setIsPending}
        onInserted={() => {
          toast.success('Row inserted')
          onOpenChange(false)
          onInserted()
        }}
      />
    </Sheet>
  )
}

interface InsertFormProps {
  readonly id: string
  readonly projectRef: string
  readonly entity: Entity
  readonly onPending: (isPending: boolean) => void
  readonly onInserted: () => void
}

function InsertForm({ id, projectRef, entity, onPending, onInserted }: InsertFormProps) {
  const [values, setValues] = useState(() => startOf(entity.columns))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<ChangeErrorWords | null>(null)
  const submit = async () => {
    const meant = Object.fromEntries(
      entity.columns.flatMap((column) => {
        const input = values[column.name]
        return input === undefined ? [] : [[column.name, input.kind === 'text' ? inputOfText(column, input.text) : input] as const]
      }),
    )
    const found = entity.columns.flatMap((column) => {
      const input = meant[column.name]
      const problem = input === undefined ? null : problemOf(column, input)
      return problem === null ? [] : [[column.name, problem] as const]
    })
    setProblems(Object.fromEntries(found))
    setRefusal(null)
    if (found.length > 0) return
    onPending(true)
    try {
      await insertRow(projectRef, entity, meant)
      onInserted()
    } catch (error) {
      const words = explainChangeError(
        error,
        entity,
        entity.columns.map(({ name }) => name),
      )
      setRefusal(words)
      setProblems(Object.fromEntries(words.columns.map((column) => [column, words.title])))
    } finally {
      onPending(false)
    }
  }
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {refusal !== null && (
        <div role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
          <p className="font-medium">{refusal.title}</p>
          {refusal.detail !== null && <p className="text-xs break-words whitespace-pre-wrap text-soft">{refusal.detail}</p>}
        </div>
      )}
      {entity.columns.map((column) => (
        <InsertField
          key={column.id}
          entity={entity}
          column={column}
          input={values[column.name] ?? { kind: 'default' }}
          error={problems[column.name]}
          onChange={(input) => setValues((now) => ({ ...now, [column.name]: input }))}
        />
      ))}
    </form>
  )
}

/** Columns that the database fills, or that may stay NULL, start that way; the others wait for a value. */
function startOf(columns: readonly EntityColumn[]): Record<string, CellInput> {
  return Object.fromEntries(
    columns
      .filter((column) => fixedReason(column) === null)
      .map((column) => [
        column.name,
        column.is_nullable || column.default_value !== null || column.is_identity ? { kind: 'default' } : { kind: 'text', text: '' },
      ]),
  )
}
