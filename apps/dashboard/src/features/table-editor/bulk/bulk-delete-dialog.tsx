import { getMatchingRowsDeleteSql } from '@colonnade/pg-meta/bulk-changes'
import { CodeBlock, ConfirmDialog, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import type { BulkDialogProps } from './bulk-edit-dialog.tsx'
import { referringQuery, runBulk, targetCountQuery } from './bulk-queries.ts'
import { BulkSize, isSizeConfirmed } from './bulk-size.tsx'
import { filtersOf, type BulkTarget } from './bulk-target.ts'
import { bulkDeleteDialogText } from './messages.ts'
import { ReferringRows } from './referring-rows.tsx'

/** Rows whose keys are named. */
const namedRows = 5

/** Deletes many rows at once, after showing their number and what depends on them. */
export function BulkDeleteDialog({ scope, target, onClose, onChanged }: BulkDialogProps) {
  const { entity } = scope
  const { data: rows, error } = useQuery(targetCountQuery(scope, target))
  const { data: referring, error: referringError } = useQuery(referringQuery(scope, target))
  const [typed, setTyped] = useState('')
  const { sql } = getMatchingRowsDeleteSql({ table: entity, filters: filtersOf(entity, target) })
  const isReady = rows !== undefined && rows > 0 && isSizeConfirmed(rows, typed)
  const text = rows === undefined ? 'rows' : rowsText(rows, true)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={rows === 1 ? bulkDeleteDialogText.titleOne : bulkDeleteDialogText.title(text)}
      description={rows === 1 ? bulkDeleteDialogText.bodyOne(entity.schema, entity.name) : bulkDeleteDialogText.body(entity.schema, entity.name)}
      confirmLabel={rows === 1 ? bulkDeleteDialogText.deleteRow : bulkDeleteDialogText.delete(text)}
      isDanger
      isConfirmDisabled={!isReady}
      onConfirm={async () => {
        if (rows === undefined) return
        await runBulk(scope, sql, rows, [])
        toast.success(bulkDeleteDialogText.deleted(rowsText(rows, true)))
        onChanged()
      }}
    >
      <div className="flex flex-col gap-2">
        {(error ?? referringError) !== null && <p role="alert">{messageOf(error ?? referringError)}</p>}
        {rows === undefined && error === null && <Skeleton className="h-5 w-40" />}
        {rows === 0 && <p>{bulkDeleteDialogText.noRows}</p>}
        <p className="truncate font-mono text-xs text-soft">{namesOf(target)}</p>
        <ReferringRows referring={referring ?? []} />
        <CodeBlock code={sql} label={bulkDeleteDialogText.sql} isWrapped className="max-h-32 overflow-y-auto" />
        {rows !== undefined && <BulkSize rows={rows} typed={typed} onType={setTyped} />}
      </div>
    </ConfirmDialog>
  )
}

function namesOf(target: BulkTarget): string {
  if (target.kind === 'matching') return target.filters.length > 0 ? bulkDeleteDialogText.allMatching : bulkDeleteDialogText.allRows
  const names = target.keys.slice(0, namedRows).map(({ columns, values }) => columns.map((column, index) => `${column} ${values[index]}`).join(', '))
  return `${names.join('; ')}${target.keys.length > namedRows ? ' …' : ''}`
}
