import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import type { PublicationSummary } from '@colonnade/pg-meta/publication-summaries'
import { Badge, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useMayWrite } from '../../../scope/permissions.ts'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import { ownerColumn } from '../objects/owner-column.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { CommentedEntry } from '../../../lib/object-page/commented-entry.tsx'
import { followedText } from './messages.ts'
import { OperationSwitch } from './operation-switch.tsx'
import { operations } from './publication-draft.ts'
import { PublicationForm } from './publication-form.tsx'
import { PublicationPanel } from './publication-panel.tsx'
import { publicationQuery, publicationsQuery } from './publication-queries.ts'
import { LoadedPanel } from '../../../lib/object-page/loaded-panel.tsx'

export interface PublicationsPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

const kind: PageKind<PublicationSummary> = {
  title: 'Publications',
  description: 'Changes of rows that others may follow: Realtime, other databases, programs.',
  noun: 'publication',
  keyOf: ({ id }) => String(id),
  textOf: ({ name, owner, comment }) => `${name} ${owner} ${comment ?? ''}`,
}

/** What other databases, Realtime and programs may follow: publications, with what each publishes of which tables. */
export function PublicationsPage({ projectRef, search, onSearch }: PublicationsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const list = useQuery(publicationsQuery(projectRef))
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun="publication" onClick={address.create} />
  const columns: readonly ObjectColumn<PublicationSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <CommentedEntry
          tabIndex={tabIndex}
          onOpen={() => address.open(kind.keyOf(item))}
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
          {item.name === realtimePublication && <Badge tone="accent">{followedText.badge}</Badge>}
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
      kind={kind}
      list={list}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      empty={
        <EmptyState icon={<Radio aria-hidden />} title="No publications yet" action={newButton}>
          A publication says which changes of which tables others may follow.
        </EmptyState>
      }
    >
      <OpenedObject
        items={list.data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderNew={
          mayWrite &&
          (() => <PublicationForm projectRef={projectRef} row={null} onClose={() => address.close()} onDone={() => address.leaveSaved()} />)
        }
        renderForm={({ id, name }, act) =>
          mayWrite &&
          act === 'edit' && (
            <LoadedPanel title={name} label="the publication" query={publicationQuery(projectRef, id)} onClose={() => address.close()}>
              {(row) => <PublicationForm projectRef={projectRef} row={row} onClose={() => address.show()} onDone={() => address.leaveSaved()} />}
            </LoadedPanel>
          )
        }
        renderObject={(item) => (
          <PublicationPanel
            projectRef={projectRef}
            item={item}
            mayWrite={mayWrite}
            onEdit={() => address.act('edit')}
            onClose={() => address.close()}
          />
        )}
        gone="It was deleted or made anew since the list was loaded."
      />
    </ObjectPage>
  )
}

function tablesText({ is_for_all_tables: isAll, schemas, tables }: PublicationSummary): string {
  const count = `${tables.toLocaleString('en')} ${tables === 1 ? 'table' : 'tables'}`
  if (isAll) return `all, ${count}`
  return schemas === 0 ? count : `${count}, ${schemas} ${schemas === 1 ? 'schema' : 'schemas'}`
}
