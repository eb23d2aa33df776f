import type { Entity, RowKey } from '@colonnade/pg-meta'
import { Button, EmptyState, toast } from '@colonnade/ui'
import { Rows3 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { BulkMenu } from '../bulk/bulk-menu.tsx'
import { deletionOf, targetOf, type BulkTarget } from '../bulk/bulk-target.ts'
import { editability, replicaRights } from '../changes/editability.ts'
import { FilterBar, type FilterBarHandle } from '../filters/filter-bar.tsx'
import { NoMatch } from '../filters/no-match.tsx'
import { isBroken, isNarrowed, viewOf, type ViewSearch } from '../filters/view.ts'
import { rowHeightsPx, useGridDisplay } from '../columns/display.ts'
import { useColumnLayout } from '../columns/use-column-layout.ts'
import { useLongestValues } from '../columns/use-longest-values.ts'
import { containsText } from '../find/contains-text.ts'
import { FollowContext } from '../foreign-rows/follow-context.ts'
import { nothing } from '../open/open.ts'
import { useOpen } from '../open/open-context.ts'
import { stretchPx } from '../limits.ts'
import { LiveButton } from '../live/live-button.tsx'
import { useLiveRows } from '../live/use-live-rows.ts'
import { RowWindow, type RowsView } from '../rows/row-window.ts'
import { EditModeControl, StagingBar } from '../staging/staging-bar.tsx'
import { useStaging } from '../staging/use-staging.ts'
import type { TableScope } from '../table-scope.ts'
import { RowPanels } from '../row-form/row-panels.tsx'
import { formatSorts, type EditorSearch } from '../search.ts'
import { onPaneKey } from './pane-keys.ts'
import { TableHeader } from './table-header.tsx'
import { TableRows } from './table-rows.tsx'
import { useRowsImported } from '../transfer/run/use-rows-imported.ts'
import { NoRowsForRole } from '../viewer/no-rows-for-role.tsx'
import { rightsAs } from '../viewer/row-access.ts'
import { SecurityBadges } from '../viewer/security-badges.tsx'
import { useViewer } from '../viewer/use-viewer.ts'
import { chooseSource } from '../../../scope/database-source/chosen-source.ts'
import { reachability } from '../../../scope/reachability.ts'
import { SourceChoice } from '../../../scope/database-source/source-choice.tsx'
import { ApiButton } from '../../../scope/api-panel/api-button.tsx'
import { RoleButton } from '../../../scope/database-role/role-button.tsx'
import { ViewerStrip } from '../viewer/viewer-strip.tsx'
import { ImportButton } from '../transfer/import-button.tsx'
import { TransferButtons } from '../transfer/transfer-buttons.tsx'
import { tablePaneText } from './messages.ts'

export interface TablePaneProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isWriter: boolean
  readonly search: ViewSearch
  readonly from: number
  readonly leading: ReactNode
  readonly onSearch: (change: ViewSearch & { readonly from?: number | undefined }) => void
  /** Goes to other rows, of this table or of another. */
  readonly onFollow: (search: EditorSearch) => void
  readonly onRefresh: () => void
  readonly onWriteSql: (text: string) => void
}

/** What was chosen to be changed together; a deletion is also in the address. */
type Bulk = { readonly kind: 'edit' | 'delete'; readonly target: BulkTarget }

