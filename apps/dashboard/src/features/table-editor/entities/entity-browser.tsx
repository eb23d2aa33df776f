import type { EntityType } from '@colonnade/pg-meta'
import { Button, ConfirmDialog, IconButton, Menu, MenuItem, SearchInput, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { FolderPlus, Plus, Table2 } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { searchDelayMs } from '../limits.ts'
import type { Open } from '../open/open.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { setRls } from './entity-actions.ts'
import { EntityList, type EntityLinkProps } from './entity-list.tsx'
import { EntityMenu } from './entity-menu.tsx'
import { entitiesQuery, exposureQuery } from './entity-queries.ts'
import type { EntityView } from './entity-view.ts'
import { listEntries } from './list-entries.ts'
import { switchText } from '../../../scope/relations/rls-switch.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { usePartitions } from './use-partitions.ts'
import { ViewMenu } from './view-menu.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { entityBrowserText } from './messages.ts'

export interface EntityBrowserProps {
  readonly projectRef: string
  readonly schema: string
  readonly selectedId: number | null
  readonly isWriter: boolean
  readonly view: EntityView
  readonly onView: (view: EntityView) => void
  readonly onSchema: (schema: string) => void
  readonly onSelect: (entity: EntityType) => void
  readonly onKeep: (entity: EntityType) => void
  /** Opens a panel or confirmation; with a relation, of which it is selected. */
  readonly onOpen: (open: Open, select?: EntityType) => void
  readonly onWriteSql: (text: string) => void
  readonly renderLink: (entity: EntityType, props: EntityLinkProps) => ReactNode
}

/** The schemas, and what is in the chosen one. */
export function EntityBrowser(props: EntityBrowserProps) {
  const { projectRef, schema, selectedId, isWriter, view, onView, onSchema, onSelect, onKeep, onOpen, onWriteSql, renderLink } = props
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  /** By a key, which waits for nothing. */
  const [asked, setAsked] = useState('')
  const search = useSettled(typed, asked === typed ? 0 : searchDelayMs)
  const [bared, setBared] = useState<EntityType | null>(null)
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = useInfiniteQuery(
    entitiesQuery(projectRef, { schema, search, sort: view.sort, types: view.types }),
  )
  const partitions = usePartitions(projectRef)
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const entities = data?.pages.flatMap((page) => page.entities) ?? null
  const openPartitions = [...partitions.known.values()].flatMap((known) => known?.entities ?? [])
  const exposure = useExposure(projectRef, [...(data?.pages.map((page) => page.entities) ?? []), openPartitions])
  const searchBox = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const mayCreate = isWriter && !isSystemSchema(schema)
  /** Enter opens the first entry that is found, the arrow key goes to it: once it is found. */
  const due = useRef<'open' | 'walk' | null>(null)
  const isFound = data !== undefined && !isPlaceholderData && search === typed
  const goToFound = () => {
    const what = due.current
    due.current = null
    if (what === 'open' && entities?.[0]) onSelect(entities[0])
    // what was found is drawn a moment after it is known
    if (what === 'walk') requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus())
  }
  const goOnceFound = useEffectEvent(goToFound)
  useEffect(() => {
    if (isFound) goOnceFound()
  }, [isFound])
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    due.current = event.key === 'Enter' ? 'open' : 'walk'
    setAsked(typed)
    if (isFound) goToFound()
    event.preventDefault()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 p-2 pb-1">
        <div className="flex gap-1">
          <SchemaPicker projectRef={projectRef} schema={schema} hasSystemSchemas={view.hasSystemSchemas} onSchema={onSchema} />
          {isWriter && (
            <Menu
              align="end"
              trigger={
                <IconButton label={entityBrowserText.new} variant="secondary">
                  <Plus aria-hidden />
                </IconButton>
              }
            >
              <MenuItem icon={<Table2 aria-hidden />} disabled={!mayCreate} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'table-new' } })}>
                {entityBrowserText.newTable}
              </MenuItem>
              <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onOpen({ kind: 'panel', panel: { kind: 'schema-new' } })}>
                {entityBrowserText.newSchema}
              </MenuItem>
            </Menu>
          )}
        </div>
        <div className="flex gap-1">
          <SearchInput
            ref={searchBox}
            label={entityBrowserText.searchTables}
            placeholder={entityBrowserText.searchTables}
            className="min-w-0 flex-1"
            value={typed}
            onChange={(event) => {
              due.current = null
              setTyped(event.target.value)
            }}
            onKeyDown={onSearchKey}
          />
          <ViewMenu view={view} onChange={onView} />
        </div>
      </div>
      {error !== null && (
        <div className="p-2">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {entities === null && error === null && (
        <output aria-label={entityBrowserText.loading} className="flex flex-col gap-3 px-4 py-2">
          {[60, 80, 45, 70, 55].map((width) => (
            <Skeleton key={width} className="h-3" />
          ))}
        </output>
      )}
      {entities !== null && entities.length === 0 && (
        <div className="flex flex-col items-start gap-2 px-4 py-2 text-faint">
          <p>{emptyText(schema, search, view)}</p>
          {search === '' && view.types.length > 0 && (
            <Button size="sm" onClick={() => onView({ ...view, types: [] })}>
              {entityBrowserText.showAllKinds}
            </Button>
          )}
        </div>
      )}
      {entities !== null && entities.length > 0 && (
        <EntityList
          listed={JSON.stringify([schema, search, view, isPlaceholderData])}
          ref={list}
          entries={listEntries(entities, partitions.known)}
          selectedId={selectedId}
          exposure={exposure}
          openIds={new Set(partitions.known.keys())}
          hasMore={hasNextPage}
          onMore={more}
          onToggle={partitions.toggle}
          onMorePartitions={partitions.more}
          onType={() => searchBox.current?.focus()}
          onKeep={onKeep}
          renderLink={renderLink}
          renderMenu={(entity) => (
            <EntityMenu
              projectRef={projectRef}
              entity={entity}
              schema={schema}
              isWriter={isWriter}
              onOpen={onOpen}
              onRlsOff={setBared}
              onWriteSql={onWriteSql}
            />
          )}
        />
      )}
      {data && data.pages[0]!.count > 0 && (
        <p className="border-t px-3 py-1.5 text-xs text-faint tabular-nums">
          {countText(data.pages.at(-1)!.count, search !== '' || view.types.length > 0)}
        </p>
      )}
      <ConfirmDialog
        isOpen={bared !== null}
        onOpenChange={(isOpen) => !isOpen && setBared(null)}
        title={entityBrowserText.disableRlsTitle(bared?.name ?? '')}
        description={switchText(false, null)}
        confirmLabel={entityBrowserText.disableRls}
        isDanger
        onConfirm={async () => {
          if (bared !== null) await setRls(client, projectRef, bared, false)
        }}
      />
    </div>
  )
}

/** Who reaches what, page by page as they come. */
function useExposure(ref: string, pages: readonly (readonly EntityType[])[]) {
  const ids = pages.map((page) => page.map(({ id }) => id)).filter((page) => page.length > 0)
  const answers = useQueries({ queries: ids.map((page) => exposureQuery(ref, page)) })
  return new Map(answers.flatMap(({ data }) => [...(data ?? [])]))
}

function countText(count: number, isNarrowed: boolean): string {
  const things = entityBrowserText.entries(count)
  return isNarrowed ? entityBrowserText.matching(numberText(count), things) : `${numberText(count)} ${things}`
}

function emptyText(schema: string, search: string, view: EntityView): string {
  if (search !== '') return entityBrowserText.noMatch(schema, search)
  return view.types.length > 0 ? entityBrowserText.noneOfKinds(schema) : entityBrowserText.empty(schema)
}
