import { Checkbox, Field, Input, Select, Textarea } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import type { CodeLanguage } from '../../../lib/code/code-language.ts'
import { Fold } from '../../../lib/panels/fold.tsx'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { ArgumentFields } from './argument-fields.tsx'
import { alterationOf, creationOf, draftOf, duplicateOf, newDraft, type Behavior, type FunctionDraft, type Parallel } from './function-draft.ts'
import { languagesQuery, type FunctionDefinition } from './function-queries.ts'
import { functionFormText } from './messages.ts'

export type FunctionWork =
  | { readonly kind: 'create'; readonly schema: string }
  | { readonly kind: 'duplicate'; readonly original: FunctionDefinition }
  | { readonly kind: 'edit'; readonly original: FunctionDefinition }

export interface FunctionFormProps {
  readonly projectRef: string
  readonly work: FunctionWork
  readonly onClose: () => void
  /** Runs once the change is saved. */
  readonly onDone: (saved: FunctionDraft) => void
}

const behaviors: readonly { readonly value: Behavior; readonly label: string }[] = [
  { value: 'VOLATILE', label: functionFormText.volatile },
  { value: 'STABLE', label: functionFormText.stable },
  { value: 'IMMUTABLE', label: functionFormText.immutable },
]
const parallels: readonly { readonly value: Parallel; readonly label: string }[] = [
  { value: 'UNSAFE', label: functionFormText.parallelUnsafe },
  { value: 'RESTRICTED', label: functionFormText.parallelRestricted },
  { value: 'SAFE', label: functionFormText.parallelSafe },
]

