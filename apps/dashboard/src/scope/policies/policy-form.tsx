import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Field, Input, SearchSelect, SegmentedControl, Select } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../changes/change-panel.tsx'
import { ExpressionField } from './expression-field.tsx'
import { policyFormText } from './messages.ts'
import { changeOf, draftOf, emptyPolicy, hasCheck, hasUsing, isRecreated, type PolicyDraft } from './policy-draft.ts'
import type { PolicyTemplate } from './policy-templates.ts'
import { RoleChips } from './role-chips.tsx'

export interface PolicyFormProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** All policies of the table. */
  readonly others: readonly policies.Policy[]
  /** The policy to edit or copy, with its comment; null for a new one. */
  readonly policy: policies.Policy | null
  readonly comment: string | null
  readonly isCopy: boolean
  /** Templates for a new policy. */
  readonly templates: readonly PolicyTemplate[]
  /** The initial draft of a new policy. */
  readonly start?: PolicyDraft
  readonly onClose: () => void
  readonly onDone: () => void
}

const commands: readonly { readonly value: PolicyDraft['command']; readonly label: string; readonly hint: string }[] = [
  { value: 'ALL', label: 'ALL', hint: policyFormText.hintAll },
  { value: 'SELECT', label: 'SELECT', hint: policyFormText.hintSelect },
  { value: 'INSERT', label: 'INSERT', hint: policyFormText.hintInsert },
  { value: 'UPDATE', label: 'UPDATE', hint: policyFormText.hintUpdate },
  { value: 'DELETE', label: 'DELETE', hint: policyFormText.hintDelete },
]

const noTemplate = ''

/** Creates, copies or edits a policy. */
export function PolicyForm({ projectRef, table, others, policy, comment, isCopy, templates, start = emptyPolicy, onClose, onDone }: PolicyFormProps) {
  const given = policy === null ? start : draftOf(policy, comment)
  const before = policy === null || isCopy ? null : { ...given, id: policy.id }
  const [first] = useState<PolicyDraft>(isCopy ? { ...given, name: policyFormText.copyOf(given.name) } : given)
  const [draft, setDraft] = useState(first)
  const [template, setTemplate] = useState(noTemplate)
  const taken = others.filter(({ id }) => id !== before?.id).map(({ name }) => name)
  const change = changeOf({ schema: table.schema, table: table.name, taken }, before, draft)
  const set = (next: Partial<PolicyDraft>) => setDraft({ ...draft, ...next })
  const verb = before === null ? policyFormText.create : policyFormText.save
  return (
    <ChangePanel
      projectRef={projectRef}
      title={before === null ? policyFormText.newTitle(table.name) : before.name}
      description={before === null ? undefined : policyFormText.on(table.name)}
      draft={change}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      submitLabel={verb}
      doneText={before === null ? policyFormText.created(draft.name.trim()) : policyFormText.saved(draft.name.trim())}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          {policyFormText.costs(table.name)}
          {!table.rls_enabled && policyFormText.rlsOff(table.name)}
          {before !== null && isRecreated(before, draft) && policyFormText.recreated}
        </p>
      }
    >
      {(problems) => (
        <>
          {policy === null && templates.length > 0 && (
            <Field label={policyFormText.startFrom} hint={policyFormText.startHint} isOptional>
              <SearchSelect
                value={template}
                onValueChange={(id) => {
                  setTemplate(id)
                  setDraft(templates.find((candidate) => candidate.id === id)?.draft ?? start)
                }}
                options={[
                  { value: noTemplate, label: policyFormText.blank },
                  ...templates.map(({ id, label, hint }) => ({ value: id, label, hint })),
                ]}
                searchLabel={policyFormText.searchTemplates}
                emptyText={policyFormText.noTemplate}
              />
            </Field>
          )}
          <Field label={policyFormText.name} {...(problems['name'] !== undefined && { error: problems['name'] })}>
            <Input value={draft.name} placeholder={policyFormText.namePlaceholder} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <div className="flex flex-wrap gap-4">
            <Field label={policyFormText.command} className="min-w-40 flex-1">
              <Select value={draft.command} options={commands} onValueChange={(command) => set({ command })} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="font-medium">{policyFormText.kind}</span>
              <SegmentedControl
                label={policyFormText.kind}
                value={draft.action}
                onValueChange={(action) => set({ action })}
                options={[
                  { value: 'PERMISSIVE', label: policyFormText.permissive },
                  { value: 'RESTRICTIVE', label: policyFormText.restrictive },
                ]}
              />
            </div>
          </div>
          <p className="-mt-2 text-xs text-faint">{draft.action === 'PERMISSIVE' ? policyFormText.permissiveHint : policyFormText.restrictiveHint}</p>
          <RoleChips projectRef={projectRef} value={draft.roles} onChange={(roles) => set({ roles })} problem={problems['roles']} />
          {hasUsing(draft.command) && (
            <ExpressionField
              projectRef={projectRef}
              table={table}
              label={policyFormText.using}
              hint={usingHints[draft.command]}
              placeholder="(select auth.uid()) = user_id"
              value={draft.definition}
              onChange={(definition) => set({ definition })}
              problem={problems['definition']}
            />
          )}
          {hasCheck(draft.command) && (
            <ExpressionField
              projectRef={projectRef}
              table={table}
              label={policyFormText.check}
              hint={hasUsing(draft.command) ? policyFormText.checkHint : policyFormText.insertHint}
              placeholder="(select auth.uid()) = user_id"
              value={draft.check}
              onChange={(check) => set({ check })}
              problem={problems['check']}
              isOptional={hasUsing(draft.command)}
            />
          )}
          <Field label={policyFormText.comment} isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}

const usingHints: Readonly<Record<PolicyDraft['command'], string>> = {
  ALL: policyFormText.usingAll,
  SELECT: policyFormText.usingSelect,
  INSERT: '',
  UPDATE: policyFormText.usingUpdate,
  DELETE: policyFormText.usingDelete,
}