/** One relation: its rows, and what is done to them. */
export function TablePane({ projectRef, entity, isWriter, search, from, leading, onSearch, onFollow, onRefresh, onWriteSql }: TablePaneProps) {
  const { as, access } = useViewer(projectRef, entity)
  const own = useMemo(() => editability(entity, isWriter), [entity, isWriter])
  // the same while a role takes nothing away: with other rights all rows are loaded and drawn again
  const rights = useMemo(() => (as?.database === undefined ? rightsAs(own, access) : replicaRights), [own, access, as?.database])
  const scope = useMemo((): TableScope => ({ projectRef, entity, rights, as }), [projectRef, entity, rights, as])
  const viewKey = JSON.stringify(viewOf(search, entity.columns))
  const [display, setDisplay] = useGridDisplay()
  const [layout, setLayout] = useColumnLayout(scope)
  const { rowsPerPage } = display
  const maxRows = Math.floor(stretchPx / rowHeightsPx[display.rowHeight] / largestPage) * largestPage
  const stretch = { from: Math.floor(from / largestPage) * largestPage, maxRows, pageSize: rowsPerPage }
  // a window moves to another range automatically
  // oxlint-disable-next-line react/exhaustive-deps
  const window = useMemo(() => new RowWindow(scope, JSON.parse(viewKey) as RowsView, stretch), [scope, viewKey])
  const state = useSyncExternalStore(window.subscribe, window.get)
  const longest = useLongestValues(window, state.rows)
  const staging = useStaging(scope, window)
  const live = useLiveRows(window, staging)
  const filterBar = useRef<FilterBarHandle>(null)
  const [selected, setSelected] = useState<ReadonlyMap<string, RowKey | null>>(new Map())
  const { open, onOpen } = useOpen()
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const follow = useMemo(() => ({ scope, onFollow }), [scope, onFollow])
  const deletion = open.kind === 'confirmation' && open.confirmation.kind === 'rows-delete' ? open.confirmation : null
  const [target, setTarget] = useState<{ readonly row: number; readonly time: number } | null>(null)
  useEffect(() => window.move({ from: stretch.from, maxRows, pageSize: rowsPerPage }), [window, stretch.from, maxRows, rowsPerPage])
  useEffect(() => {
    window.load()
    const unsubscribe = reachability.subscribe(() => reachability.get() && window.load())
    return () => {
      unsubscribe()
      window.dispose()
    }
  }, [window])
  useRowsImported(projectRef, entity, () => window.load())
  const goTo = (number: number) => {
    const row = number - 1
    window.reach(row)
    const start = Math.floor(row / maxRows) * maxRows
    if (row < window.stretch.from || row >= window.stretch.from + maxRows) onSearch({ from: start === 0 ? undefined : start })
    setTarget((before) => ({ row, time: (before?.time ?? 0) + 1 }))
  }
  const goToLast = async () => {
    try {
      if (!window.get().total.isExact) await window.count(true)
      goTo(Math.max(1, window.get().total.rows))
    } catch (error) {
      toast.error(failureText(tablePaneText.countTask, error))
    }
  }
  // after a link was followed or the page was loaded again only the address knows
  const linked = deletion === null || !rights.canDelete || isBroken(search, entity.columns) ? null : targetOf(deletion, entity, window.view.filters)
  const kept = bulk !== null && (bulk.kind === 'edit' ? deletion === null : deletion !== null) ? bulk : null
  const asked = kept ?? (linked === null ? null : { kind: 'delete' as const, target: linked })
  const isLost = deletion !== null && asked === null
  useEffect(() => {
    if (isLost) onOpen(nothing)
    // oxlint-disable-next-line react/exhaustive-deps -- the function is new at each turn
  }, [isLost])
  const refresh = () => {
    onRefresh()
    window.load()
  }
  const bar = <StagingBar scope={scope} staging={staging} onWriteSql={onWriteSql} />
  const isEmpty = state.rows.length === 0 && staging.inserts.length === 0 && !state.isLoading && state.error === null
  // an address may point past the last row, also because rows were removed
  const isBeyond = isEmpty && from > 0 && state.total.isExact
  const lastStretch = Math.floor(Math.max(0, state.total.rows - 1) / maxRows) * maxRows
  useEffect(() => {
    if (isBeyond) onSearch({ from: lastStretch === 0 ? undefined : lastStretch })
    // oxlint-disable-next-line react/exhaustive-deps -- the function is new at each turn
  }, [isBeyond, lastStretch])
  const insert = () => onOpen({ kind: 'panel', panel: { kind: 'row-add' } })
  const confirmDelete = (target: BulkTarget) => {
    setBulk({ kind: 'delete', target })
    onOpen({ kind: 'confirmation', confirmation: deletionOf(target) })
  }
  /** Staged, they are marked and can be taken back; otherwise they are gone at once, which is asked first. */
  const remove = (rows: ReadonlyMap<string, RowKey | null>) => {
    const keys = [...rows.values()].filter((key) => key !== null)
    if (staging.isImmediate && keys.length > 0) return confirmDelete({ kind: 'selection', keys })
    staging.remove(Array.from(rows, ([row, key]) => ({ row, key, cells: window.get().rows[window.indexOf(row)]?.cells ?? null })))
    setSelected(new Map([...selected].filter(([id]) => !rows.has(id))))
  }

  return (
    <FollowContext value={follow}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key leads from one of its parts to the next */}
      <section aria-label={entity.name} className="flex min-h-0 min-w-0 flex-1 flex-col" onKeyDown={onPaneKey}>
        <TableHeader
          projectRef={projectRef}
          entity={entity}
          rights={rights}
          selectedRows={selected.size}
          leading={leading}
          isLoading={state.isLoading}
          security={
            <SecurityBadges
              projectRef={projectRef}
              entity={entity}
              isWriter={isWriter}
              onChanged={onRefresh}
              onRefreshed={() => window.load()}
              onWriteSql={onWriteSql}
            />
          }
          viewer={
            <>
              <LiveButton live={live} />
              <SourceChoice projectRef={projectRef} value={as?.database} onChange={(database) => chooseSource(projectRef, database)} />
              <RoleButton verb="View" projectRef={projectRef} />
              <ApiButton size="sm" variant="ghost" projectRef={projectRef} objectKey={`table-${entity.id}`} />
            </>
          }
          bulk={
            <BulkMenu
              scope={scope}
              selected={selected}
              filters={window.view.filters}
              onChoose={(kind, target) => (kind === 'delete' ? confirmDelete(target) : setBulk({ kind, target }))}
            />
          }
          transfer={<TransferButtons scope={scope} view={window.view} total={state.total} layout={layout} selected={selected} />}
          onWriteSql={onWriteSql}
          onInsert={insert}
          onDelete={() => remove(selected)}
          onRefresh={refresh}
        />
        <ViewerStrip scope={scope} />
        <FilterBar
          ref={filterBar}
          scope={scope}
          search={search}
          view={window.view}
          isLoading={state.isLoading}
          error={state.error}
          onSearch={onSearch}
          onCancel={() => window.stop()}
          onRetry={() => window.load()}
          onWriteSql={onWriteSql}
        />
        {state.error !== null && !isNarrowed(search) && (
          <div className="border-b p-3">
            <ErrorNotice error={state.error} onRetry={() => window.load()} />
          </div>
        )}
        {isEmpty && isNarrowed(search) && from === 0 ? (
          <NoMatch isBroken={isBroken(search, entity.columns)} onClear={() => onSearch({ filter: undefined, where: undefined, from: undefined })} />
        ) : isEmpty && from === 0 && as?.role !== undefined ? (
          <NoRowsForRole role={as.role} access={access} entity={entity} />
        ) : (
          <TableRows
            key={window.number}
            window={window}
            state={state}
            longest={longest}
            staging={staging}
            selected={selected}
            display={display}
            layout={layout}
            onLayout={setLayout}
            target={target}
            onDisplay={setDisplay}
            onSelect={setSelected}
            onSort={(sorts) => onSearch({ sort: formatSorts(sorts), from: undefined })}
            onFilter={(param) => onSearch({ filter: [...(search.filter ?? []), param], from: undefined })}
            onFilterColumn={(column) => filterBar.current?.begin(column.name)}
            onFilterText={(text) => onSearch({ where: containsText(entity.columns, text), from: undefined })}
            onDelete={remove}
            onGoTo={goTo}
            onLast={() => void goToLast()}
            onRefresh={refresh}
            empty={isEmpty && from === 0 ? <NoRows name={entity.name} canInsert={rights.canInsert} onInsert={insert} /> : null}
            bar={bar}
          >
            {(rights.canUpdate || rights.canInsert) && <EditModeControl staging={staging} />}
          </TableRows>
        )}
        {isEmpty && from === 0 && (isNarrowed(search) || as?.role !== undefined) && bar}
        <RowPanels scope={scope} staging={staging} onFollow={onFollow} />
        {asked !== null && (
          <BulkDialogs
            kind={asked.kind}
            scope={scope}
            target={asked.target}
            onClose={() => {
              setBulk(null)
              if (deletion !== null) onOpen(nothing)
            }}
            onChanged={() => {
              if (asked.kind === 'delete') setSelected(new Map())
              window.load()
            }}
          />
        )}
      </section>
    </FollowContext>
  )
}

/** Stretches begin where a page does, of whatever size. */
const largestPage = 1_000

function NoRows({ name, canInsert, onInsert }: { readonly name: string; readonly canInsert: boolean; readonly onInsert: () => void }) {
  return (
    <EmptyState
      icon={<Rows3 aria-hidden />}
      title={tablePaneText.hasNoRows(name)}
      className="w-full max-w-lg"
      action={
        canInsert ? (
          <>
            <Button variant="primary" onClick={onInsert}>
              {tablePaneText.insertRow}
            </Button>
            <ImportButton />
          </>
        ) : undefined
      }
    >
      {canInsert ? tablePaneText.emptyBody : tablePaneText.emptyReadOnly}
    </EmptyState>
  )
}
