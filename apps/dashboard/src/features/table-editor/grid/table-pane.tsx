import type { Entity, RowKey } from '@colonnade/pg-meta'
import { Button, ConfirmDialog, EmptyState, toast } from '@colonnade/ui'
import { Rows3 } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { SortColumn } from 'react-data-grid'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { editability } from '../changes/editability.ts'
import { explainChangeError } from '../changes/explain-change-error.ts'
import { InsertSheet } from '../changes/insert-sheet.tsx'
import { deleteRows } from '../changes/mutations.ts'
import { useCellChanges } from '../changes/use-cell-changes.ts'
import { RowWindow } from '../rows/row-window.ts'
import { numberText } from '../rows-text.ts'
import { formatSorts, parseSorts } from '../search.ts'
import { TableFooter } from './table-footer.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableHeader } from './table-header.tsx'

export interface TablePaneProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isWriter: boolean
  readonly sort: readonly string[] | undefined
  readonly from: number
  readonly leading: ReactNode
  readonly onSearch: (change: { readonly sort?: string[] | undefined; readonly from?: number | undefined }) => void
  readonly onOpenTable: (id: number) => void
  readonly onRefresh: () => void
  readonly onWriteSql: (text: string) => void
}

type Open = { readonly kind: 'none' } | { readonly kind: 'insert' } | { readonly kind: 'delete'; readonly rows: ReadonlyMap<string, RowKey> }

/** One relation: its rows, and what is done to them. */
export function TablePane({ projectRef, entity, isWriter, sort, from, leading, onSearch, onOpenTable, onRefresh, onWriteSql }: TablePaneProps) {
  const sortKey = JSON.stringify(sort ?? [])
  const window = useMemo(
    () => new RowWindow(projectRef, entity, parseSorts(JSON.parse(sortKey) as string[], entity.columns), from),
    [projectRef, entity, sortKey, from],
  )
  const state = useSyncExternalStore(window.subscribe, window.get)
  const rights = useMemo(() => editability(entity, isWriter), [entity, isWriter])
  const changes = useCellChanges(projectRef, window)
  const [selected, setSelected] = useState<ReadonlyMap<string, RowKey>>(new Map())
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  useEffect(() => {
    window.load()
    return () => window.dispose()
  }, [window])
  const sortColumns = parseSorts(sort, entity.columns).flatMap(({ column, ascending }): SortColumn[] => {
    const place = entity.columns.findIndex(({ name }) => name === column)
    return place < 0 ? [] : [{ columnKey: String(place), direction: ascending === false ? 'DESC' : 'ASC' }]
  })
  const isEmpty = state.rows.length === 0 && !state.isLoading && state.error === null
  const doomed = open.kind === 'delete' ? open.rows : null

  return (
    <section aria-label={entity.name} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TableHeader
        entity={entity}
        rights={rights}
        selectedRows={selected.size}
        leading={leading}
        isLoading={state.isLoading}
        onWriteSql={onWriteSql}
        onInsert={() => setOpen({ kind: 'insert' })}
        onDelete={() => setOpen({ kind: 'delete', rows: selected })}
        onRefresh={() => {
          onRefresh()
          window.load()
        }}
      />
      {state.error !== null && (
        <div className="border-b p-3">
          <ErrorNotice error={state.error} onRetry={() => window.load()} />
        </div>
      )}
      {isEmpty ? (
        <NoRows name={entity.name} canInsert={rights.canInsert} onInsert={() => setOpen({ kind: 'insert' })} />
      ) : (
        <TableGrid
          key={window.number}
          projectRef={projectRef}
          window={window}
          state={state}
          rights={rights}
          changes={changes}
          from={from}
          sortColumns={sortColumns}
          selected={selected}
          onSelect={setSelected}
          onSort={(columns) =>
            onSearch({
              sort: formatSorts(
                columns.map(({ columnKey, direction }) => ({ column: entity.columns[Number(columnKey)]!.name, ascending: direction === 'ASC' })),
              ),
              from: undefined,
            })
          }
          onDelete={(rows) => setOpen({ kind: 'delete', rows })}
          onOpenTable={onOpenTable}
        />
      )}
      <TableFooter window={window} state={state} from={from} onFrom={(next) => onSearch({ from: next === 0 ? undefined : next })} />
      <InsertSheet
        projectRef={projectRef}
        entity={entity}
        isOpen={open.kind === 'insert'}
        onOpenChange={(isOpen) => setOpen({ kind: isOpen ? 'insert' : 'none' })}
        onInserted={() => window.load()}
      />
      <ConfirmDialog
        isOpen={doomed !== null}
        onOpenChange={(isOpen) => !isOpen && setOpen({ kind: 'none' })}
        title={doomed?.size === 1 ? 'Delete this row?' : `Delete ${numberText(doomed?.size ?? 0)} rows?`}
        description={deleteWarning(entity, doomed?.size ?? 0)}
        confirmLabel={doomed?.size === 1 ? 'Delete row' : `Delete ${numberText(doomed?.size ?? 0)} rows`}
        isDanger
        onConfirm={async () => {
          if (doomed === null) return
          const deleted = await deleteRows(projectRef, entity, [...doomed.values()]).catch((error: unknown) => {
            const { title, detail } = explainChangeError(error, entity, [])
            throw new Error(detail === null ? title : `${title}. ${detail}`, { cause: error })
          })
          toast.success(deletedText(deleted, doomed.size))
          setSelected(new Map([...selected].filter(([id]) => !doomed.has(id))))
          window.load()
        }}
      />
    </section>
  )
}

function NoRows({ name, canInsert, onInsert }: { readonly name: string; readonly canInsert: boolean; readonly onInsert: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<Rows3 aria-hidden />}
        title={`${name} has no rows`}
        className="w-full max-w-lg"
        action={
          canInsert ? (
            <Button variant="primary" onClick={onInsert}>
              Insert row
            </Button>
          ) : undefined
        }
      >
        {canInsert ? 'Add the first one here, or load many with the SQL editor or any Postgres client.' : 'Rows appear here when there are some.'}
      </EmptyState>
    </div>
  )
}

function deleteWarning({ schema, name }: Entity, rows: number): string {
  const what = `removed from ${schema}.${name} for good`
  return rows === 1 ? `It is ${what}.` : `They are ${what}, all of them or none.`
}

function deletedText(deleted: number, asked: number): string {
  const rows = `${numberText(deleted)} ${deleted === 1 ? 'row' : 'rows'} deleted`
  return deleted === asked ? rows : `${rows}; ${numberText(asked - deleted)} had already gone`
}
