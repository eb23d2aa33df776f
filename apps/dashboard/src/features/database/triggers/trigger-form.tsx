import type { RelationSummary } from '@colonnade/pg-meta/relations'
import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Field, Input, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { relationsQuery } from '../tables/table-queries.ts'
import { FiringPicture } from './firing-picture.tsx'
import { triggerFormText as text } from './messages.ts'
import { FunctionPicker } from './function-picker.tsx'
import { modeChoices, modeWords } from './mode-words.ts'
import { MomentFields } from './moment-fields.tsx'
import { changeOf, draftOf, duplicateOf, fitted, isRecreated, newDraft, type EnabledMode, type TriggerDraft } from './trigger-draft.ts'
import type { TriggerDefinition } from './trigger-queries.ts'

export type TriggerWork =
  | { readonly kind: 'create'; readonly schema: string }
  | { readonly kind: 'duplicate' | 'edit'; readonly original: TriggerDefinition }

export interface TriggerFormProps {
  readonly projectRef: string
  readonly work: TriggerWork
  /** All triggers of the schema. */
  readonly all: readonly TriggerSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Kinds of relations that can have triggers. */
const hasTriggers: ReadonlySet<RelationSummary['type']> = new Set(['r', 'p', 'v', 'f'])

/** Creates, duplicates or edits a trigger. */
export function TriggerForm({ projectRef, work, all, onClose, onDone }: TriggerFormProps) {
  // changes are computed against what was loaded first
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
  const isAnew = before !== null && isRecreated(before, draft, type)
  const mode = draft.enabledMode === 'ENABLED' ? 'ORIGIN' : draft.enabledMode
  return (
    <ChangePanel
      projectRef={projectRef}
      title={work.kind === 'create' ? text.titles.create() : text.titles[work.kind](work.original.name)}
      draft={changeOf(before, draft, type)}
      isDirty={draft !== first}
      submitLabel={before === null ? text.submitNew : text.submit}
      doneText={before === null ? text.created(draft.name) : text.saved(draft.name)}
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
            <Field label={text.name} error={problems['name']} hint={text.nameHint}>
              <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
            </Field>
            <Field label={text.on} error={problems['table']} hint={before === null ? text.onHint : text.onFixed}>
              <SearchSelect
                value={draft.table}
                disabled={before !== null}
                placeholder={text.chooseTable}
                options={[
                  ...(table === undefined && draft.table !== '' ? [{ value: draft.table, label: draft.table }] : []),
                  ...tables.map(({ name, type: kind }) => ({ value: name, label: name, ...(kind === 'v' && { hint: text.view }) })),
                ]}
                searchLabel={text.searchTables}
                emptyText={text.noTable}
                onValueChange={(name) => name !== draft.table && set({ table: name, columns: [] }, tables.find((one) => one.name === name)?.type)}
              />
            </Field>
          </div>
          <FunctionPicker projectRef={projectRef} draft={draft} set={set} problem={problems['function']} />
          <MomentFields projectRef={projectRef} draft={draft} set={set} tableType={type} tableId={table?.id} problems={problems} />
          <Field label={text.mode} hint={modeWords[mode]}>
            <Select<EnabledMode> value={draft.enabledMode} options={modeChoices} onValueChange={(enabledMode) => set({ enabledMode })} />
          </Field>
          <Field label={text.comment} isOptional>
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
  /** 0 for a new trigger. */
  readonly id: number
  readonly type: string
  readonly mode: TriggerSummary['enabled_mode']
  readonly all: readonly TriggerSummary[]
}

/** Previews when the trigger would fire among the others. */
function Preview({ draft, id, type, mode, all }: PreviewProps) {
  const others = all.filter((one) => one.table === draft.table && one.id !== id)
  const item: TriggerSummary = {
    id,
    name: draft.name === '' ? text.thisTrigger : draft.name,
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

/** Shows what saving locks. */
function Costs({ draft, table, before, isAnew }: CostsProps) {
  if (draft.table === '') return null
  const rows = table?.rows_estimate === null || table === undefined ? '' : text.rows(rowsText(table.rows_estimate, false))
  return (
    <p className="px-4 pb-4 text-xs text-soft">
      {isAnew
        ? text.recreated(draft.table, rows)
        : before !== null && before.name !== draft.name
          ? text.renamed(draft.table, rows)
          : text.costs(draft.table, rows)}{' '}
      {text.after(draft.table)}
    </p>
  )
}
