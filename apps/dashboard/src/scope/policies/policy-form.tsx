import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Field, Input, SearchSelect, SegmentedControl, Select } from '@colonnade/ui'
import { useState } from 'react'
import { ChangePanel } from '../changes/change-panel.tsx'
import { ExpressionField } from './expression-field.tsx'
import { changeOf, draftOf, emptyPolicy, hasCheck, hasUsing, isMadeAnew, type PolicyDraft } from './policy-draft.ts'
import type { PolicyTemplate } from './policy-templates.ts'
import { RoleChips } from './role-chips.tsx'

export interface PolicyFormProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** All of the table. */
  readonly others: readonly policies.Policy[]
  /** The policy that is changed or copied, with its comment; null for one from nothing. */
  readonly policy: policies.Policy | null
  readonly comment: string | null
  readonly isCopy: boolean
  /** What a new policy can start from. */
  readonly templates: readonly PolicyTemplate[]
  /** What a new policy says at first. */
  readonly start?: PolicyDraft
  readonly onClose: () => void
  readonly onDone: () => void
}

const commands: readonly { readonly value: PolicyDraft['command']; readonly label: string; readonly hint: string }[] = [
  { value: 'ALL', label: 'ALL', hint: 'every command' },
  { value: 'SELECT', label: 'SELECT', hint: 'reads' },
  { value: 'INSERT', label: 'INSERT', hint: 'adds' },
  { value: 'UPDATE', label: 'UPDATE', hint: 'changes' },
  { value: 'DELETE', label: 'DELETE', hint: 'deletes' },
]

const noTemplate = ''

/** A policy that is created, copied or changed. */
export function PolicyForm({ projectRef, table, others, policy, comment, isCopy, templates, start = emptyPolicy, onClose, onDone }: PolicyFormProps) {
  const given = policy === null ? start : draftOf(policy, comment)
  const before = policy === null || isCopy ? null : { ...given, id: policy.id }
  const [first] = useState<PolicyDraft>(isCopy ? { ...given, name: `${given.name} copy` } : given)
  const [draft, setDraft] = useState(first)
  const [template, setTemplate] = useState(noTemplate)
  const taken = others.filter(({ id }) => id !== before?.id).map(({ name }) => name)
  const change = changeOf({ schema: table.schema, table: table.name, taken }, before, draft)
  const set = (next: Partial<PolicyDraft>) => setDraft({ ...draft, ...next })
  const verb = before === null ? 'Create policy' : 'Save policy'
  return (
    <ChangePanel
      projectRef={projectRef}
      title={before === null ? `New policy on ${table.name}` : before.name}
      description={before === null ? undefined : `Policy on ${table.name}`}
      draft={change}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      submitLabel={verb}
      doneText={before === null ? `Policy ${draft.name.trim()} created` : `Policy ${draft.name.trim()} saved`}
      onClose={onClose}
      onDone={onDone}
      size="wide"
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          It waits until nobody reads or writes {table.name}, holds it for a moment, and takes effect at once.
          {!table.rls_enabled && ` Row-level security of ${table.name} is off: until it is on, the policy does nothing.`}
          {before !== null && isMadeAnew(before, draft) && ' Postgres can’t alter this, so the policy is dropped and re-created in one transaction.'}
        </p>
      }
    >
      {(problems) => (
        <>
          {policy === null && templates.length > 0 && (
            <Field label="Start from" hint="About the columns of this table, where it has such." isOptional>
              <SearchSelect
                value={template}
                onValueChange={(id) => {
                  setTemplate(id)
                  setDraft(templates.find((candidate) => candidate.id === id)?.draft ?? start)
                }}
                options={[{ value: noTemplate, label: 'Nothing' }, ...templates.map(({ id, label, hint }) => ({ value: id, label, hint }))]}
                searchLabel="Search templates"
                emptyText="No such template"
              />
            </Field>
          )}
          <Field label="Name" {...(problems['name'] !== undefined && { error: problems['name'] })}>
            <Input value={draft.name} placeholder="Users read their own rows" onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <div className="flex flex-wrap gap-4">
            <Field label="Command" className="min-w-40 flex-1">
              <Select value={draft.command} options={commands} onValueChange={(command) => set({ command })} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="font-medium">Kind</span>
              <SegmentedControl
                label="Kind"
                value={draft.action}
                onValueChange={(action) => set({ action })}
                options={[
                  { value: 'PERMISSIVE', label: 'Permissive' },
                  { value: 'RESTRICTIVE', label: 'Restrictive' },
                ]}
              />
            </div>
          </div>
          <p className="-mt-2 text-xs text-faint">
            {draft.action === 'PERMISSIVE'
              ? 'A row passes if one permissive policy allows it.'
              : 'A row passes only if every restrictive policy and at least one permissive policy allow it.'}
          </p>
          <RoleChips projectRef={projectRef} value={draft.roles} onChange={(roles) => set({ roles })} problem={problems['roles']} />
          {hasUsing(draft.command) && (
            <ExpressionField
              projectRef={projectRef}
              table={table}
              label="Using"
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
              label="With check"
              hint={hasUsing(draft.command) ? 'Rows as they are after a write. The same as Using when it is empty.' : 'Rows that may be added.'}
              placeholder="(select auth.uid()) = user_id"
              value={draft.check}
              onChange={(check) => set({ check })}
              problem={problems['check']}
              isOptional={hasUsing(draft.command)}
            />
          )}
          <Field label="Comment" isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}

const usingHints: Readonly<Record<PolicyDraft['command'], string>> = {
  ALL: 'Rows that may be read, changed and deleted.',
  SELECT: 'Rows that may be read.',
  INSERT: '',
  UPDATE: 'Rows that may be changed, as they are before.',
  DELETE: 'Rows that may be deleted.',
}
