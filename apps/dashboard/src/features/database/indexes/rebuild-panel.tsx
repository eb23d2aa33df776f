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

export interface RebuildPanelProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Builds an index anew: one that is invalid works then, one that is bloated is packed. */
export function RebuildPanel({ projectRef, item, onClose, onDone }: RebuildPanelProps) {
  const [told, setTold] = useState(true)
  // Postgres reindexes what has partitions one by one, which no transaction can hold
  const isOnline = told || item.is_partitioned
  const { data } = useQuery(indexQuery(projectRef, item.id))
  const rows = data?.table_rows === null || data === null || data === undefined ? 'all rows' : rowsText(data.table_rows, false)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={`Reindex ${item.name}`}
      description={item.is_valid ? 'Builds it anew, without the air in it.' : 'Builds it anew, so that it is valid.'}
      draft={rebuildOf(item, isOnline)}
      isDirty={false}
      submitLabel="Reindex"
      doneText={`${item.name} reindexed`}
      onClose={onClose}
      onDone={onDone}
      progress={<BuildProgress projectRef={projectRef} schema={item.schema} table={item.table} />}
      remains={isOnline && <InvalidIndexes projectRef={projectRef} tableId={item.table_id} />}
      costs={
        <p className="px-4 pb-4 text-xs text-soft">
          {isOnline
            ? `It reads ${rows} of ${item.table} twice while others read and write, waits for the transactions that began before, and needs room for a second index meanwhile. It runs outside of a transaction: if it fails or is stopped, the index stays as it was, and an invalid one beside it remains that has to be deleted.`
            : `It keeps writers out of ${item.table} (lock: SHARE), and readers that would use the index (lock: ACCESS EXCLUSIVE), while it reads ${rows}.`}
        </p>
      }
    >
      {() =>
        item.is_partitioned ? (
          <p className="text-soft">The indexes of all partitions are built anew, one after another, concurrently.</p>
        ) : (
          <Checkbox isChecked={isOnline} onCheckedChange={setTold} label="Concurrently: nobody is kept out while it is built" />
        )
      }
    </ChangePanel>
  )
}
