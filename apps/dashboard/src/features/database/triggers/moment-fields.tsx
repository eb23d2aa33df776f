import { Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { Fold } from '../../../lib/panels/fold.tsx'
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

const activationLabels: Readonly<Record<Activation, string>> = {
  BEFORE: 'Before: may change or refuse it',
  AFTER: 'After: sees what became of it',
  'INSTEAD OF': 'Instead of it: the view’s rows stay as they are',
}
const orientationLabels: Readonly<Record<Orientation, string>> = { ROW: 'Each row', STATEMENT: 'The statement, once' }

/** When a trigger fires. */
export function MomentFields({ projectRef, draft, set, tableType, tableId, problems }: MomentFieldsProps) {
  const { hasOld, hasNew } = transitionTables(draft, tableType)
  const canWait = draft.activation === 'AFTER' && draft.orientation === 'ROW' && canBeConstraint(tableType)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="When">
          <Select<Activation>
            value={draft.activation}
            options={possibleActivations(tableType).map((value) => ({ value, label: activationLabels[value] }))}
            onValueChange={(activation) => {
              const orientations = possibleOrientations(tableType, activation)
              set({ activation, orientation: orientations.includes(draft.orientation) ? draft.orientation : orientations[0]! })
            }}
          />
        </Field>
        <Field label="For">
          <Select<Orientation>
            value={draft.orientation}
            options={possibleOrientations(tableType, draft.activation).map((value) => ({ value, label: orientationLabels[value] }))}
            onValueChange={(orientation) => set({ orientation })}
          />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">Events</legend>
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
          label="Condition"
          language="sql"
          rows={1}
          hasLineNumbers={false}
          isWrapped
          isOptional
          value={draft.condition}
          onChange={(condition) => set({ condition })}
          error={problems['condition']}
          hint={
            draft.orientation === 'ROW'
              ? 'Fires only where it is true, such as old.price is distinct from new.price.'
              : 'Fires only where it is true.'
          }
        />
      )}
      {(hasOld || hasNew) && (
        <div className="-mx-4">
          <Fold
            title="Changed rows as tables"
            summary={[draft.oldTable, draft.newTable].filter(Boolean).join(', ') || 'none'}
            isNeeded={problems['oldTable'] !== undefined || problems['newTable'] !== undefined}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              {hasOld && (
                <Field label="Rows before" isOptional error={problems['oldTable']} hint="A name by which the function can query them.">
                  <Input isMono value={draft.oldTable} onChange={(event) => set({ oldTable: event.target.value })} spellCheck={false} />
                </Field>
              )}
              {hasNew && (
                <Field label="Rows after" isOptional error={problems['newTable']} hint="A name by which the function can query them.">
                  <Input isMono value={draft.newTable} onChange={(event) => set({ newTable: event.target.value })} spellCheck={false} />
                </Field>
              )}
            </div>
          </Fold>
        </div>
      )}
      {canWait && (
        <div className="flex flex-col gap-2">
          <Checkbox
            isChecked={draft.isConstraint}
            onCheckedChange={(isConstraint) => set({ isConstraint })}
            label="Constraint trigger: can wait for the end of the transaction"
          />
          {draft.isConstraint && (
            <div className="flex flex-col gap-2 pl-6">
              <Checkbox
                isChecked={draft.isDeferrable}
                onCheckedChange={(isDeferrable) => set({ isDeferrable })}
                label="Deferrable: a transaction may have it wait"
              />
              <Checkbox
                isChecked={draft.isInitiallyDeferred}
                disabled={!draft.isDeferrable}
                onCheckedChange={(isInitiallyDeferred) => set({ isInitiallyDeferred })}
                label="Deferred: it waits unless a transaction says otherwise"
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

/** UPDATE OF: of which columns an update counts. */
function UpdateColumns({ projectRef, tableId, draft, set }: UpdateColumnsProps) {
  const { data } = useQuery(relationQuery(projectRef, tableId))
  const names = data?.columns.map(({ name }) => name) ?? []
  const gone = draft.columns.filter((name) => data !== undefined && !names.includes(name))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        Only updates that set<span className="ml-1.5 font-normal text-faint">Optional</span>
      </legend>
      <p className="text-xs text-faint">
        {draft.columns.length === 0 ? 'None is chosen: every update counts.' : 'Updates that set none of these don’t count.'}
      </p>
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
