import { Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { Fold } from '../../../lib/panels/fold.tsx'
import { momentFieldsText as text } from './messages.ts'
import { relationQuery } from '../tables/table-queries.ts'
import {
  canBeConstraint,
  possibleActivations,
  possibleEvents,
  possibleOrientations,
  transitionTables,
  type Activation,
  type Orientation,
  type TriggerDraft,
} from './trigger-draft.ts'

export interface MomentFieldsProps {
  readonly projectRef: string
  readonly draft: TriggerDraft
  readonly set: (part: Partial<TriggerDraft>) => void
  readonly tableType: string
  /** Undefined while none is chosen. */
  readonly tableId: number | undefined
  readonly problems: Readonly<Record<string, string>>
}

/** Edits when a trigger fires. */
export function MomentFields({ projectRef, draft, set, tableType, tableId, problems }: MomentFieldsProps) {
  const { hasOld, hasNew } = transitionTables(draft, tableType)
  const canWait = draft.activation === 'AFTER' && draft.orientation === 'ROW' && canBeConstraint(tableType)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.when}>
          <Select<Activation>
            value={draft.activation}
            options={possibleActivations(tableType).map((value) => ({ value, label: text.activations[value] }))}
            onValueChange={(activation) => {
              const orientations = possibleOrientations(tableType, activation)
              set({ activation, orientation: orientations.includes(draft.orientation) ? draft.orientation : orientations[0]! })
            }}
          />
        </Field>
        <Field label={text.orientation}>
          <Select<Orientation>
            value={draft.orientation}
            options={possibleOrientations(tableType, draft.activation).map((value) => ({ value, label: text.orientations[value] }))}
            onValueChange={(orientation) => set({ orientation })}
          />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{text.events}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {possibleEvents(tableType, draft.orientation).map((event) => (
            <Checkbox
              key={event}
              isChecked={draft.events.includes(event)}
              label={event}
              onCheckedChange={(is) => set({ events: is ? [...draft.events, event] : draft.events.filter((one) => one !== event) })}
            />
          ))}
        </div>
        {problems['events'] !== undefined && (
          <p role="alert" className="text-xs text-danger">
            {problems['events']}
          </p>
        )}
      </fieldset>
      {draft.events.includes('UPDATE') && draft.activation !== 'INSTEAD OF' && tableId !== undefined && (
        <UpdateColumns projectRef={projectRef} tableId={tableId} draft={draft} set={set} />
      )}
      {draft.activation !== 'INSTEAD OF' && (
        <CodeField
          label={text.condition}
          language="sql"
          rows={1}
          hasLineNumbers={false}
          isWrapped
          isOptional
          value={draft.condition}
          onChange={(condition) => set({ condition })}
          error={problems['condition']}
          hint={draft.orientation === 'ROW' ? text.rowCondition : text.statementCondition}
        />
      )}
      {(hasOld || hasNew) && (
        <div className="-mx-4">
          <Fold
            title={text.transition}
            summary={[draft.oldTable, draft.newTable].filter(Boolean).join(', ') || text.none}
            isNeeded={problems['oldTable'] !== undefined || problems['newTable'] !== undefined}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              {hasOld && (
                <Field label={text.oldRows} isOptional error={problems['oldTable']} hint={text.rowsHint}>
                  <Input isMono value={draft.oldTable} onChange={(event) => set({ oldTable: event.target.value })} spellCheck={false} />
                </Field>
              )}
              {hasNew && (
                <Field label={text.newRows} isOptional error={problems['newTable']} hint={text.rowsHint}>
                  <Input isMono value={draft.newTable} onChange={(event) => set({ newTable: event.target.value })} spellCheck={false} />
                </Field>
              )}
            </div>
          </Fold>
        </div>
      )}
      {canWait && (
        <div className="flex flex-col gap-2">
          <Checkbox isChecked={draft.isConstraint} onCheckedChange={(isConstraint) => set({ isConstraint })} label={text.constraint} />
          {draft.isConstraint && (
            <div className="flex flex-col gap-2 pl-6">
              <Checkbox isChecked={draft.isDeferrable} onCheckedChange={(isDeferrable) => set({ isDeferrable })} label={text.deferrable} />
              <Checkbox
                isChecked={draft.isInitiallyDeferred}
                disabled={!draft.isDeferrable}
                onCheckedChange={(isInitiallyDeferred) => set({ isInitiallyDeferred })}
                label={text.deferred}
              />
            </div>
          )}
        </div>
      )}
    </>
  )
}

interface UpdateColumnsProps extends Pick<MomentFieldsProps, 'projectRef' | 'draft' | 'set'> {
  readonly tableId: number
}

/** Edits UPDATE OF: the columns that fire the trigger. */
function UpdateColumns({ projectRef, tableId, draft, set }: UpdateColumnsProps) {
  const { data } = useQuery(relationQuery(projectRef, tableId))
  const names = data?.columns.map(({ name }) => name) ?? []
  const gone = draft.columns.filter((name) => data !== undefined && !names.includes(name))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        {text.columns}
        <span className="ml-1.5 font-normal text-faint">{text.optional}</span>
      </legend>
      <p className="text-xs text-faint">{draft.columns.length === 0 ? text.allColumns : text.someColumns}</p>
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-2 overflow-y-auto">
        {[...names, ...gone].map((name) => (
          <Checkbox
            key={name}
            isChecked={draft.columns.includes(name)}
            label={<span className="max-w-56 truncate font-mono text-xs">{name}</span>}
            onCheckedChange={(is) => set({ columns: is ? [...draft.columns, name] : draft.columns.filter((one) => one !== name) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
