import { dropByName } from '@colonnade/pg-meta/drops'
import { indexes } from '@colonnade/pg-meta'
import type { IndexDetails } from '@colonnade/pg-meta/index-details'
import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Button, Checkbox, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Pencil, RefreshCw, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { BuildProgress } from './build-progress.tsx'
import { isConcurrent, leftoverDrop } from './index-draft.ts'
import { contentText, type IndexMark } from './index-marks.ts'
import { indexQuery } from './index-queries.ts'
import { bloatText, constraintDropText, markText, purposeText } from './index-words.ts'
import { indexPanelText } from './messages.ts'

export type IndexAct = 'edit' | 'duplicate' | 'reindex'

export interface IndexPanelProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly marks: readonly IndexMark[]
  readonly mayWrite: boolean
  readonly onAct: (act: IndexAct) => void
  readonly onClose: () => void
}

/** Shows an index: its purpose, size and scans, and what needs attention. */
export function IndexPanel({ projectRef, item, marks, mayWrite, onAct, onClose }: IndexPanelProps) {
  const [isDropping, setIsDropping] = useState(false)
  const details = useQuery(indexQuery(projectRef, item.id))
  if (details.data === null) return <GonePanel onClose={onClose} />
  return (
    <SidePanel
      title={item.name}
      description={
        <>
          {indexPanelText.on}
          <span className="font-mono text-xs wrap-anywhere">{item.table}</span>
          {details.data?.comment && <span className="block wrap-anywhere">{details.data.comment}</span>}
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            {isDroppable(item) && <DeleteButton noun={indexPanelText.noun} onClick={() => setIsDropping(true)} />}
            {!item.has_constraint && !item.is_of_partition && (
              <Button onClick={() => onAct('duplicate')}>
                <Copy aria-hidden className="max-sm:hidden" />
                {indexPanelText.duplicate}
              </Button>
            )}
            <Button onClick={() => onAct('edit')}>
              <Pencil aria-hidden className="max-sm:hidden" />
              {indexPanelText.edit}
            </Button>
            <Button onClick={() => onAct('reindex')}>
              <RefreshCw aria-hidden className="max-sm:hidden" />
              {indexPanelText.reindex}
            </Button>
          </>
        )
      }
    >
      {!item.is_valid && <BuildProgress projectRef={projectRef} schema={item.schema} table={item.table} />}
      <div className="flex flex-col gap-4 p-4">
        {marks.map((mark) => (
          <p
            key={mark.kind}
            className={`rounded-md border px-3 py-2 ${mark.kind === 'invalid' ? 'border-danger/40 bg-danger-tint' : 'border-warning/40 bg-warning-tint'}`}
          >
            {markText(mark, item)}
          </p>
        ))}
        <section className="flex flex-col gap-1">
          <h3 className="text-xs text-faint">{indexPanelText.purpose}</h3>
          <p>{purposeText(item)}</p>
          <p className="font-mono text-xs wrap-anywhere text-soft">{contentText(item)}</p>
        </section>
        {details.error !== null && <ErrorNotice error={details.error} onRetry={() => void details.refetch()} />}
        {details.isPending && (
          <output aria-label={indexPanelText.loading} className="flex flex-col gap-3">
            {['w-full', 'w-2/3', 'w-1/2'].map((width) => (
              <Skeleton key={width} className={`h-4 ${width}`} />
            ))}
          </output>
        )}
        {details.data && <Details item={item} details={details.data} />}
      </div>
      {isDropping && (
        <Drop projectRef={projectRef} item={item} details={details.data ?? null} onClose={() => setIsDropping(false)} onDropped={onClose} />
      )}
    </SidePanel>
  )
}

const isDroppable = ({ has_constraint, is_of_partition }: IndexSummary): boolean => !has_constraint && !is_of_partition

