import { Button, Checkbox, Field, Input, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { schemasQuery } from '../../../scope/schemas/schemas.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { OwnerField } from '../objects/owner-field.tsx'
import { operationText, publicationFormText } from './messages.ts'
import { needsIdentity } from './operation-switch.tsx'
import { alterationOf, creationOf, draftOf, isRemade, isSameTable, newPublication, operations, type PublicationDraft } from './publication-draft.ts'
import { publicationScopeQuery, publishableQuery, type PublicationDefinition } from './publication-queries.ts'
import { TableParts } from './table-parts.tsx'

export interface PublicationFormProps {
  readonly projectRef: string
  /** Null for a new one. */
  readonly row: PublicationDefinition | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Creates or edits a publication. */
export function PublicationForm({ projectRef, row, onClose, onDone }: PublicationFormProps) {
  // changes are computed against the publication as first loaded
  const [original] = useState(row)
  const [first] = useState(() => (original === null ? newPublication : draftOf(original)))
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<PublicationDraft>) => setDraft((now) => ({ ...now, ...part }))
  const tables = useQuery(publishableQuery(projectRef))
  const { data: scope } = useQuery(publicationScopeQuery(projectRef))
  const mayAll = scope?.may_publish_all === true
  const outcome = original === null ? creationOf(draft) : alterationOf(original, draft)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={original === null ? publicationFormText.newTitle : publicationFormText.edit(original.name)}
      draft={outcome}
      isDirty={draft !== first}
      submitLabel={original === null ? publicationFormText.create : publicationFormText.save}
      doneText={original === null ? publicationFormText.created(draft.name) : publicationFormText.saved(draft.name)}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={<Costs draft={draft} original={original} unidentified={unidentifiedOf(draft, tables.data)} />}
    >
      {(problems) => (
        <>
          {problems['form'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['form']}
            </p>
          )}
          <Field label={publicationFormText.name} error={problems['name']}>
            <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
          </Field>
          <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="mb-1.5 text-sm font-medium">{publicationFormText.operations}</legend>
            {operations.map((operation) => (
              <Checkbox
                key={operation}
                isChecked={draft.operations.includes(operation)}
                onCheckedChange={(isOn) =>
                  set({ operations: operations.filter((one) => (one === operation ? isOn : draft.operations.includes(one))) })
                }
                label={operationText[operation]}
              />
            ))}
          </fieldset>
          <Field label={publicationFormText.scope} hint={mayAll || draft.scope === 'all' ? undefined : publicationFormText.superusersOnly}>
            <Select<PublicationDraft['scope']>
              value={draft.scope}
              options={[
                { value: 'tables', label: publicationFormText.selectedTables },
                { value: 'all', label: publicationFormText.allTables, isDisabled: !mayAll && draft.scope !== 'all' },
              ]}
              onValueChange={(next) => set({ scope: next })}
            />
          </Field>
          {draft.scope === 'tables' && (
            <>
              {tables.error !== null && <ErrorNotice error={tables.error} onRetry={() => void tables.refetch()} />}
              <TableParts
                projectRef={projectRef}
                value={draft.tables}
                onChange={(next) => set({ tables: next })}
                tables={tables.data ?? []}
                hasParts={scope?.has_parts !== false}
                problems={problems}
              />
              {scope?.has_parts === true && (mayAll || draft.schemas.length > 0 || first.schemas.length > 0) && (
                <SchemaChips
                  projectRef={projectRef}
                  value={draft.schemas}
                  // a removed schema can be added again
                  addable={mayAll ? null : first.schemas}
                  onChange={(schemas) => set({ schemas })}
                />
              )}
            </>
          )}
          <Checkbox isChecked={draft.isViaRoot} onCheckedChange={(isViaRoot) => set({ isViaRoot })} label={publicationFormText.viaRoot} />
          <OwnerField projectRef={projectRef} now={original?.owner ?? null} value={draft.owner} onChange={(owner) => set({ owner })} />
          <Field label={publicationFormText.comment} isOptional>
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}

/** Lists tables without a replica identity. */
function unidentifiedOf(
  draft: PublicationDraft,
  tables: readonly { readonly schema: string; readonly name: string; readonly has_identity: boolean }[] = [],
) {
  const weak = tables.filter(({ has_identity: hasIdentity }) => !hasIdentity)
  return draft.scope === 'all' ? weak : weak.filter((table) => draft.tables.some((one) => isSameTable(one, table)))
}

interface CostsProps {
  readonly draft: PublicationDraft
  readonly original: PublicationDefinition | null
  readonly unidentified: readonly { readonly schema: string; readonly name: string }[]
}

function Costs({ draft, original, unidentified }: CostsProps) {
  const refused = draft.operations.filter(needsIdentity)
  const refusedText = refused.map((operation) => operationText[operation])
  const hasParts = draft.scope === 'tables' && draft.tables.some(({ columns, filter }) => columns !== null || filter.trim() !== '')
  const named = unidentified.slice(0, 5).map(({ schema, name }) => `${schema}.${name}`)
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 text-xs text-soft">
      {original !== null && isRemade(original, draft) && (
        <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm text-fg">{publicationFormText.recreated}</p>
      )}
      {refused.length > 0 && unidentified.length > 0 && (
        <output className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm wrap-anywhere text-fg">
          {publicationFormText.refused(refusedText, named, unidentified.length - named.length)}
        </output>
      )}
      {refused.length > 0 && hasParts && <p>{publicationFormText.partsLimit(refusedText)}</p>}
      <p>{publicationFormText.cost}</p>
    </div>
  )
}

const nothing = ''

function SchemaChips({
  projectRef,
  value,
  addable,
  onChange,
}: {
  readonly projectRef: string
  readonly value: readonly string[]
  /** Schemas that the person can add; null for all. */
  readonly addable: readonly string[] | null
  readonly onChange: (value: readonly string[]) => void
}) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const names = addable ?? data.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={publicationFormText.schemas}
        isOptional
        hint={addable === null ? publicationFormText.schemasHint : publicationFormText.schemasHintOwner}
      >
        <SearchSelect
          value={nothing}
          options={[
            { value: nothing, label: publicationFormText.addSchema },
            ...names.filter((name) => !value.includes(name)).map((name) => ({ value: name, label: name })),
          ]}
          searchLabel={publicationFormText.searchSchemas}
          emptyText={publicationFormText.noSchema}
          onValueChange={(name) => name !== nothing && onChange([...value, name])}
        />
      </Field>
      <ul aria-label={publicationFormText.publishedSchemas} className="flex flex-wrap gap-1.5 empty:hidden">
        {value.map((name) => (
          <li key={name}>
            <Button size="sm" aria-label={publicationFormText.removeSchema(name)} onClick={() => onChange(value.filter((one) => one !== name))}>
              <span className="max-w-48 truncate font-mono text-xs">{name}</span>
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
