import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { dropByName } from '@colonnade/pg-meta/drops'
import type { PublicationSummary } from '@colonnade/pg-meta/publication-summaries'
import { Button, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { FollowedTables } from './followed-tables.tsx'
import { OperationSwitch } from './operation-switch.tsx'
import { definitionOf, keyOf, operations } from './publication-draft.ts'
import { publicationQuery, publicationScopeQuery, unidentifiedQuery, type PublicationDefinition } from './publication-queries.ts'

export interface PublicationPanelProps {
  readonly projectRef: string
  readonly item: PublicationSummary
  readonly mayWrite: boolean
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** So many tables are drawn at once. */
const maxShown = 200

/** A publication: what it publishes of which tables, and what that hinders. */
export function PublicationPanel({ projectRef, item, mayWrite, onEdit, onClose }: PublicationPanelProps) {
  const client = useQueryClient()
  const [isDropping, setIsDropping] = useState(false)
  const { data: row, error, refetch } = useQuery(publicationQuery(projectRef, item.id))
  if (row === null) return <GonePanel onClose={onClose} />
  return (
    <SidePanel
      title={item.name}
      description={`Of ${item.owner}${item.comment === null ? '' : ` · ${item.comment}`}`}
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <DeleteButton noun="publication" onClick={() => setIsDropping(true)} />
            <Button variant="primary" onClick={onEdit}>
              <Pencil aria-hidden />
              Edit
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {item.name === realtimePublication && <FollowedTables projectRef={projectRef} mayWrite={mayWrite} />}
        <section className="flex flex-col gap-2">
          <h3 className="text-xs text-faint">Changes that it publishes</h3>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {operations.map((operation) => (
              <OperationSwitch key={operation} projectRef={projectRef} publication={item} operation={operation} mayWrite={mayWrite} hasLabel />
            ))}
          </div>
        </section>
        {item.unidentified_tables > 0 && (item.publish_update || item.publish_delete) && <Unidentified projectRef={projectRef} item={item} />}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {row === undefined && error === null && (
          <output aria-label="Loading the publication">
            <Skeleton className="h-24 w-full" />
          </output>
        )}
        {row && <Details projectRef={projectRef} row={row} count={item.tables} />}
      </div>
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_publication', id: item.id }}
          noun="publication"
          name={item.name}
          description={`This deletes the publication ${item.name} for good. Databases that subscribe to it get no more changes and report errors${item.name === realtimePublication ? ', and Realtime hears of no table any more' : ''}.`}
          drop={() => dropByName({ kind: 'publication', name: item.name })}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(`${item.name} deleted`)
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

function Unidentified({ projectRef, item }: { readonly projectRef: string; readonly item: PublicationSummary }) {
  const { data = [] } = useQuery(unidentifiedQuery(projectRef, item.name))
  const names = data.slice(0, 10).map(({ schema, name }) => `${schema}.${name}`)
  const more = item.unidentified_tables - names.length
  return (
    <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 wrap-anywhere">
      Postgres refuses {[item.publish_update && 'updates', item.publish_delete && 'deletes'].filter(Boolean).join(' and ')} of{' '}
      {item.unidentified_tables === 1 ? 'a table' : `${item.unidentified_tables.toLocaleString('en')} tables`} without a primary key or another
      replica identity: {names.join(', ')}
      {names.length > 0 && more > 0 && ` and ${more.toLocaleString('en')} more`}.
    </p>
  )
}

function Details({ projectRef, row, count }: { readonly projectRef: string; readonly row: PublicationDefinition; readonly count: number }) {
  const { data: scope } = useQuery(publicationScopeQuery(projectRef))
  const definition = definitionOf(row)
  const parts = row.parts ?? []
  return (
    <>
      <section className="flex flex-col gap-2">
        <h3 className="text-xs text-faint">Tables ({count.toLocaleString('en')})</h3>
        {row.parts === null && <p>All tables, also those to come.</p>}
        {row.schemas.length > 0 && <p>All tables of {row.schemas.join(', ')}.</p>}
        {row.parts?.length === 0 && row.schemas.length === 0 && <p className="text-soft">None yet.</p>}
        {scope?.has_parts === false && (
          <p className="text-xs text-soft">Columns and rows can be chosen from Postgres 15 on; this database is older.</p>
        )}
        {parts.length > 0 && (
          <ul aria-label="Published tables" className="flex max-h-96 flex-col overflow-y-auto rounded-md border text-xs">
            {parts.slice(0, maxShown).map((table) => (
              <li key={keyOf(table)} className="flex flex-col gap-0.5 border-b px-3 py-1.5 last:border-b-0">
                <span className="font-mono wrap-anywhere">
                  {table.schema}.{table.name}
                </span>
                {table.columns !== null && <span className="wrap-anywhere text-soft">only {table.columns.join(', ')}</span>}
                {table.filter !== null && <span className="font-mono wrap-anywhere text-soft">where {table.filter}</span>}
              </li>
            ))}
          </ul>
        )}
        {parts.length > maxShown && <p className="text-xs text-faint">and {(parts.length - maxShown).toLocaleString('en')} more</p>}
      </section>
      <p className="text-xs text-soft">
        Changes of partitions are published as {row.publish_via_partition_root ? 'those of the table that they are part of' : 'their own'}.
      </p>
      <DefinitionSql sql={definition} className="max-h-80" />
    </>
  )
}
