import type { PublicationSummary } from '@colonnade/pg-meta/publication-summaries'
import { Badge, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { NewButton } from '../objects/new-button.tsx'
import { ownerColumn } from '../objects/owner-column.tsx'
import { ObjectPage, type ObjectColumn } from '../objects/object-page.tsx'
import { isFormOpen, type SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { CommentedEntry } from '../objects/commented-entry.tsx'
import { OperationSwitch } from './operation-switch.tsx'
import { operations } from './publication-draft.ts'
import { PublicationForm } from './publication-form.tsx'
import { PublicationPanel } from './publication-panel.tsx'
import { publicationQuery, publicationsQuery } from './publication-queries.ts'
import { LoadedPanel } from '../objects/loaded-panel.tsx'

export interface PublicationsPageProps extends SearchProps {
  readonly projectRef: string
}

/** What other databases, Realtime and programs may follow: publications, with what each publishes of which tables. */
export function PublicationsPage({ projectRef, search, onSearch }: PublicationsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const { data, error, refetch } = useQuery(publicationsQuery(projectRef))
  const leave = { ...search, open: undefined, act: undefined }
  const newButton = mayWrite && <NewButton noun="publication" onClick={() => onSearch({ ...search, open: 'new', act: undefined })} />
  const columns: readonly ObjectColumn<PublicationSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <CommentedEntry
          tabIndex={tabIndex}
          onOpen={() => onSearch({ ...search, open: String(item.id), act: undefined })}
          item={item}
          summary={
            <span className="w-full truncate text-xs text-soft md:hidden">
              {operations.filter((operation) => item[`publish_${operation}`]).join(', ') || 'nothing'} of {tablesText(item)}
            </span>
          }
        />
      ),
    },
    {
      label: 'Tables',
      className: 'w-60',
      sortBy: ({ tables }) => tables,
      renderCell: (item) => (
        <span className="flex items-center gap-2">
          <span className="truncate">{tablesText(item)}</span>
          {item.unidentified_tables > 0 && (item.publish_update || item.publish_delete) && <Badge tone="warning">no identity</Badge>}
        </span>
      ),
    },
    ...operations.map((operation): ObjectColumn<PublicationSummary> => ({
      label: operation[0]!.toUpperCase() + operation.slice(1),
      className: 'w-24',
      sortBy: (item) => !item[`publish_${operation}`],
      renderCell: (item) => <OperationSwitch projectRef={projectRef} publication={item} operation={operation} mayWrite={mayWrite} />,
    })),
    ownerColumn,
  ]
  return (
    <ObjectPage
      title="Publications"
      description="Changes of rows that others may follow: Realtime, other databases, programs."
      noun="publication"
      search={search}
      onSearch={onSearch}
      items={data}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ id }) => String(id)}
      textOf={({ name, owner, comment }) => `${name} ${owner} ${comment ?? ''}`}
      columns={columns}
      actions={newButton}
      empty={
        <EmptyState icon={<Radio aria-hidden />} title="No publications yet" action={newButton}>
          A publication says which changes of which tables others may follow.
        </EmptyState>
      }
    >
      {search.open === 'new' && mayWrite && (
        <PublicationForm projectRef={projectRef} row={null} onClose={() => onSearch(leave)} onDone={() => onSearch(leave, { isSaved: true })} />
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

function tablesText({ is_for_all_tables: isAll, schemas, tables }: PublicationSummary): string {
  const count = `${tables.toLocaleString('en')} ${tables === 1 ? 'table' : 'tables'}`
  if (isAll) return `all, ${count}`
  return schemas === 0 ? count : `${count}, ${schemas} ${schemas === 1 ? 'schema' : 'schemas'}`
}

interface OpenedProps extends SearchProps {
  readonly projectRef: string
  /** Null when it is not there any more. */
  readonly item: PublicationSummary | null
  readonly mayWrite: boolean
}

function Opened({ projectRef, item, mayWrite, search, onSearch }: OpenedProps) {
  // a form goes on with what it began with: once it is saved, the publication may be another one
  const [first] = useState(item)
  const onClose = () => onSearch({ ...search, open: undefined, act: undefined })
  if (first !== null && mayWrite && search.act === 'edit') {
    return (
      <LoadedPanel title={first.name} label="the publication" query={publicationQuery(projectRef, first.id)} onClose={onClose}>
        {(row) => (
          <PublicationForm
            projectRef={projectRef}
            row={row}
            onClose={() => onSearch({ ...search, act: undefined })}
            onDone={() => onSearch({ ...search, open: undefined, act: undefined }, { isSaved: true })}
          />
        )}
      </LoadedPanel>
    )
  }
  if (item === null) {
    return <GonePanel onClose={onClose}>It was deleted or made anew since the list was loaded.</GonePanel>
  }
  return (
    <PublicationPanel projectRef={projectRef} item={item} mayWrite={mayWrite} onEdit={() => onSearch({ ...search, act: 'edit' })} onClose={onClose} />
  )
}
