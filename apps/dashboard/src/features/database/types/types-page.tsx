import type { TypeSummary } from '@colonnade/pg-meta/type-summaries'
import { Badge, Button, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Shapes } from 'lucide-react'
import { useState } from 'react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { NewButton } from '../objects/new-button.tsx'
import { ownerColumn } from '../objects/owner-column.tsx'
import { ObjectPage, type ObjectColumn } from '../objects/object-page.tsx'
import { isFormOpen, type SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { CommentedEntry } from '../objects/commented-entry.tsx'
import { TypeForm } from './type-form.tsx'
import { TypePanel } from './type-panel.tsx'
import { typeQuery, typesQuery } from './type-queries.ts'
import { LoadedPanel } from '../objects/loaded-panel.tsx'

export interface TypesPageProps extends SearchProps {
  readonly projectRef: string
}

type Shown = 'all' | TypeSummary['kind']

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All kinds' },
  { value: 'enum', label: 'Enums' },
  { value: 'composite', label: 'Composites' },
  { value: 'domain', label: 'Domains' },
  { value: 'range', label: 'Ranges' },
  { value: 'base', label: 'Base types' },
]

/** Types of a schema: seen, made, changed and dropped. */
export function TypesPage({ projectRef, search, onSearch }: TypesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, isFormOpen(search)) && !isSystemSchema(schema)
  const [shown, setShown] = useState<Shown>('all')
  const { data, error, refetch } = useQuery(typesQuery(projectRef, schema))
  const leave = { ...search, open: undefined, act: undefined }
  const newButton = mayWrite && <NewButton noun="type" onClick={() => onSearch({ ...search, open: 'new', act: undefined })} />
  const columns: readonly ObjectColumn<TypeSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <CommentedEntry
          tabIndex={tabIndex}
          onOpen={() => onSearch({ ...search, open: String(item.id), act: undefined })}
          item={item}
          summary={
            <span className="w-full truncate font-mono text-xs text-faint md:hidden">
              {item.kind} {item.made_of}
            </span>
          }
        >
          {item.extension !== null && <Badge tone="neutral">{item.extension}</Badge>}
        </CommentedEntry>
      ),
    },
    { label: 'Kind', className: 'w-28', sortBy: ({ kind }) => kind, renderCell: ({ kind }) => kind },
    {
      label: 'Made of',
      className: 'w-[40%]',
      sortBy: ({ made_of: parts }) => parts,
      renderCell: ({ made_of: made, parts }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 truncate font-mono text-xs text-soft" title={made}>
            {made}
          </span>
          {parts !== null && <span className="ml-auto shrink-0 text-xs text-faint tabular-nums">{parts.toLocaleString('en')}</span>}
        </span>
      ),
    },
    ownerColumn,
  ]
  return (
    <ObjectPage
      title="Types"
      description="What columns, arguments and results can be besides the types of Postgres: enums, composites, domains and ranges."
      noun="type"
      search={search}
      onSearch={onSearch}
      items={data?.filter(({ kind }) => shown === 'all' || kind === shown)}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ id }) => String(id)}
      textOf={({ name, kind, made_of: made, comment }) => `${name} ${kind} ${made} ${comment ?? ''}`}
      columns={columns}
      actions={newButton}
      filters={
        <>
          <div className="flex w-full md:w-44">
            <SchemaPicker projectRef={projectRef} schema={schema} hasSystemSchemas onSchema={(next) => onSearch({ ...leave, schema: next })} />
          </div>
          <Select<Shown> label="Kind" value={shown} options={choices} onValueChange={setShown} size="sm" className="w-full md:w-36" />
        </>
      }
      empty={
        shown === 'all' ? (
          <EmptyState icon={<Shapes aria-hidden />} title={`No types in ${schema} yet`} action={newButton}>
            An enum keeps a column to some values; a domain keeps all its columns to the same rules.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<Shapes aria-hidden />}
            title={`None of this kind in ${schema}`}
            action={<Button onClick={() => setShown('all')}>Show all types</Button>}
          >
            There are types of other kinds only.
          </EmptyState>
        )
      }
    >
      {search.open === 'new' && mayWrite && (
        <TypeForm
          projectRef={projectRef}
          work={{ kind: 'create', schema }}
          onClose={() => onSearch(leave)}
          onDone={({ schema: saved }) => onSearch({ ...leave, schema: saved }, { isSaved: true })}
        />
      )}
      {search.open !== undefined && search.open !== 'new' && data !== undefined && (
        <Opened
          key={search.open}
          projectRef={projectRef}
          item={data.find(({ id }) => String(id) === search.open) ?? null}
          mayWrite={mayWrite}
          search={search}
          onSearch={onSearch}
        />
      )}
    </ObjectPage>
  )
}

interface OpenedProps extends SearchProps {
  readonly projectRef: string
  /** Null when it is not there any more. */
  readonly item: TypeSummary | null
  readonly mayWrite: boolean
}

function Opened({ projectRef, item, mayWrite, search, onSearch }: OpenedProps) {
  const onClose = () => onSearch({ ...search, open: undefined, act: undefined })
  const { act } = search
  // a form goes on with what it began with: once it is saved, the type may be another one
  const [first] = useState(item)
  if (first !== null && first.kind !== 'base' && mayWrite && (act === 'edit' || act === 'duplicate')) {
    return (
      <LoadedPanel key={act} title={first.name} label="the type" query={typeQuery(projectRef, first.id)} onClose={onClose}>
        {(original) => (
          <TypeForm
            projectRef={projectRef}
            work={{ kind: act, original }}
            onClose={() => onSearch({ ...search, act: undefined })}
            onDone={({ schema }) => onSearch({ ...search, schema, open: undefined, act: undefined }, { isSaved: true })}
          />
        )}
      </LoadedPanel>
    )
  }
  if (item === null) {
    return <GonePanel onClose={onClose}>It was deleted, moved or made anew since the list was loaded, or it is in another schema.</GonePanel>
  }
  return <TypePanel projectRef={projectRef} item={item} mayWrite={mayWrite} onAct={(next) => onSearch({ ...search, act: next })} onClose={onClose} />
}
