import { Field, Input, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { OwnerField } from '../objects/owner-field.tsx'
import { KindFields } from './kind-fields.tsx'
import { typeFormText } from './messages.ts'
import { alterationOf, valuePlan } from './type-alteration.ts'
import { TypeCosts } from './type-costs.tsx'
import { creationOf, draftOf, duplicateOf, newDraft, type TypeDraft, type TypeKind } from './type-draft.ts'
import { heldValuesQuery, usesQuery, type TypeDefinition } from './type-queries.ts'

export type TypeWork =
  | { readonly kind: 'create'; readonly schema: string }
  | { readonly kind: 'duplicate'; readonly original: TypeDefinition }
  | { readonly kind: 'edit'; readonly original: TypeDefinition }

export interface TypeFormProps {
  readonly projectRef: string
  readonly work: TypeWork
  readonly onClose: () => void
  /** Called with the saved draft. */
  readonly onDone: (saved: TypeDraft) => void
}

const kinds: readonly { readonly value: TypeKind; readonly label: string }[] = [
  { value: 'enum', label: typeFormText.enum },
  { value: 'composite', label: typeFormText.composite },
  { value: 'domain', label: typeFormText.domain },
  { value: 'range', label: typeFormText.range },
]

/** Creates a type, or edits what Postgres can change. */
export function TypeForm({ projectRef, work, onClose, onDone }: TypeFormProps) {
  // the original stays as loaded first: changes are computed against it
  const [original] = useState(work.kind === 'create' ? null : work.original)
  const [first] = useState(() =>
    work.kind === 'create' ? newDraft(work.schema) : work.kind === 'edit' ? draftOf(work.original) : duplicateOf(work.original),
  )
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<TypeDraft>) => setDraft((now) => ({ ...now, ...part }))
  const isEdit = work.kind === 'edit'
  const plan = isEdit && original?.kind === 'enum' ? valuePlan(original, draft) : { removed: [], isRewrite: false }
  const uses = useQuery({ ...usesQuery(projectRef, original?.id ?? 0), enabled: isEdit })
  const columns = uses.data?.columns ?? []
  const held = useQuery({
    ...heldValuesQuery(projectRef, original?.id ?? 0, columns, plan.removed),
    enabled: plan.removed.length > 0 && columns.length > 0,
  })
  const lookAgain = () => {
    void uses.refetch()
    if (plan.removed.length > 0) void held.refetch()
  }
  const known = {
    uses: uses.data ?? undefined,
    held: columns.length === 0 ? [] : held.data,
  }
  const outcome = isEdit && original !== null ? alterationOf(original, draft, known) : creationOf(draft, original)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={isEdit ? typeFormText.edit(first.name) : work.kind === 'duplicate' ? typeFormText.duplicate(original?.name ?? '') : typeFormText.newType}
      {...(work.kind === 'duplicate' && { description: typeFormText.duplicateHint })}
      draft={outcome}
      isDirty={draft !== first}
      submitLabel={isEdit ? typeFormText.save : typeFormText.create}
      doneText={isEdit ? typeFormText.saved(draft.name) : typeFormText.created(draft.name)}
      onClose={onClose}
      onDone={() => onDone(draft)}
      placeOf={(code) => (code === 'duplicate_object' && !isEdit ? 'name' : null)}
      costs={
        isEdit &&
        original !== null && (
          <TypeCosts
            original={original}
            draft={draft}
            plan={plan}
            uses={uses.data}
            outcome={outcome}
            error={uses.error ?? held.error}
            isLooking={uses.isPending || held.isLoading}
            onRetry={lookAgain}
          />
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
            <Field label={typeFormText.name} error={problems['name']}>
              <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="text-sm font-medium">{typeFormText.schema}</span>
              <div className="flex">
                <SchemaPicker projectRef={projectRef} schema={draft.schema} hasSystemSchemas={false} onSchema={(schema) => set({ schema })} />
              </div>
            </div>
          </div>
          {work.kind === 'create' && (
            <Field label={typeFormText.kind}>
              <Select<TypeKind> value={draft.kind} options={kinds} onValueChange={(kind) => set({ kind })} />
            </Field>
          )}
          <KindFields draft={draft} onChange={set} problems={problems} isEdit={isEdit} hasTypedTables={(uses.data?.typed_tables.length ?? 0) > 0} />
          <OwnerField projectRef={projectRef} now={isEdit ? first.owner : null} value={draft.owner} onChange={(owner) => set({ owner })} />
          <Field label={typeFormText.comment} isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
