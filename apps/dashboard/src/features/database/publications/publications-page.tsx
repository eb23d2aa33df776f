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
import { followedText, operationText, publicationsText } from './messages.ts'
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
  title: publicationsText.title,
  description: publicationsText.description,
  noun: publicationsText.noun,
  keyOf: ({ id }) => String(id),
  textOf: ({ name, owner, comment }) => `${name} ${owner} ${comment ?? ''}`,
}

/** Lists publications, with the changes and tables that each publishes. */
export function PublicationsPage({ projectRef, search, onSearch }: PublicationsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const list = useQuery(publicationsQuery(projectRef))
  const address = addressOf({ search, onSearch })
  const newButton = mayWrite && <NewButton noun={publicationsText.noun} onClick={address.create} />
  const columns: readonly ObjectColumn<PublicationSummary>[] = [
    {
      label: publicationsText.name,
      sortBy: ({ name }) => name,
      renderCell: (item, tabIndex) => (
        <CommentedEntry
          tabIndex={tabIndex}
          onOpen={() => address.open(kind.keyOf(item))}
          item={item}
          summary={<span className="w-full truncate text-xs text-soft md:hidden">{changesText(item)}</span>}
        />
      ),
    },
    {
      label: publicationsText.tables,
      className: 'w-60',
      sortBy: ({ tables }) => tables,
      renderCell: (item) => (
        <span className="flex items-center gap-2">
          <span className="truncate">{tablesText(item)}</span>
          {item.name === realtimePublication && <Badge tone="accent">{followedText.badge}</Badge>}
          {item.unidentified_tables > 0 && (item.publish_update || item.publish_delete) && (
            <Badge tone="warning">{publicationsText.noIdentity}</Badge>
          )}
        </span>
      ),
    },
    ...operations.map((operation): ObjectColumn<PublicationSummary> => ({
      label: operationText[operation],
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
        <EmptyState icon={<Radio aria-hidden />} title={publicationsText.empty} action={newButton}>
          {publicationsText.emptyText}
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
            <LoadedPanel title={name} label={publicationsText.label} query={publicationQuery(projectRef, id)} onClose={() => address.close()}>
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
        gone={publicationsText.gone}
      />
    </ObjectPage>
  )
}

function changesText(item: PublicationSummary): string {
  const changes = operations.filter((operation) => item[`publish_${operation}`]).map((operation) => operationText[operation])
  return changes.length === 0 ? publicationsText.noneOf(tablesText(item)) : publicationsText.someOf(changes, tablesText(item))
}

function tablesText({ is_for_all_tables: isAll, schemas, tables }: PublicationSummary): string {
  const count = publicationsText.tableCount(tables.toLocaleString('en'), tables === 1)
  if (isAll) return publicationsText.allTables(count)
  return schemas === 0 ? count : publicationsText.withSchemas(count, schemas)
}
