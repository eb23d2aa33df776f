import { Button, Checkbox, Field, Input, SegmentedControl } from '@colonnade/ui'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { TemplateChoice } from '../../../scope/policies/template-choice.tsx'
import { channelCommands } from '../model/access.ts'
import { formText, templateText } from '../model/messages.ts'
import {
  changeOf,
  draftOf,
  type Extensions,
  realtimeTemplates,
  type TemplateDraft,
  type TemplateId,
  templateOf,
} from '../model/realtime-templates.ts'

export interface TemplatePanelProps {
  readonly projectRef: string
  /** Names of existing policies. */
  readonly taken: readonly string[]
  /** Opens an empty policy form. */
  readonly onWrite: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Creates policies for private channels from a template. */
export function TemplatePanel({ projectRef, taken, onWrite, onClose, onDone }: TemplatePanelProps) {
  const [first] = useState(() => draftOf('signed-in'))
  const [draft, setDraft] = useState<TemplateDraft>(first)
  const set = (next: Partial<TemplateDraft>) => setDraft({ ...draft, ...next })
  const choose = (id: TemplateId) => {
    // keeps a name that was typed
    const isNamed = draft.name !== templateText[draft.template].name
    setDraft({ ...draftOf(id), ...(isNamed && { name: draft.name }) })
  }
  const count = draft.commands.length
  return (
    <ChangePanel
      projectRef={projectRef}
      title={formText.title}
      draft={changeOf(draft, taken)}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      submitLabel={formText.submit(count)}
      doneText={formText.done(count)}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      isSqlOpen
      placeOf={placeOf}
    >
      {(problems) => (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{formText.template}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {realtimeTemplates.map(({ id }) => (
                <TemplateChoice
                  key={id}
                  name="realtime-template"
                  id={id}
                  title={templateText[id].title}
                  hint={templateText[id].hint}
                  isChosen={id === draft.template}
                  onChoose={() => choose(id)}
                />
              ))}
            </div>
            <Button size="sm" variant="ghost" className="self-start" onClick={onWrite}>
              <PenLine aria-hidden />
              {formText.scratch}
            </Button>
          </fieldset>
          {templateOf(draft.template).fields.length > 0 && (
            <div className="grid gap-4 sm:grid-cols-2">
              {templateOf(draft.template).fields.map((field) => (
                <Field
                  key={field}
                  label={formText.field[field]}
                  isOptional={field === 'prefix'}
                  {...(field === 'table' && { hint: formText.membersNote })}
                  {...(problems[field] !== undefined && { error: problems[field] })}
                >
                  <Input
                    isMono
                    spellCheck={false}
                    autoComplete="off"
                    value={draft.values[field]}
                    onChange={(event) => set({ values: { ...draft.values, [field]: event.target.value } })}
                  />
                </Field>
              ))}
            </div>
          )}
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{formText.commands}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {channelCommands.map((command) => (
                <Checkbox
                  key={command}
                  isChecked={draft.commands.includes(command)}
                  onCheckedChange={(isChecked) =>
                    set({ commands: channelCommands.filter((each) => (each === command ? isChecked : draft.commands.includes(each))) })
                  }
                  label={
                    <span>
                      {formText.commandNames[command]} <span className="text-xs text-faint">{formText.commandHints[command]}</span>
                    </span>
                  }
                />
              ))}
            </div>
            {problems['commands'] !== undefined && (
              <p role="alert" className="text-xs text-danger">
                {problems['commands']}
              </p>
            )}
          </fieldset>
          <div className="flex flex-col gap-1.5">
            <span className="font-medium">{formText.extensions}</span>
            <SegmentedControl<Extensions>
              label={formText.extensions}
              value={draft.extensions}
              onValueChange={(extensions) => set({ extensions })}
              options={[
                { value: 'both', label: formText.both },
                { value: 'broadcast', label: formText.broadcast },
                { value: 'presence', label: formText.presence },
              ]}
            />
          </div>
          <Field label={formText.name} hint={formText.nameHint} {...(problems['name'] !== undefined && { error: problems['name'] })}>
            <Input value={draft.name} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}

/** Returns the field that a database error belongs to. */
function placeOf(code: string): string | null {
  if (code === 'duplicate_object') return 'name'
  return code === 'undefined_table' ? 'table' : null
}