function Details({ item, details }: { readonly item: IndexSummary; readonly details: IndexDetails }) {
  const { scans, last_scan: lastScan, counted_since: since, constraint, foreign_keys: keys } = details
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 [&_dt]:text-xs [&_dt]:text-faint">
        {!item.is_partitioned && (
          <>
            <Fact term={indexPanelText.scans}>{formatNumber(scans)}</Fact>
            {since !== null && (
              <Fact term={indexPanelText.countedFrom}>
                <RelativeTime value={since} />
              </Fact>
            )}
            {details.has_last_scan && (
              <Fact term={indexPanelText.lastScan}>{lastScan === null ? indexPanelText.never : <RelativeTime value={lastScan} />}</Fact>
            )}
            <Fact term={indexPanelText.entriesRead}>{formatNumber(details.entries_read)}</Fact>
            <Fact term={indexPanelText.size}>{formatBytes(details.bytes)}</Fact>
          </>
        )}
        <Fact term={indexPanelText.tableSize}>{formatBytes(details.table_bytes)}</Fact>
        <Fact term={indexPanelText.tableRows}>{details.table_rows === null ? indexPanelText.notCounted : rowsText(details.table_rows, false)}</Fact>
        <Fact term={indexPanelText.method}>{item.method}</Fact>
        <Fact term={indexPanelText.owner}>{details.owner}</Fact>
        {item.is_replica_identity && <Fact term={indexPanelText.replicaIdentity}>{indexPanelText.replicaIdentityHint}</Fact>}
      </dl>
      {!item.is_partitioned && (
        <section className="flex flex-col gap-1">
          <h3 className="text-xs text-faint">{indexPanelText.bloat}</h3>
          <p>{bloatText(details)}</p>
        </section>
      )}
      {keys.length > 0 && (
        <section className="flex flex-col gap-1">
          <h3 className="text-xs text-faint">{indexPanelText.foreignKeys}</h3>
          <ul className="font-mono text-xs">
            {keys.map(({ name, table }) => (
              <li key={`${table} ${name}`} className="wrap-anywhere">
                {indexPanelText.keyOf(name, table)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {constraint !== null && (
        <section className="flex flex-col gap-2">
          <h3 className="text-xs text-faint">{indexPanelText.constraint}</h3>
          <p>
            <span className="font-mono text-xs wrap-anywhere">
              {constraint.name} {constraint.definition}
            </span>
            {indexPanelText.constraintHint}
          </p>
          <Button size="sm" className="self-start" onClick={() => openEditorPanel({ text: constraintDropText(item, constraint.name) })}>
            <SquareTerminal aria-hidden />
            {indexPanelText.deleteConstraint}
          </Button>
        </section>
      )}
      {item.is_of_partition && constraint === null && <p className="text-soft">{indexPanelText.partitionHint}</p>}
      <DefinitionSql sql={`${details.definition};`} />
    </>
  )
}

interface DropProps {
  readonly projectRef: string
  readonly item: IndexSummary
  readonly details: IndexDetails | null
  readonly onClose: () => void
  readonly onDropped: () => void
}

function Drop({ projectRef, item, details, onClose, onDropped }: DropProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<boolean | null>(item.is_valid ? null : true)
  const table = { id: item.table_id, schema: item.schema, name: item.table, type: item.is_partitioned ? 'p' : 'r' } as const
  const isOnline = isConcurrent(
    { isConcurrent: chosen },
    { ...table, rows_estimate: details?.table_rows ?? null, bytes_estimate: details?.table_bytes ?? null },
  )
  const { schema, name } = item
  return (
    <DropDialog
      projectRef={projectRef}
      target={{ id: item.id }}
      noun={indexPanelText.noun}
      name={name}
      description={
        <>
          {indexPanelText.deleteText}
          <span className="font-mono text-xs wrap-anywhere">{item.table}</span>
          {details?.table_rows !== null && details !== null && indexPanelText.deleteRows(rowsText(details.table_rows, false))}
          {indexPanelText.deleteEffect}
        </>
      }
      drop={({ cascade }) => {
        if (cascade || !isOnline) return dropByName({ kind: 'index', schema, name }, { cascade })
        return item.is_valid ? indexes.remove({ schema, name }, { is_concurrent: true }) : leftoverDrop(item)
      }}
      onClose={onClose}
      onDropped={() => {
        toast.success(indexPanelText.deleted(name))
        void refreshProjectData(client, projectRef)
        onDropped()
      }}
    >
      <p className="text-soft">{isOnline ? indexPanelText.concurrentCosts : indexPanelText.costs(item.table)}</p>
      {!item.is_partitioned && <Checkbox isChecked={isOnline} onCheckedChange={setChosen} label={indexPanelText.concurrently} />}
    </DropDialog>
  )
}
