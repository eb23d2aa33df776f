import { Field, Input, Select, SuggestInput } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { tableNamesQuery } from '../../../scope/table-names.ts'
import { joinText } from '../messages.ts'
import { changeEvents, type ChangesDraft, type DraftField } from './draft.ts'

export interface ChangesFieldsProps {
  readonly projectRef: string
  readonly isAsleep: boolean
  readonly changes: ChangesDraft
  readonly onChange: (changes: ChangesDraft) => void
  readonly problems: Readonly<Partial<Record<DraftField, string>>>
}

/** Most names suggested while typing. */
const offeredMost = 50

/** Edits which row changes to receive. Suggests names only while the project is awake, so typing doesn't wake it. */
export function ChangesFields({ projectRef, isAsleep, changes, onChange, problems }: ChangesFieldsProps) {
  const { data: names = [] } = useQuery({ ...tableNamesQuery(projectRef), enabled: !isAsleep })
  const schemas = [...new Set(names.map(({ schema }) => schema))]
  const tables = names.filter(({ schema }) => schema === changes.schema).map(({ name }) => name)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <NameField
          label={joinText.schema}
          value={changes.schema}
          names={schemas}
          onValue={(schema) => onChange({ ...changes, schema })}
          error={undefined}
        />
        <NameField
          label={joinText.table}
          value={changes.table}
          names={[...tables, '*']}
          onValue={(table) => onChange({ ...changes, table })}
          error={problems.table}
        />
      </div>
      <p className="-mt-1.5 text-xs text-faint">{joinText.tableHint}</p>
      <Field label={joinText.event}>
        <Select
          value={changes.event}
          onValueChange={(event) => onChange({ ...changes, event })}
          options={changeEvents.map((event) => ({ value: event, label: joinText.events[event] }))}
        />
      </Field>
      <Field label={joinText.filter} hint={joinText.filterHint} error={problems.filter} isOptional>
        <Input
          isMono
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder={joinText.filterPlaceholder}
          maxLength={2_000}
          value={changes.filter}
          onChange={(event) => onChange({ ...changes, filter: event.target.value })}
        />
      </Field>
    </>
  )
}

interface NameFieldProps {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onValue: (value: string) => void
  readonly error: string | undefined
}

function NameField({ label, value, names, onValue, error }: NameFieldProps) {
  const words = value.trim().toLowerCase()
  const offered = names.filter((name) => name !== value && name.toLowerCase().includes(words)).slice(0, offeredMost)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <SuggestInput
        label={label}
        isMono
        isInvalid={error !== undefined}
        className="rounded-md border border-strong bg-field focus-within:border-accent"
        value={value}
        onValueChange={onValue}
        suggestions={offered.map((name) => ({ text: name, label: name }))}
        onCommit={onValue}
      />
      {error !== undefined && <p className="text-xs wrap-anywhere text-danger">{error}</p>}
    </div>
  )
}
