import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { Button, SearchInput } from '@colonnade/ui'
import { useEffect, useRef, useState } from 'react'
import type { ChangeErrorWords } from '../changes/explain-change-error.ts'
import { referencesOfColumn } from '../foreign-rows/references.ts'
import type { TableScope } from '../table-scope.ts'
import { rowFormText } from './messages.ts'
import type { Drafts } from './row-draft.ts'
import { RowField } from './row-field.tsx'
import { useShapes } from './use-shapes.ts'

export interface RowFormProps {
  readonly scope: TableScope
  readonly drafts: Drafts
  readonly problems: ReadonlyMap<string, string>
  readonly refusal: ChangeErrorWords | null
  /** Why a column takes no value; null when it does. */
  readonly lockOf: (column: EntityColumn) => string | null
  readonly onChange: (changes: Drafts) => void
}

/** Forms of more columns are searched, and drawn in parts: a table may have 1,600. */
const drawnFields = 60

const noColumns: ReadonlySet<string> = new Set()

const firstAtFault = ['input', 'textarea', 'button', '[contenteditable]']
  .flatMap((control) => [`${control}[data-invalid]`, `[aria-invalid=true] > [data-value] ${control}`])
  .join(',')

/** A field for each column of a row. */
export function RowForm({ scope, drafts, problems, refusal, lockOf, onChange }: RowFormProps) {
  const { entity } = scope
  const [search, setSearch] = useState('')
  const [drawn, setDrawn] = useState(drawnFields)
  const shapeOf = useShapes(scope, entity.columns)
  const form = useRef<HTMLDivElement>(null)
  // what was wrong with a value is not said of the next one
  const [changed, setChanged] = useState({ since: problems, columns: noColumns })
  const corrected = changed.since === problems ? changed.columns : noColumns
  const change = (changes: Drafts) => {
    setChanged({ since: problems, columns: new Set([...corrected, ...changes.keys()]) })
    onChange(changes)
  }
  // the field may be far from the button that was pressed
  useEffect(() => {
    if (problems.size > 0) form.current?.querySelector<HTMLElement>(firstAtFault)?.focus()
  }, [problems])
  const found = entity.columns.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  // a field with a problem is never left out
  const shown = found.filter((column, index) => index < drawn || problems.has(column.name))
  const textOf = (column: string): string | null => {
    const input = drafts.get(column)
    return input?.kind === 'text' ? input.text : null
  }
  return (
    <div ref={form} className="flex flex-col gap-4 p-4">
      {/* what is about a field is said there, and the field has the focus */}
      {refusal !== null && problems.size === 0 && (
        <div role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
          <p className="font-medium">{refusal.title}</p>
          {refusal.detail !== null && <p className="text-xs break-words whitespace-pre-wrap text-soft">{refusal.detail}</p>}
        </div>
      )}
      {entity.columns.length > drawnFields && (
        <SearchInput
          label={rowFormText.searchColumns}
          placeholder={rowFormText.searchColumns}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {shown.map((column) => {
        const [reference] = referencesOfColumn(entity, column.name)
        const set = (input: CellInput) => change(new Map([[column.name, input]]))
        return (
          <RowField
            key={column.id}
            scope={scope}
            column={column}
            shape={shapeOf(column)}
            input={drafts.get(column.name) ?? { kind: 'default' }}
            error={corrected.has(column.name) ? undefined : problems.get(column.name)}
            lock={lockOf(column)}
            reference={reference}
            referred={reference?.own.map(textOf) ?? []}
            onChange={set}
            onPick={(values) => {
              const own = reference?.own ?? []
              change(new Map(own.map((name, index) => [name, pickedInput(values[index] ?? null)])))
            }}
          />
        )
      })}
      {found.length > shown.length && (
        <div>
          <Button size="sm" onClick={() => setDrawn(drawn + drawnFields)}>
            {rowFormText.showMoreColumns}
          </Button>
        </div>
      )}
    </div>
  )
}

function pickedInput(value: string | null): CellInput {
  return value === null ? { kind: 'null' } : { kind: 'text', text: value }
}
