import type { RelationSummary } from '@colonnade/pg-meta/relations'
import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Field, Input, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { relationsQuery } from '../tables/table-queries.ts'
import { FiringPicture } from './firing-picture.tsx'
import { FunctionPicker } from './function-picker.tsx'
import { modeChoices, modeWords } from './mode-words.ts'
import { MomentFields } from './moment-fields.tsx'
import { changeOf, draftOf, duplicateOf, fitted, isMadeAnew, newDraft, type EnabledMode, type TriggerDraft } from './trigger-draft.ts'
import type { TriggerDefinition } from './trigger-queries.ts'

export type TriggerWork =
  | { readonly kind: 'create'; readonly schema: string }
  | { readonly kind: 'duplicate' | 'edit'; readonly original: TriggerDefinition }

export interface TriggerFormProps {
  readonly projectRef: string
  readonly work: TriggerWork
  /** Of the schema. */
  readonly all: readonly TriggerSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What can have triggers. */
const hasTriggers: ReadonlySet<RelationSummary['type']> = new Set(['r', 'p', 'v', 'f'])

/** Makes a trigger, copies one, or changes one. */
export function TriggerForm({ projectRef, work, all, onClose, onDone }: TriggerFormProps) {
  // what the work began with stays, whatever is loaded meanwhile: the changes are told from it
  const [before] = useState(work.kind === 'edit' ? work.original : null)
  const [first] = useState(() =>
    work.kind === 'create' ? newDraft(work.schema) : work.kind === 'edit' ? draftOf(work.original) : duplicateOf(work.original),
  )
  const [draft, setDraft] = useState(first)
  const { data: relations = [] } = useQuery(relationsQuery(projectRef, first.schema))
  const tables = relations.filter(({ type }) => hasTriggers.has(type))
  const table = tables.find(({ name }) => name === draft.table)
  const type = table?.type ?? all.find((one) => one.table === draft.table)?.table_type ?? 'r'
  const set = (part: Partial<TriggerDraft>, tableType: string = type) => setDraft((now) => fitted({ ...now, ...part }, tableType))
  const isAnew = before !== null && isMadeAnew(before, draft, type)
  const mode = draft.enabledMode === 'ENABLED' ? 'ORIGIN' : draft.enabledMode
  return (
    <ChangePanel
      projectRef={projectRef}
      title={work.kind === 'create' ? 'New trigger' : `${work.kind === 'edit' ? 'Edit' : 'Duplicate'} ${work.original.name}`}
      draft={changeOf(before, draft, type)}
      isDirty={draft !== first}
      submitLabel={before === null ? 'Create trigger' : 'Save trigger'}
      doneText={before === null ? `${draft.name} created` : `${draft.name} saved`}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={<Costs {...{ draft, table, before, isAnew }} />}
    >
      {(problems) => (
        <>
          {problems['form'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['form']}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" error={problems['name']} hint="Triggers of one moment fire in the order of their names.">
              <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
            </Field>
            <Field label="On" error={problems['table']} hint={before === null ? 'A table or a view.' : 'It stays there: to move it, duplicate it.'}>
              <SearchSelect
                value={draft.table}
                disabled={before !== null}
                options={[
                  ...(table === undefined ? [{ value: draft.table, label: draft.table === '' ? 'Choose a table' : draft.table }] : []),
                  ...tables.map(({ name, type: kind }) => ({ value: name, label: name, ...(kind === 'v' && { hint: 'view' }) })),
                ]}
                searchLabel="Search tables"
                emptyText="No such table"
                onValueChange={(name) => name !== draft.table && set({ table: name, columns: [] }, tables.find((one) => one.name === name)?.type)}
              />
            </Field>
          </div>
          <FunctionPicker projectRef={projectRef} draft={draft} set={set} problem={problems['function']} />
          <MomentFields projectRef={projectRef} draft={draft} set={set} tableType={type} tableId={table?.id} problems={problems} />
          <Field label="Mode" hint={modeWords[mode]}>
            <Select<EnabledMode> value={draft.enabledMode} options={modeChoices} onValueChange={(enabledMode) => set({ enabledMode })} />
          </Field>
          <Field label="Comment" isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
          {draft.table !== '' && draft.events.length > 0 && <Preview draft={draft} id={before?.id ?? 0} type={type} mode={mode} all={all} />}
        </>
      )}
    </ChangePanel>
  )
}

interface PreviewProps {
  readonly draft: TriggerDraft
  /** 0 for one that is still to be made. */
  readonly id: number
  readonly type: string
  readonly mode: TriggerSummary['enabled_mode']
  readonly all: readonly TriggerSummary[]
}

/** When it would fire, among the others. */
function Preview({ draft, id, type, mode, all }: PreviewProps) {
  const others = all.filter((one) => one.table === draft.table && one.id !== id)
  const item: TriggerSummary = {
    id,
    name: draft.name === '' ? 'this trigger' : draft.name,
    schema: draft.schema,
    table_id: 0,
    table: draft.table,
    table_type: type,
    function_id: 0,
    function_schema: draft.functionSchema,
    function_name: draft.functionName,
    activation: draft.activation,
    orientation: draft.orientation,
    events: [...draft.events],
    enabled_mode: mode,
    has_condition: draft.condition.trim() !== '',
    is_constraint: draft.isConstraint,
    is_initially_deferred: draft.isInitiallyDeferred,
    extension: null,
  }
  return <FiringPicture item={item} siblings={[...others, item]} />
}

interface CostsProps {
  readonly draft: TriggerDraft
  readonly table: RelationSummary | undefined
  readonly before: TriggerDefinition | null
  readonly isAnew: boolean
}

/** What it costs those who use the table meanwhile. */
function Costs({ draft, table, before, isAnew }: CostsProps) {
  if (draft.table === '') return null
  const rows = table?.rows_estimate === null || table === undefined ? '' : ` of ${rowsText(table.rows_estimate, false)}`
  return (
    <p className="px-4 pb-4 text-xs text-soft">
      {isAnew
        ? `Postgres can alter a trigger’s name and mode only: for the rest it is dropped and made anew in one transaction, so that no change goes past it. It waits until nobody reads or writes ${draft.table}${rows}, and keeps everybody out for a moment (lock: ACCESS EXCLUSIVE).`
        : before !== null && before.name !== draft.name
          ? `It waits until nobody reads or writes ${draft.table}${rows}, and keeps everybody out for a moment (lock: ACCESS EXCLUSIVE).`
          : `It waits until nobody writes to ${draft.table}${rows}, and keeps writers out for a moment (lock: SHARE ROW EXCLUSIVE); no row is read.`}{' '}
      From then on each change of {draft.table} runs its function: if that fails, the change fails.
    </p>
  )
}
