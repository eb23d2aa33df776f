import { dropByName } from '@colonnade/pg-meta/drops'
import type { FunctionSummary } from '@colonnade/pg-meta/function-summaries'
import { Button, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { identifierOf } from './function-draft.ts'
import { unknownToPostgres } from './function-panel.tsx'
import { aggregateQuery } from './function-queries.ts'
import { Dependents } from '../objects/dependents.tsx'
import { aggregatePanelText } from './messages.ts'

export interface AggregatePanelProps {
  readonly projectRef: string
  readonly item: FunctionSummary
  readonly mayWrite: boolean
  readonly onClose: () => void
}

/** Shows an aggregate's definition and dependents. Postgres can't alter aggregates. */
export function AggregatePanel({ projectRef, item, mayWrite, onClose }: AggregatePanelProps) {
  const client = useQueryClient()
  const [isDropping, setIsDropping] = useState(false)
  const { data, error, refetch } = useQuery(aggregateQuery(projectRef, item.id))
  if (data === null) return <GonePanel onClose={onClose} />
  return (
    <SidePanel
      title={item.name}
      description={
        <>
          {aggregatePanelText.kind}
          <span className="font-mono text-xs wrap-anywhere">{aggregatePanelText.signature(item.argument_types, item.return_type)}</span>
          {item.comment !== null && <span className="block wrap-anywhere">{item.comment}</span>}
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        <>
          {mayWrite && <DeleteButton noun={aggregatePanelText.noun} onClick={() => setIsDropping(true)} />}
          <Button onClick={onClose}>{aggregatePanelText.close}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <output aria-label={aggregatePanelText.loading}>
            <Skeleton className="h-24 w-full" />
          </output>
        )}
        {data && (
          <>
            <p className="text-soft">{aggregatePanelText.ownerHint(data.owner)}</p>
            <DefinitionSql sql={data.definition} />
            <Dependents projectRef={projectRef} target={{ catalog: 'pg_proc', id: item.id }} none={unknownToPostgres} />
          </>
        )}
      </div>
      {isDropping && (
        <DropDialog
          projectRef={projectRef}
          target={{ catalog: 'pg_proc', id: item.id }}
          noun={aggregatePanelText.noun}
          name={item.name}
          description={aggregatePanelText.deleteText(item.name)}
          drop={(options) => dropByName({ kind: 'aggregate', ...identifierOf(item) }, options)}
          onClose={() => setIsDropping(false)}
          onDropped={() => {
            toast.success(aggregatePanelText.deleted(item.name))
            void refreshProjectData(client, projectRef)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}
