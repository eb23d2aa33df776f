import type { indexes } from '@colonnade/pg-meta'
import type { IndexMethod } from '@colonnade/pg-meta/index-details'
import { Button, Checkbox, Field, Input, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { relationQuery, relationsQuery, uncountedSizesQuery } from '../tables/table-queries.ts'
import { BuildProgress } from './build-progress.tsx'
import { EntryFields } from './entry-fields.tsx'
import { creationOf, duplicateOf, isConcurrent, nameOf, newDraft, suggestedName, type IndexDraft, type IndexedTable } from './index-draft.ts'
import { InvalidIndexes } from './invalid-indexes.tsx'
import { indexFormText } from './messages.ts'
import { methodHint } from './method-words.ts'

export interface IndexFormProps {
  readonly projectRef: string
  readonly schema: string
  readonly methods: readonly IndexMethod[]
  /** The index to copy; null for a new one. */
  readonly original: indexes.DefinedIndex | null
  /** The table that a new index starts with. */
  readonly tableName?: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

const nothing = ''

/** Creates an index. */
export function IndexForm({ projectRef, schema, methods, original, tableName, onClose, onDone }: IndexFormProps) {
  const [first] = useState<IndexDraft>(() =>
    original === null ? newDraft(tableName) : duplicateOf(original, methodOf(methods, original.method ?? 'btree')),
  )
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<IndexDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { data: relations = [], isPending } = useQuery(relationsQuery(projectRef, schema))
  const tables = relations.filter(({ type }) => type === 'r' || type === 'p' || type === 'm')
  const chosen = tables.find(({ name }) => name === draft.table)
  const isUncounted = chosen !== undefined && chosen.type !== 'p' && chosen.bytes_estimate === null
  const { data: sizes } = useQuery({ ...uncountedSizesQuery(projectRef, schema), enabled: isUncounted })
  // a large table that isn't counted yet is still large
  const table = chosen && { ...chosen, bytes_estimate: chosen.bytes_estimate ?? sizes?.find(({ id }) => id === chosen.id)?.bytes ?? null }
  const method = methodOf(methods, draft.method)
  const isOnline = isConcurrent(draft, table)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={original === null ? indexFormText.new : indexFormText.duplicate(original.name)}
      draft={creationOf(draft, table, method)}
      isDirty={draft !== first}
      submitLabel={indexFormText.submit}
      doneText={indexFormText.created(nameOf(draft))}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      {...(table !== undefined && {
        progress: <BuildProgress projectRef={projectRef} schema={schema} table={table.name} />,
        remains: isOnline && <InvalidIndexes projectRef={projectRef} tableId={table.id} />,
        costs: <Costs table={table} isOnline={isOnline} />,
      })}
    >
      {(problems) => (
        <>
          {problems['form'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['form']}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={indexFormText.table} error={problems['table']}>
              <SearchSelect
                value={draft.table}
                placeholder={indexFormText.chooseTable}
                options={[
                  ...(table === undefined && draft.table !== nothing ? [{ value: draft.table, label: draft.table }] : []),
                  ...tables.map(({ name, rows_estimate: rows }) => ({
                    value: name,
                    label: name,
                    ...(rows !== null && { hint: rowsText(rows, false) }),
                  })),
                ]}
                searchLabel={indexFormText.searchTables}
                emptyText={indexFormText.noTable}
                onValueChange={(name) => name !== draft.table && set({ table: name, entries: newDraft().entries, included: [] })}
              />
            </Field>
            <Field label={indexFormText.method} hint={methodHint(draft.method)}>
              <Select
                value={draft.method}
                options={methods.map(({ name }) => ({ value: name, label: name }))}
                onValueChange={(name) =>
                  set({
                    method: name,
                    entries: draft.entries.map((entry) => ({ ...entry, operatorClass: '' })),
                    ...(methodOf(methods, name)?.can_be_unique === false && { isUnique: false }),
                  })
                }
              />
            </Field>
          </div>
          {/* the columns come first, so the panel waits for them */}
          {table === undefined && draft.table !== nothing && isPending && <span data-field-coming />}
          {table !== undefined && <OnTable {...{ projectRef, table, draft, set, method, problems }} />}
          <Field label={indexFormText.name} error={problems['name']} hint={draft.name === '' ? indexFormText.nameHint : undefined}>
            <Input
              isMono
              value={draft.name}
              placeholder={suggestedName(draft)}
              onChange={(event) => set({ name: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          {method?.can_be_unique !== false && (
            <Checkbox isChecked={draft.isUnique} onCheckedChange={(isUnique) => set({ isUnique })} label={indexFormText.unique} />
          )}
          {table?.type === 'p' ? (
            <p className="text-xs text-soft">{indexFormText.partitionedHint}</p>
          ) : (
            <Checkbox
              isChecked={isOnline}
              disabled={table === undefined}
              onCheckedChange={(is) => set({ isConcurrent: is })}
              label={indexFormText.concurrently}
            />
          )}
        </>
      )}
    </ChangePanel>
  )
}

const methodOf = (methods: readonly IndexMethod[], name: string) => methods.find((method) => method.name === name)

interface OnTableProps {
  readonly projectRef: string
  readonly table: IndexedTable
  readonly draft: IndexDraft
  readonly set: (part: Partial<IndexDraft>) => void
  readonly method: IndexMethod | undefined
  readonly problems: Readonly<Record<string, string>>
}

/** Fields that need the table. */
function OnTable({ projectRef, table, draft, set, method, problems }: OnTableProps) {
  const { data } = useQuery(relationQuery(projectRef, table.id))
  const columns = data?.columns ?? []
  const free = columns.filter(({ name }) => !draft.included.includes(name))
  return (
    <>
      <EntryFields value={draft.entries} onChange={(entries) => set({ entries })} columns={columns} method={method} problems={problems} />
      {method?.can_include !== false && (
        <div className="flex flex-col gap-2">
          <Field label={indexFormText.include} isOptional hint={indexFormText.includeHint}>
            <SearchSelect
              value={nothing}
              options={[
                { value: nothing, label: indexFormText.addColumn },
                ...free.map(({ name, type }) => ({ value: `c${name}`, label: name, hint: type })),
              ]}
              searchLabel={indexFormText.searchColumns}
              emptyText={indexFormText.noColumn}
              onValueChange={(chosen) => chosen !== nothing && set({ included: [...draft.included, chosen.slice(1)] })}
            />
          </Field>
          {draft.included.length > 0 && (
            <ul aria-label={indexFormText.includedColumns} className="flex flex-wrap gap-1.5">
              {draft.included.map((name) => (
                <li key={name}>
                  <Button
                    size="sm"
                    aria-label={indexFormText.removeIncluded(name)}
                    onClick={() => set({ included: draft.included.filter((one) => one !== name) })}
                  >
                    <span className="max-w-48 truncate font-mono text-xs">{name}</span>
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <CodeField
        label={indexFormText.condition}
        language="sql"
        rows={1}
        hasLineNumbers={false}
        isWrapped
        isOptional
        value={draft.predicate}
        onChange={(predicate) => set({ predicate })}
        error={problems['predicate']}
        hint={indexFormText.conditionHint}
      />
    </>
  )
}

/** Shows what the build locks. */
function Costs({ table, isOnline }: { readonly table: IndexedTable; readonly isOnline: boolean }) {
  const rows = table.rows_estimate === null ? indexFormText.rowsNotCounted : rowsText(table.rows_estimate, false)
  return (
    <p className="px-4 pb-4 text-xs text-soft">
      {isOnline ? indexFormText.concurrentCosts(rows, table.name) : indexFormText.costs(rows, table.name)}
    </p>
  )
}
