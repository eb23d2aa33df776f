import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Checkbox } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { BuildProgress } from './build-progress.tsx'
import { rebuildOf } from './index-draft.ts'
import { indexQuery } from './index-queries.ts'
import { InvalidIndexes } from './invalid-indexes.tsx'
import { rebuildPanelText } from './messages.ts'

export interface RebuildPanelProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Rebuilds an index, to make it valid or to remove its bloat. */
export function RebuildPanel({ projectRef, item, onClose, onDone }: RebuildPanelProps) {
  const [isChosen, setIsChosen] = useState(true)
  // Postgres reindexes partitions one by one, outside a transaction
  const isOnline = isChosen || item.is_partitioned
  const { data } = useQuery(indexQuery(projectRef, item.id))
  const rows = data?.table_rows === null || data === null || data === undefined ? rebuildPanelText.allRows : rowsText(data.table_rows, false)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={rebuildPanelText.title(item.name)}
      description={item.is_valid ? rebuildPanelText.bloated : rebuildPanelText.invalid}
      draft={rebuildOf(item, isOnline)}
      isDirty={false}
      submitLabel={rebuildPanelText.submit}
      doneText={rebuildPanelText.done(item.name)}
      onClose={onClose}
      onDone={onDone}
      progress={<BuildProgress projectRef={projectRef} schema={item.schema} table={item.table} />}
      remains={isOnline && <InvalidIndexes projectRef={projectRef} tableId={item.table_id} />}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          {isOnline ? rebuildPanelText.concurrentCosts(rows, item.table) : rebuildPanelText.costs(item.table, rows)}
        </p>
      }
    >
      {() =>
        item.is_partitioned ? (
          <p className="text-soft">{rebuildPanelText.partitionsHint}</p>
        ) : (
          <Checkbox isChecked={isOnline} onCheckedChange={setIsChosen} label={rebuildPanelText.concurrently} />
        )
      }
    </ChangePanel>
  )
}
