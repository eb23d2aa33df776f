import { Button, Checkbox, Field, Input, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { schemasQuery } from '../../../scope/schemas/schemas.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { OwnerField } from '../objects/owner-field.tsx'
import { needsIdentity } from './operation-switch.tsx'
import { alterationOf, creationOf, draftOf, isRemade, isSameTable, newPublication, operations, type PublicationDraft } from './publication-draft.ts'
import { publicationScopeQuery, publishableQuery, type PublicationDefinition } from './publication-queries.ts'
import { TableParts } from './table-parts.tsx'

export interface PublicationFormProps {
  readonly projectRef: string
  /** Null to make one. */
  readonly row: PublicationDefinition | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Makes a publication, or changes what one publishes. */
export function PublicationForm({ projectRef, row, onClose, onDone }: PublicationFormProps) {
  // changes are computed against what was loaded first
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
      title={original === null ? 'New publication' : `Edit ${original.name}`}
      draft={outcome}
      isDirty={draft !== first}
      submitLabel={original === null ? 'Create publication' : 'Save publication'}
      doneText={original === null ? `${draft.name} created` : `${draft.name} saved`}
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
          <Field label="Name" error={problems['name']}>
            <Input isMono value={draft.name} onChange={(event) => set({ name: event.target.value })} autoComplete="off" spellCheck={false} />
          </Field>
          <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="mb-1.5 text-sm font-medium">Changes that it publishes</legend>
            {operations.map((operation) => (
              <Checkbox
                key={operation}
                isChecked={draft.operations.includes(operation)}
                onCheckedChange={(isOn) =>
                  set({ operations: operations.filter((one) => (one === operation ? isOn : draft.operations.includes(one))) })
                }
                label={operation}
              />
            ))}
          </fieldset>
          <Field
            label="Of"
            hint={mayAll || draft.scope === 'all' ? undefined : 'Postgres lets only superusers publish all tables, or all of a schema.'}
          >
            <Select<PublicationDraft['scope']>
              value={draft.scope}
              options={[
                { value: 'tables', label: 'Chosen tables' },
                { value: 'all', label: 'All tables, also those to come', isDisabled: !mayAll && draft.scope !== 'all' },
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
                  // what was there can be put back
                  addable={mayAll ? null : first.schemas}
                  onChange={(schemas) => set({ schemas })}
                />
              )}
            </>
          )}
          <Checkbox
            isChecked={draft.isViaRoot}
            onCheckedChange={(isViaRoot) => set({ isViaRoot })}
            label="Publish changes of partitions as those of the table that they are part of"
          />
          <OwnerField projectRef={projectRef} now={original?.owner ?? null} value={draft.owner} onChange={(owner) => set({ owner })} />
          <Field label="Comment" isOptional>
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
  const hasParts = draft.scope === 'tables' && draft.tables.some(({ columns, filter }) => columns !== null || filter.trim() !== '')
  const named = unidentified.slice(0, 5).map(({ schema, name }) => `${schema}.${name}`)
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 text-xs text-soft">
      {original !== null && isRemade(original, draft) && (
        <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm text-fg">
          Postgres can’t switch a publication between chosen tables and all tables, so it is dropped and re-created in one transaction with the same
          name, owner, options and comment. Subscribers miss no changes. Refresh their subscriptions to receive other tables.
        </p>
      )}
      {refused.length > 0 && unidentified.length > 0 && (
        <output className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm wrap-anywhere text-fg">
          {named.join(', ')}
          {unidentified.length > named.length && ` and ${(unidentified.length - named.length).toLocaleString('en')} more`}{' '}
          {unidentified.length === 1 ? 'has' : 'have'} neither a primary key nor another replica identity: Postgres will refuse every{' '}
          {refused.join(' and ')} of {unidentified.length === 1 ? 'its' : 'their'} rows. Give a primary key first, or publish inserts only.
        </output>
      )}
      {refused.length > 0 && hasParts && (
        <p>
          With {refused.join(' and ')} published, chosen columns must include those of the primary key, and a condition may use no others: Postgres
          refuses these changes of the table otherwise.
        </p>
      )}
      <p>Writes to no table. Adding a table waits for running changes to it, then locks it briefly.</p>
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
  /** Those that the user may add; null for all. */
  readonly addable: readonly string[] | null
  readonly onChange: (value: readonly string[]) => void
}) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const names = addable ?? data.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="All tables of schemas"
        isOptional
        hint={
          addable === null
            ? 'Also those to come.'
            : 'Also those to come. Postgres lets only superusers add a schema; taking one away is up to the owner.'
        }
      >
        <SearchSelect
          value={nothing}
          options={[
            { value: nothing, label: 'Add a schema' },
            ...names.filter((name) => !value.includes(name)).map((name) => ({ value: name, label: name })),
          ]}
          searchLabel="Search schemas"
          emptyText="No schema has this name."
          onValueChange={(name) => name !== nothing && onChange([...value, name])}
        />
      </Field>
      <ul aria-label="Published schemas" className="flex flex-wrap gap-1.5 empty:hidden">
        {value.map((name) => (
          <li key={name}>
            <Button size="sm" aria-label={`Take away ${name}`} onClick={() => onChange(value.filter((one) => one !== name))}>
              <span className="max-w-48 truncate font-mono text-xs">{name}</span>
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
