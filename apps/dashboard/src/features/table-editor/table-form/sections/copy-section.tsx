import { Checkbox } from '@colonnade/ui'
import { rowsText } from '../../../../lib/texts/rows-text.ts'
import { useTableForm } from '../form-context.ts'
import type { CopyChoice } from '../form-panel.tsx'
import { differsInGrants } from '../statements/creation.ts'
import { copySectionText } from './messages.ts'

/** What a duplicate takes along besides its columns, keys, checks and indexes. */
export function CopySection({ copy: { choice, onChoose, loaded } }: { readonly copy: CopyChoice }) {
  const { draft, errors } = useTableForm()
  if (loaded === null) return null
  const { policies, triggers } = loaded.companions ?? { policies: [], triggers: [] }
  const isGranted = differsInGrants(draft, loaded)
  const isCut = typeof loaded.base.definition.partition_by === 'string'
  return (
    <fieldset className="flex flex-col gap-2 px-4 pb-4">
      <legend className="pb-1.5 text-xs font-medium text-soft">{copySectionText.title}</legend>
      <Choice
        label={copySectionText.rows(rowsText(loaded.size.rows, false))}
        text={copySectionText.rowsHint}
        isChecked={choice.isWithRows}
        onChange={(isWithRows) => onChoose({ ...choice, isWithRows })}
      />
      {policies.length > 0 && (
        <Choice
          label={copySectionText.policies(policies.length)}
          text={namesText(policies)}
          isChecked={choice.isWithPolicies}
          onChange={(isWithPolicies) => onChoose({ ...choice, isWithPolicies })}
        />
      )}
      {triggers.length > 0 && (
        <Choice
          label={copySectionText.triggers(triggers.length)}
          text={copySectionText.triggersHint(namesText(triggers))}
          isChecked={choice.isWithTriggers}
          onChange={(isWithTriggers) => onChoose({ ...choice, isWithTriggers })}
        />
      )}
      {isGranted && (
        <Choice
          label={copySectionText.privileges}
          text={copySectionText.privilegesHint(draft.schema)}
          isChecked={choice.isWithGrants}
          onChange={(isWithGrants) => onChoose({ ...choice, isWithGrants })}
        />
      )}
      <p className="text-xs text-faint">
        {copySectionText.always}
        {policies.length === 0 && triggers.length === 0 && copySectionText.nothingElse}
        {isCut && copySectionText.onePartition}
      </p>
      {errors['companions'] !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {errors['companions']}
        </p>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly text: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

function Choice({ label, text, isChecked, onChange }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <Checkbox label={label} isChecked={isChecked} onCheckedChange={onChange} />
      <p className="pl-6 text-xs break-words text-faint">{text}</p>
    </div>
  )
}

const mostNames = 5

function namesText(all: readonly { readonly name: string }[]): string {
  const names = all.slice(0, mostNames).map(({ name }) => name)
  return all.length > mostNames ? copySectionText.more(names.join(', '), all.length - mostNames) : names.join(', ')
}
