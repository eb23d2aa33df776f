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

export type FunctionWork =
  | { readonly kind: 'create'; readonly schema: string }
  | { readonly kind: 'duplicate'; readonly original: FunctionDefinition }
  | { readonly kind: 'edit'; readonly original: FunctionDefinition }

export interface FunctionFormProps {
  readonly projectRef: string
  readonly work: FunctionWork
  readonly onClose: () => void
  /** It is done, as the draft says. */
  readonly onDone: (saved: FunctionDraft) => void
}

const behaviors: readonly { readonly value: Behavior; readonly label: string }[] = [
  { value: 'VOLATILE', label: 'Volatile: may change data, called each time' },
  { value: 'STABLE', label: 'Stable: reads data, the same within a statement' },
  { value: 'IMMUTABLE', label: 'Immutable: always the same, may be indexed' },
]
const parallels: readonly { readonly value: Parallel; readonly label: string }[] = [
  { value: 'UNSAFE', label: 'Unsafe: stops parallel plans' },
  { value: 'RESTRICTED', label: 'Restricted: only in the leader' },
  { value: 'SAFE', label: 'Safe: in every worker' },
]

/** Makes a function or procedure, or changes what Postgres can replace in one. */
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
      title={isEdit ? `Edit ${first.name}` : work.kind === 'duplicate' ? `Duplicate ${original?.name ?? ''}` : 'New function'}
      {...(work.kind === 'duplicate' && {
        description: 'Everybody may run the copy as long as you don’t revoke it: privileges stay with the original.',
      })}
      draft={outcome}
      isDirty={draft !== first}
      submitLabel={isEdit ? `Save ${draft.type}` : `Create ${draft.type}`}
      doneText={isEdit ? `${draft.name} saved` : `${draft.name} created`}
      onClose={onClose}
      onDone={() => onDone(draft)}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : code === 'syntax_error' ? 'definition' : null)}
      costs={
        isEdit && (
          <p className="px-4 pb-4 text-xs text-soft">
            {isMoved
              ? 'Views, defaults, triggers and policies go on using it. Bodies of other functions, and programs, that call it by its old name will fail.'
              : 'It locks nothing: calls that already run end as they began, the next ones do what is saved here.'}
          </p>
        )
      }
    >
      {(problems) => (
        <>
          {problems['form'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['form']}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" error={problems['name']}>
              <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="text-sm font-medium">Schema</span>
              <div className="flex">
                <SchemaPicker projectRef={projectRef} schema={draft.schema} hasSystemSchemas={false} onSchema={(schema) => set({ schema })} />
              </div>
            </div>
            {!isEdit && (
              <Field label="Kind" hint={isFunction ? 'Returns something; used in queries.' : 'Called with CALL. Can commit.'}>
                <Select
                  value={draft.type}
                  options={[
                    { value: 'function', label: 'Function' },
                    { value: 'procedure', label: 'Procedure' },
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
                  <Field
                    label="Returns"
                    error={problems['returnType']}
                    hint="A type, setof a type, table (id integer, …), trigger, or void for nothing."
                  >
                    <Input isMono value={draft.returnType} onChange={(event) => set({ returnType: event.target.value })} spellCheck={false} />
                  </Field>
                )}
                <Field label="Language">
                  <LanguageSelect projectRef={projectRef} value={draft.language} onChange={(language) => set({ language })} />
                </Field>
              </div>
            </>
          )}
          <CodeField
            label="Definition"
            language={codeLanguageOf(draft.language)}
            rows={14}
            value={draft.definition}
            onChange={(definition) => set({ definition })}
            placeholder={draft.language === 'plpgsql' ? 'begin\n  …\nend' : undefined}
            error={problems['definition']}
            hint={hintOf(draft)}
          />
          <Field label="Comment" isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
          <div className="-mx-4">
            <Fold
              title="Behaviour and security"
              summary={[...(isFunction ? [draft.behavior.toLowerCase()] : []), draft.isDefiner ? 'security definer' : 'security invoker'].join(', ')}
              isNeeded={problems['settings'] !== undefined}
            >
              {isFunction && (
                <>
                  <Field label="Behaviour" hint="What the planner may rely on. Too strong a promise gives wrong results.">
                    <Select<Behavior> value={draft.behavior} options={behaviors} onValueChange={(behavior) => set({ behavior })} />
                  </Field>
                  <Field label="Parallel queries">
                    <Select<Parallel> value={draft.parallel} options={parallels} onValueChange={(parallel) => set({ parallel })} />
                  </Field>
                  <Checkbox
                    isChecked={draft.isStrict}
                    onCheckedChange={(isStrict) => set({ isStrict })}
                    label="Strict: not called when an argument is null, the result is null"
                  />
                </>
              )}
              <Checkbox
                isChecked={draft.isDefiner}
                onCheckedChange={(isDefiner) => set({ isDefiner })}
                label="Security definer: runs with its owner’s privileges, not the caller’s"
              />
              {draft.isDefiner && !/^\s*search_path\b/im.test(draft.settings) && (
                <p className="text-xs text-warning">Set its search_path below: otherwise a caller decides which objects the names in it mean.</p>
              )}
              <Field label="Settings while it runs" isOptional error={problems['settings']} hint="One in a line, such as search_path = ''">
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

/** What CREATE OR REPLACE refuses to change. */
function Fixed({ original }: { readonly original: FunctionDefinition }) {
  return (
    <div className="flex flex-col gap-2 rounded-md border px-3 py-2 text-xs">
      <code className="font-mono wrap-anywhere">
        ({original.argument_types}){original.return_type !== '' && ` returns ${original.return_type}`} language {original.language}
      </code>
      <p className="text-soft">
        You can’t change arguments, return type or language, because other objects rely on them. To change them, duplicate the {original.type}, edit
        the copy, and delete this one once nothing uses it.
      </p>
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
  if (language === 'plpgsql') return 'From declare or begin to end.'
  if (language === 'sql')
    return 'Statements, the last of which gives the result; or begin atomic … end, which Postgres checks and follows through renames.'
  return `Source text of ${language}.`
}