/** Creates a function or procedure, or edits what Postgres can replace in one. */
export function FunctionForm({ projectRef, work, onClose, onDone }: FunctionFormProps) {
  // the original stays as loaded first: changes are computed against it
  const [original] = useState(work.kind === 'create' ? null : work.original)
  const [first] = useState(() => firstDraft(work))
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<FunctionDraft>) => setDraft((now) => ({ ...now, ...part }))
  const isEdit = work.kind === 'edit'
  const outcome = isEdit && original !== null ? alterationOf(original, draft) : creationOf(draft, original)
  const isFunction = draft.type === 'function'
  const isMoved = isEdit && (draft.name !== first.name || draft.schema !== first.schema)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={
        isEdit
          ? functionFormText.edit(first.name)
          : work.kind === 'duplicate'
            ? functionFormText.duplicate(original?.name ?? '')
            : functionFormText.newFunction
      }
      {...(work.kind === 'duplicate' && {
        description: functionFormText.duplicateHint,
      })}
      draft={outcome}
      isDirty={draft !== first}
      submitLabel={isEdit ? functionFormText.save(draft.type) : functionFormText.create(draft.type)}
      doneText={isEdit ? functionFormText.saved(draft.name) : functionFormText.created(draft.name)}
      onClose={onClose}
      onDone={() => onDone(draft)}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : code === 'syntax_error' ? 'definition' : null)}
      costs={isEdit && <p className="px-4 pb-4 text-xs text-soft">{isMoved ? functionFormText.moveCosts : functionFormText.editCosts}</p>}
    >
      {(problems) => (
        <>
          {problems['form'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['form']}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={functionFormText.name} error={problems['name']}>
              <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="text-sm font-medium">{functionFormText.schema}</span>
              <div className="flex">
                <SchemaPicker projectRef={projectRef} schema={draft.schema} hasSystemSchemas={false} onSchema={(schema) => set({ schema })} />
              </div>
            </div>
            {!isEdit && (
              <Field label={functionFormText.kind} hint={isFunction ? functionFormText.functionHint : functionFormText.procedureHint}>
                <Select
                  value={draft.type}
                  options={[
                    { value: 'function', label: functionFormText.function },
                    { value: 'procedure', label: functionFormText.procedure },
                  ]}
                  onValueChange={(type) => set({ type })}
                />
              </Field>
            )}
          </div>
          {isEdit ? (
            <Fixed original={original!} />
          ) : (
            <>
              <ArgumentFields value={draft.arguments} onChange={(value) => set({ arguments: value })} problems={problems} />
              <div className="grid gap-4 sm:grid-cols-2">
                {isFunction && (
                  <Field label={functionFormText.returns} error={problems['returnType']} hint={functionFormText.returnsHint}>
                    <Input isMono value={draft.returnType} onChange={(event) => set({ returnType: event.target.value })} spellCheck={false} />
                  </Field>
                )}
                <Field label={functionFormText.language}>
                  <LanguageSelect projectRef={projectRef} value={draft.language} onChange={(language) => set({ language })} />
                </Field>
              </div>
            </>
          )}
          <CodeField
            label={functionFormText.definition}
            language={codeLanguageOf(draft.language)}
            rows={14}
            value={draft.definition}
            onChange={(definition) => set({ definition })}
            placeholder={draft.language === 'plpgsql' ? 'begin\n  …\nend' : undefined}
            error={problems['definition']}
            hint={hintOf(draft)}
          />
          <Field label={functionFormText.comment} isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
          <div className="-mx-4">
            <Fold
              title={functionFormText.behaviorAndSecurity}
              summary={[
                ...(isFunction ? [draft.behavior.toLowerCase()] : []),
                draft.isDefiner ? functionFormText.securityDefiner : functionFormText.securityInvoker,
              ].join(', ')}
              isNeeded={problems['settings'] !== undefined}
            >
              {isFunction && (
                <>
                  <Field label={functionFormText.behavior} hint={functionFormText.behaviorHint}>
                    <Select<Behavior> value={draft.behavior} options={behaviors} onValueChange={(behavior) => set({ behavior })} />
                  </Field>
                  <Field label={functionFormText.parallelQueries}>
                    <Select<Parallel> value={draft.parallel} options={parallels} onValueChange={(parallel) => set({ parallel })} />
                  </Field>
                  <Checkbox isChecked={draft.isStrict} onCheckedChange={(isStrict) => set({ isStrict })} label={functionFormText.strict} />
                </>
              )}
              <Checkbox isChecked={draft.isDefiner} onCheckedChange={(isDefiner) => set({ isDefiner })} label={functionFormText.definerChoice} />
              {draft.isDefiner && !/^\s*search_path\b/im.test(draft.settings) && (
                <p className="text-xs text-warning">{functionFormText.searchPathWarning}</p>
              )}
              <Field label={functionFormText.settings} isOptional error={problems['settings']} hint={functionFormText.settingsHint}>
                <Textarea isMono rows={3} value={draft.settings} onChange={(event) => set({ settings: event.target.value })} spellCheck={false} />
              </Field>
            </Fold>
          </div>
        </>
      )}
    </ChangePanel>
  )
}

function firstDraft(work: FunctionWork): FunctionDraft {
  if (work.kind === 'create') return newDraft(work.schema)
  return work.kind === 'edit' ? draftOf(work.original) : duplicateOf(work.original)
}

/** Shows what CREATE OR REPLACE can't change. */
function Fixed({ original }: { readonly original: FunctionDefinition }) {
  return (
    <div className="flex flex-col gap-2 rounded-md border px-3 py-2 text-xs">
      <code className="font-mono wrap-anywhere">
        ({original.argument_types}){original.return_type !== '' && ` returns ${original.return_type}`} language {original.language}
      </code>
      <p className="text-soft">{functionFormText.fixed(original.type)}</p>
    </div>
  )
}

function LanguageSelect({
  projectRef,
  value,
  onChange,
}: {
  readonly projectRef: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { data = [] } = useQuery(languagesQuery(projectRef))
  const names = [...new Set([value, 'sql', 'plpgsql', ...data.map(({ name }) => name)])]
  return <Select value={value} options={names.map((name) => ({ value: name, label: name }))} onValueChange={onChange} />
}

function codeLanguageOf(language: string): CodeLanguage {
  if (language === 'sql' || language === 'plpgsql') return 'sql'
  return language === 'plv8' ? 'typescript' : 'text'
}

function hintOf({ language }: FunctionDraft): string {
  if (language === 'plpgsql') return functionFormText.plpgsqlHint
  if (language === 'sql') return functionFormText.sqlHint
  return functionFormText.otherHint(language)
}
