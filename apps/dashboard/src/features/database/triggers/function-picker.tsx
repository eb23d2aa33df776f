import { Button, Field, SearchSelect, Textarea } from '@colonnade/ui'
import { ident, sql, toText } from '@colonnade/sql'
import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { nearestFirst } from '../../../scope/schemas/nearest-first.ts'
import { triggerFunctionsQuery } from './trigger-queries.ts'
import type { TriggerDraft } from './trigger-draft.ts'
import { functionPickerText as text } from './messages.ts'

export interface FunctionPickerProps {
  readonly projectRef: string
  readonly draft: TriggerDraft
  readonly set: (part: Partial<TriggerDraft>) => void
  readonly problem: string | undefined
}

const nothing = ''
const keyOf = (schema: string, name: string): string => JSON.stringify([schema, name])

/** Chooses the function that a trigger calls, and its arguments. */
export function FunctionPicker({ projectRef, draft, set, problem }: FunctionPickerProps) {
  const { data: functions, refetch } = useQuery(triggerFunctionsQuery(projectRef))
  const value = draft.functionName === '' ? nothing : keyOf(draft.functionSchema, draft.functionName)
  const found = nearestFirst(functions ?? [], draft.schema).map(({ schema, name, language }) => ({
    value: keyOf(schema, name),
    label: `${schema}.${name}`,
    hint: language,
  }))
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label={text.label} error={problem} hint={functions?.length === 0 ? text.none : text.hint}>
          <SearchSelect
            value={value}
            placeholder={text.choose}
            options={[
              ...(value !== nothing && !found.some((one) => one.value === value)
                ? [{ value, label: `${draft.functionSchema}.${draft.functionName}` }]
                : []),
              ...found,
            ]}
            searchLabel={text.search}
            emptyText={text.noMatch}
            onValueChange={(chosen) => {
              const [functionSchema, functionName] = JSON.parse(chosen) as [string, string]
              set({ functionSchema, functionName })
            }}
          />
        </Field>
        <Button size="sm" className="self-start" onClick={() => openEditorPanel({ text: templateFor(draft.schema), onRun: () => void refetch() })}>
          <SquareTerminal aria-hidden />
          {text.create}
        </Button>
      </div>
      <Field label={text.arguments} isOptional hint={text.argumentsHint}>
        <Textarea isMono rows={2} value={draft.arguments} onChange={(event) => set({ arguments: event.target.value })} spellCheck={false} />
      </Field>
    </>
  )
}

/** Returns a trigger function to start from. */
const templateFor = (schema: string): string =>
  toText(sql`create function ${ident(schema, 'on_change')}() returns trigger
language plpgsql as $$
begin
  -- new is the row after the change, old the row before; a before trigger returns the row to write, or null to skip it
  return new;
end
$$;`)
