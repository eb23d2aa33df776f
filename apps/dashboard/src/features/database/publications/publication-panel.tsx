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
import { operationText, publicationText } from './messages.ts'
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

/** Most tables shown. */
const maxShown = 200

/** Shows what a publication publishes, and which changes Postgres refuses because of it. */
export function PublicationPanel({ projectRef, item, mayWrite, onEdit, onClose }: PublicationPanelProps) {
  const client = useQueryClient()
  const [isDropping, setIsDropping] = useState(false)
  const { data: row, error, refetch } = useQuery(publicationQuery(projectRef, item.id))
  if (row === null) return <GonePanel onClose={onClose} />
  return (
    <SidePanel
      title={item.name}
      description={publicationText.ownedBy(item.owner, item.comment)}
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <DeleteButton noun={publicationText.noun} onClick={() => setIsDropping(true)} />
            <Button variant="primary" onClick={onEdit}>
              <Pencil aria-hidden />
              {publicationText.edit}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {item.name === realtimePublication && <FollowedTables projectRef={projectRef} mayWrite={mayWrite} />}
        <section className="flex flex-col gap-2">
          <h3 className="text-xs text-faint">{publicationText.operations}</h3>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {operations.map((operation) => (
              <OperationSwitch key={operation} projectRef={projectRef} publication={item} operation={operation} mayWrite={mayWrite} hasLabel />
            ))}
          </div>
        </section>
        {item.unidentified_tables > 0 && (item.publish_update || item.publish_delete) && <Unidentified projectRef={projectRef} item={item} />}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {row === undefined && error === null && (
          <output aria-label={publicationText.loading}>
            <Skeleton className="h-24 w-full" />
          </output>
        )}
        {row && <Details projectRef={projectRef} row={row} count={item.tables} />}
      </div>
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_publication', id: item.id }}
          noun={publicationText.noun}
          name={item.name}
          description={publicationText.deleteText(item.name, item.name === realtimePublication)}
          drop={() => dropByName({ kind: 'publication', name: item.name })}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(publicationText.deleted(item.name))
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
  const refused = (['update', 'delete'] as const).filter((operation) => item[`publish_${operation}`]).map((operation) => operationText[operation])
  return (
    <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 wrap-anywhere">
      {publicationText.refused(refused, item.unidentified_tables, names)}
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
        <h3 className="text-xs text-faint">{publicationText.tables(count.toLocaleString('en'))}</h3>
        {row.parts === null && <p>{publicationText.allTables}</p>}
        {row.schemas.length > 0 && <p>{publicationText.schemas(row.schemas.join(', '))}</p>}
        {row.parts?.length === 0 && row.schemas.length === 0 && <p className="text-soft">{publicationText.none}</p>}
        {scope?.has_parts === false && <p className="text-xs text-soft">{publicationText.noParts}</p>}
        {parts.length > 0 && (
          <ul aria-label={publicationText.list} className="flex max-h-96 flex-col overflow-y-auto rounded-md border text-xs">
            {parts.slice(0, maxShown).map((table) => (
              <li key={keyOf(table)} className="flex flex-col gap-0.5 border-b px-3 py-1.5 last:border-b-0">
                <span className="font-mono wrap-anywhere">
                  {table.schema}.{table.name}
                </span>
                {table.columns !== null && <span className="wrap-anywhere text-soft">{publicationText.only(table.columns.join(', '))}</span>}
                {table.filter !== null && <span className="font-mono wrap-anywhere text-soft">{publicationText.where(table.filter)}</span>}
              </li>
            ))}
          </ul>
        )}
        {parts.length > maxShown && <p className="text-xs text-faint">{publicationText.more((parts.length - maxShown).toLocaleString('en'))}</p>}
      </section>
      <p className="text-xs text-soft">{row.publish_via_partition_root ? publicationText.viaRoot : publicationText.viaPartition}</p>
      <DefinitionSql sql={definition} className="max-h-80" />
    </>
  )
}
