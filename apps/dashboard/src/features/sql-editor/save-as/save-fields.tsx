import { Checkbox, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import type { RefObject } from 'react'
import type { SavePlaces } from './queries.ts'
import type { SaveDraft } from './save-sql.ts'

type Of<Kind extends SaveDraft['kind']> = Extract<SaveDraft, { kind: Kind }>
type Placed = Exclude<SaveDraft, { kind: 'migration' }>

interface FieldsProps<Draft extends SaveDraft> {
  readonly draft: Draft
  readonly onChange: (draft: SaveDraft) => void
}

interface WithPlaces {
  /** Undefined until they are known. */
  readonly places: SavePlaces | undefined
}

export interface PlaceFieldsProps extends FieldsProps<Placed>, WithPlaces {
  readonly nameError: string | undefined
  readonly nameInput: RefObject<HTMLInputElement | null>
}

export function PlaceFields({ draft, places, nameError, nameInput, onChange }: PlaceFieldsProps) {
  const schemas = places?.schemas ?? [draft.schema]
  return (
    <div className="grid gap-3 sm:grid-cols-[12rem_1fr]">
      <Field label="Schema">
        <Select
          value={draft.schema}
          options={schemas.map((name) => ({ value: name, label: name }))}
          onValueChange={(schema) => onChange({ ...draft, schema })}
        />
      </Field>
      <Field label="Name" error={nameError}>
        <Input ref={nameInput} value={draft.name} onChange={({ target }) => onChange({ ...draft, name: target.value })} spellCheck={false} />
      </Field>
    </div>
  )
}

const checkOptions = [
  { value: 'none', label: 'None' },
  { value: 'local', label: 'Local' },
  { value: 'cascaded', label: 'Cascaded' },
] as const

export function ViewFields({ draft, places, onChange }: FieldsProps<Of<'view'>> & WithPlaces) {
  return (
    <>
      <Checkbox
        isChecked={draft.isInvoker}
        onCheckedChange={(isInvoker) => onChange({ ...draft, isInvoker })}
        label="Row-level security of who reads it (security invoker)"
      />
      {!draft.isInvoker && <p className="text-xs text-warning">Whoever may read the view reads all its rows with the rights of its owner.</p>}
      <Checkbox
        isChecked={draft.isReplacing}
        onCheckedChange={(isReplacing) => onChange({ ...draft, isReplacing })}
        label="Replace a view of this name, keeping its columns and grants"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Check option" hint="Whether rows written through it must be rows of it">
          <SegmentedControl
            label="Check option"
            value={draft.checkOption}
            options={checkOptions}
            onValueChange={(checkOption) => onChange({ ...draft, checkOption })}
          />
        </Field>
        <OwnerField draft={draft} places={places} onChange={onChange} />
      </div>
    </>
  )
}

export function MaterializedFields({ draft, places, onChange }: FieldsProps<Of<'materialized-view'>> & WithPlaces) {
  return (
    <>
      <p className="text-xs text-soft">
        It keeps its rows as they are now, until it is refreshed. Row-level security does not hold for it: who may read it reads all of it.
      </p>
      <Checkbox isChecked={draft.isFilled} onCheckedChange={(isFilled) => onChange({ ...draft, isFilled })} label="Fill it now" />
      <OwnerField draft={draft} places={places} onChange={onChange} />
    </>
  )
}

function OwnerField({ draft, places, onChange }: FieldsProps<Of<'view'> | Of<'materialized-view'>> & WithPlaces) {
  const self = places?.self ?? 'postgres'
  return (
    <Field label="Owner">
      <Select
        value={draft.owner ?? self}
        options={(places?.owners ?? [self]).map((name) => ({ value: name, label: name }))}
        onValueChange={(owner) => onChange({ ...draft, owner: owner === self ? null : owner })}
      />
    </Field>
  )
}

export interface FunctionFieldsProps extends FieldsProps<Of<'function'>> {
  /** What the query's columns make it return. */
  readonly found: string
  /** Why that is not known. */
  readonly error: string | undefined
  /** The parameter whose type that is about; null where it is about none. */
  readonly blamed: string | null
}

export function FunctionFields({ draft, found, error, blamed, onChange }: FunctionFieldsProps) {
  return (
    <>
      {draft.parameters.length === 0 && (
        <p className="text-xs text-soft">It takes no values. Write :name in the query for each that it should take.</p>
      )}
      {draft.parameters.map(({ name, type }, index) => (
        <Field key={name} label={`Type of ${name}`} error={name === blamed ? error : undefined}>
          <Input
            isMono
            value={type}
            spellCheck={false}
            onChange={({ target }) =>
              onChange({ ...draft, parameters: draft.parameters.map((known, at) => (at === index ? { name, type: target.value } : known)) })
            }
          />
        </Field>
      ))}
      <Field label="Returns" error={draft.returns === '' && blamed === null ? error : undefined}>
        <Input
          isMono
          value={draft.returns}
          placeholder={found}
          spellCheck={false}
          onChange={({ target }) => onChange({ ...draft, returns: target.value })}
        />
      </Field>
    </>
  )
}

export interface MigrationFieldsProps extends FieldsProps<Of<'migration'>> {
  /** There is a migration of this version. */
  readonly isTaken: boolean
  /** The version of the time at which it ran before; empty while that is not known. */
  readonly ranAs: string
  readonly cannotRun: string | null
}

export function MigrationFields({ draft, isTaken, ranAs, cannotRun, onChange }: MigrationFieldsProps) {
  return (
    <>
      <Field
        label="Version"
        hint={`Migrations are sorted by version. Leave it empty to use the time at which this ${draft.isRun ? 'runs' : 'ran'}.`}
        error={isTaken ? 'There is a migration of this version' : undefined}
      >
        <Input
          isMono
          value={draft.version}
          placeholder={draft.isRun ? '' : ranAs}
          onChange={({ target }) => onChange({ ...draft, version: target.value.replaceAll(/\D/g, '') })}
          inputMode="numeric"
        />
      </Field>
      <SegmentedControl
        label="What is done"
        value={draft.isRun ? 'run' : 'record'}
        onValueChange={(value) => onChange({ ...draft, isRun: value === 'run' })}
        options={[
          { value: 'run', label: 'Run and record', isDisabled: cannotRun !== null },
          { value: 'record', label: 'Record as applied' },
        ]}
      />
      <p className="text-xs text-soft">
        {cannotRun ?? 'Recorded in supabase_migrations.schema_migrations, where command-line tools look for what a database has had.'}
      </p>
    </>
  )
}
