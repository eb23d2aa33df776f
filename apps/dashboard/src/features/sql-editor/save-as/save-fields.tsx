import { Checkbox, Field, Input, SegmentedControl, Select } from '@colonnade/ui'
import type { RefObject } from 'react'
import { functionText, migrationText, saveAsText, viewText } from './messages.ts'
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
      <Field label={saveAsText.schema}>
        <Select
          value={draft.schema}
          options={schemas.map((name) => ({ value: name, label: name }))}
          onValueChange={(schema) => onChange({ ...draft, schema })}
        />
      </Field>
      <Field label={saveAsText.name} error={nameError}>
        <Input ref={nameInput} value={draft.name} onChange={({ target }) => onChange({ ...draft, name: target.value })} spellCheck={false} />
      </Field>
    </div>
  )
}

const checkOptions = [
  { value: 'none', label: viewText.checkOptions.none },
  { value: 'local', label: viewText.checkOptions.local },
  { value: 'cascaded', label: viewText.checkOptions.cascaded },
] as const

export function ViewFields({ draft, places, onChange }: FieldsProps<Of<'view'>> & WithPlaces) {
  return (
    <>
      <Checkbox isChecked={draft.isInvoker} onCheckedChange={(isInvoker) => onChange({ ...draft, isInvoker })} label={viewText.invoker} />
      {!draft.isInvoker && <p className="text-xs text-warning">{viewText.notInvoker}</p>}
      <Checkbox isChecked={draft.isReplacing} onCheckedChange={(isReplacing) => onChange({ ...draft, isReplacing })} label={viewText.replace} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={viewText.checkOption} hint={viewText.checkOptionHint}>
          <SegmentedControl
            label={viewText.checkOption}
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
      <p className="text-xs text-soft">{viewText.materialized}</p>
      <Checkbox isChecked={draft.isFilled} onCheckedChange={(isFilled) => onChange({ ...draft, isFilled })} label={viewText.fill} />
      <OwnerField draft={draft} places={places} onChange={onChange} />
    </>
  )
}

function OwnerField({ draft, places, onChange }: FieldsProps<Of<'view'> | Of<'materialized-view'>> & WithPlaces) {
  const self = places?.self ?? 'postgres'
  return (
    <Field label={viewText.owner}>
      <Select
        value={draft.owner ?? self}
        options={(places?.owners ?? [self]).map((name) => ({ value: name, label: name }))}
        onValueChange={(owner) => onChange({ ...draft, owner: owner === self ? null : owner })}
      />
    </Field>
  )
}

export interface FunctionFieldsProps extends FieldsProps<Of<'function'>> {
  /** The return type that the query's columns give. */
  readonly found: string
  /** Why the return type isn't known. */
  readonly error: string | undefined
  /** The parameter that the error is about; null for none. */
  readonly blamed: string | null
}

export function FunctionFields({ draft, found, error, blamed, onChange }: FunctionFieldsProps) {
  return (
    <>
      {draft.parameters.length === 0 && <p className="text-xs text-soft">{functionText.noParameters}</p>}
      {draft.parameters.map(({ name, type }, index) => (
        <Field key={name} label={functionText.typeOf(name)} error={name === blamed ? error : undefined}>
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
      <Field label={functionText.returns} error={draft.returns === '' && blamed === null ? error : undefined}>
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
  /** A migration has this version. */
  readonly isTaken: boolean
  /** The version of the time at which it ran before; empty while that is not known. */
  readonly ranAs: string
  readonly cannotRun: string | null
  /** It has run, so it can only be recorded. */
  readonly hasRun: boolean
}

export function MigrationFields({ draft, isTaken, ranAs, cannotRun, hasRun, onChange }: MigrationFieldsProps) {
  return (
    <>
      <Field label={migrationText.version} hint={migrationText.versionHint(!draft.isRun)} error={isTaken ? migrationText.versionTaken : undefined}>
        <Input
          isMono
          value={draft.version}
          placeholder={draft.isRun ? '' : ranAs}
          onChange={({ target }) => onChange({ ...draft, version: target.value.replaceAll(/\D/g, '') })}
          inputMode="numeric"
        />
      </Field>
      {!hasRun && (
        <SegmentedControl
          label={migrationText.action}
          value={draft.isRun ? 'run' : 'record'}
          onValueChange={(value) => onChange({ ...draft, isRun: value === 'run' })}
          options={[
            { value: 'run', label: migrationText.runAndRecord, isDisabled: cannotRun !== null },
            { value: 'record', label: migrationText.recordOnly },
          ]}
        />
      )}
      <p className="text-xs text-soft">{cannotRun ?? (draft.isRun ? migrationText.whereRun : migrationText.where)}</p>
    </>
  )
}
