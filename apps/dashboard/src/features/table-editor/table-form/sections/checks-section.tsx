import { Button, Checkbox, Field, IconButton, Input } from '@colonnade/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useError, useTableForm } from '../form-context.ts'
import { foreignKeyText } from '../messages.ts'
import { addCheck, changeIn, removeFrom } from '../model/edits.ts'
import type { CheckDraft } from '../model/table-draft.ts'
import { CodeField } from '../../../../lib/code/code-field.tsx'
import { Fold } from '../../../../lib/panels/fold.tsx'
import { checksSectionText } from './messages.ts'

/** Conditions that every row must meet. */
export function ChecksSection() {
  const { draft, edit, errors } = useTableForm()
  const { checks } = draft
  const isNeeded = checks.some(({ id, column }) => column === null && (`key:${id}` in errors || `key:${id}:name` in errors))
  return (
    <Fold title={checksSectionText.checks} summary={checks.length === 0 ? checksSectionText.none : checks.length} isNeeded={isNeeded}>
      {checks.map((check) => (
        <CheckEditor key={check.id} check={check} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addCheck(now))}>
        <Plus aria-hidden />
        {checksSectionText.addCheck}
      </Button>
    </Fold>
  )
}

export function CheckEditor({ check }: { readonly check: CheckDraft }) {
  const { draft, base, edit, isLarge } = useTableForm()
  const [error, nameError] = [useError(`key:${check.id}`), useError(`key:${check.id}:name`)]
  const before = base?.draft.checks.find(({ id }) => id === check.id)
  const column = draft.columns.find(({ id }) => id === check.column)
  const change = (next: Partial<CheckDraft>) => edit((now) => changeIn(now, 'checks', check.id, next))
  const isAdded = before === undefined || before.expression !== check.expression
  return (
    <fieldset
      aria-label={check.name === '' ? checksSectionText.newCheck : checksSectionText.check(check.name)}
      disabled={check.isInherited}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <CodeField
          label={checksSectionText.condition}
          language="sql"
          rows={1}
          hasLineNumbers={false}
          isWrapped
          className="flex-1"
          value={check.expression}
          placeholder={column === undefined || column.name === '' ? checksSectionText.conditionPlaceholder : `${column.name} > 0`}
          onChange={check.isInherited ? undefined : (expression) => change({ expression })}
          error={error}
        />
        {!check.isInherited && (
          <IconButton label={checksSectionText.removeCheck} className="mt-7" onClick={() => edit((now) => removeFrom(now, 'checks', check.id))}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NameField name={check.name} error={nameError} onChange={(name) => change({ name })} />
        {base !== null && (isLarge || !check.isValidated) && (
          <Checkbox
            className="h-8"
            label={isAdded ? foreignKeyText.checkRows : foreignKeyText.validated}
            isChecked={check.isValidated}
            disabled={!isAdded && (before?.isValidated ?? true)}
            onCheckedChange={(isValidated) => change({ isValidated })}
          />
        )}
        {check.isInherited && <p className="text-xs text-faint">{checksSectionText.inherited}</p>}
      </div>
    </fieldset>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly error: string | undefined
  readonly onChange: (name: string) => void
}

/** The name of a constraint or an index, which Postgres finds when it is left empty. */
export function NameField({ name, error, onChange }: NameFieldProps) {
  return (
    <Field label={checksSectionText.name} isOptional error={error} className="w-52 max-w-full">
      <Input
        isMono
        value={name}
        placeholder={checksSectionText.namedByPostgres}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
