import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { Button, Checkbox, Field, Input, SearchSelect, SegmentedControl } from '@colonnade/ui'
import { PenLine, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { TemplateChoice } from '../../../scope/policies/template-choice.tsx'
import { fileCommands, type FileCommand } from '../model/access.ts'
import { addSelect, formText, pageText, templateText } from '../model/messages.ts'
import {
  changeOf,
  draftOf,
  lacksSelect,
  nameOf,
  storageTemplates,
  type TemplateDraft,
  type TemplateId,
  templateOf,
} from '../model/storage-templates.ts'

export interface TemplatePanelProps {
  readonly projectRef: string
  /** Null for all buckets. */
  readonly bucket: string | null
  /** Preselected instead of the template's operations. */
  readonly commands: readonly FileCommand[] | undefined
  readonly buckets: readonly BucketSummary[]
  /** Names of existing file policies. */
  readonly taken: readonly string[]
  /** Opens an empty policy form. */
  readonly onWrite: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

const everyBucket = ''

/** Creates file policies from a template. */
export function TemplatePanel({ projectRef, bucket, commands, buckets, taken, onWrite, onClose, onDone }: TemplatePanelProps) {
  const [first] = useState(() => draftOf(commands === undefined ? 'read' : 'own-folder', bucket, commands))
  const [draft, setDraft] = useState<TemplateDraft>(first)
  const change = changeOf(draft, taken)
  const set = (next: Partial<TemplateDraft>) => setDraft({ ...draft, ...next })
  // keeps a name that was typed
  const isNamed = draft.name !== nameOf(draft.template, draft.bucket)
  const choose = (id: TemplateId) => {
    const next = draftOf(id, draft.bucket, commands)
    setDraft({ ...next, values: draft.values, ...(isNamed && { name: draft.name }) })
  }
  const chooseBucket = (id: string) => {
    const next = id === everyBucket ? null : id
    set({ bucket: next, ...(!isNamed && { name: nameOf(draft.template, next) }) })
  }
  const count = draft.commands.length
  return (
    <ChangePanel
      projectRef={projectRef}
      title={formText.title}
      draft={change}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      submitLabel={formText.submit(count)}
      doneText={formText.done(count)}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      isSqlOpen
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
    >
      {(problems) => (
        <>
          <Field label={formText.bucket}>
            <SearchSelect
              value={draft.bucket ?? everyBucket}
              onValueChange={chooseBucket}
              options={[
                { value: everyBucket, label: pageText.all },
                ...buckets.map(({ id, name, public: isPublic }) => ({
                  value: id,
                  label: name,
                  hint: isPublic ? formText.publicBucket : formText.privateBucket,
                })),
              ]}
              searchLabel={formText.searchBuckets}
              emptyText={formText.noBuckets}
            />
          </Field>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{formText.template}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {storageTemplates.map(({ id }) => (
                <TemplateChoice
                  key={id}
                  name="storage-template"
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
          {templateOf(draft.template).fields.map((field) => (
            <Field key={field} label={formText.field[field]} {...(problems[field] !== undefined && { error: problems[field] })}>
              <Input
                isMono
                spellCheck={false}
                autoComplete="off"
                value={draft.values[field]}
                onChange={(event) => set({ values: { ...draft.values, [field]: event.target.value } })}
              />
            </Field>
          ))}
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">{formText.commands}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {fileCommands.map((command) => (
                <Checkbox
                  key={command}
                  isChecked={draft.commands.includes(command)}
                  onCheckedChange={(isChecked) =>
                    set({ commands: fileCommands.filter((each) => (each === command ? isChecked : draft.commands.includes(each))) })
                  }
                  label={
                    <span>
                      <span className="font-mono text-xs">{command}</span>{' '}
                      <span className="text-xs text-faint">{formText.commandHints[command]}</span>
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
            {lacksSelect(draft) && (
              <p className="flex flex-wrap items-center gap-2 text-xs text-warning">
                <TriangleAlert aria-hidden className="size-3.5" />
                {formText.needsSelect}
                <Button
                  size="sm"
                  onClick={() => set({ commands: fileCommands.filter((each) => each === 'SELECT' || draft.commands.includes(each)) })}
                >
                  {addSelect}
                </Button>
              </p>
            )}
          </fieldset>
          <div className="flex flex-col gap-1.5">
            <span className="font-medium">{formText.who}</span>
            <SegmentedControl
              label={formText.who}
              value={draft.role}
              onValueChange={(role) => set({ role })}
              options={[
                { value: 'authenticated', label: formText.signedIn },
                { value: 'public', label: formText.anyone },
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
